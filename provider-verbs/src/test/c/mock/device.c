/* Devices, contexts, what is asked of them, and asynchronous events. */
#include "mock.h"

#define MAX_DEVICES 4
#define PORTS 1
#define GIDS 8
#define PKEYS 2

static struct ibv_device devices[MAX_DEVICES];
static int device_count = -1;
static int port_active = 1;
static struct mock_context *contexts;
static pthread_mutex_t contexts_lock = PTHREAD_MUTEX_INITIALIZER;

struct list {
    struct object object;
    struct ibv_device *devices[MAX_DEVICES + 1];
};

/* ---- what tests set ------------------------------------------------------------------------------------------ */

void mock_set_devices(int count)
{
    device_count = count < 0 ? 0 : count > MAX_DEVICES ? MAX_DEVICES : count;
}

int port_is_active(void)
{
    return port_active;
}

static void each_context(enum ibv_event_type type, int port)
{
    pthread_mutex_lock(&contexts_lock);
    for (struct mock_context *context = contexts; context; context = context->next)
        queue_put(&context->events, NULL, (void *)(intptr_t)port, type);
    pthread_mutex_unlock(&contexts_lock);
}

/* The port goes up or down, with its event. */
void mock_set_port(int active)
{
    port_active = active;
    each_context(active ? IBV_EVENT_PORT_ACTIVE : IBV_EVENT_PORT_ERR, 1);
}

/* An event of the port or the device, to every open context. */
void mock_raise(int type)
{
    each_context(type, type == IBV_EVENT_DEVICE_FATAL ? 0 : 1);
}

/* An event of a queue pair. */
int mock_raise_qp(uint32_t number, int type)
{
    int found = 0;
    pthread_mutex_lock(&wire);
    struct mock_qp *qp = qp_find(number);
    if (qp) {
        raise_event(qp->pub.context, &qp->object, qp, type);
        found = 1;
    }
    pthread_mutex_unlock(&wire);
    return found;
}

void raise_event(struct ibv_context *context, struct object *object, void *element, enum ibv_event_type type)
{
    queue_put(&CONTEXT_OF(context)->events, object, element, type);
}

/* ---- devices ------------------------------------------------------------------------------------------------- */

static void count_devices(void)
{
    const char *wanted = getenv("MOCK_DEVICES");
    if (device_count < 0)
        mock_set_devices(wanted ? atoi(wanted) : 1);
    for (int i = 0; i < MAX_DEVICES; i++) {
        struct ibv_device *device = &devices[i];
        device->node_type = IBV_NODE_CA;
        device->transport_type = IBV_TRANSPORT_IB;
        snprintf(device->name, sizeof device->name, "mock%d", i);
        snprintf(device->dev_name, sizeof device->dev_name, "uverbs%d", i);
        snprintf(device->dev_path, sizeof device->dev_path, "/sys/class/infiniband_verbs/uverbs%d", i);
        snprintf(device->ibdev_path, sizeof device->ibdev_path, "/sys/class/infiniband/mock%d", i);
    }
}

struct ibv_device **ibv_get_device_list(int *count)
{
    FAULT_NULL();
    count_devices();
    struct list *list = calloc(1, sizeof *list);
    enter_books(&list->object, LIST, list, (struct object *[4]){ 0 });
    for (int i = 0; i < device_count; i++)
        list->devices[i] = &devices[i];
    if (count)
        *count = device_count;
    return list->devices;
}

void ibv_free_device_list(struct ibv_device **pointer)
{
    struct list *list = (struct list *)((char *)pointer - offsetof(struct list, devices));
    if (!alive(pointer ? list : NULL, offsetof(struct list, object), LIST, __func__))
        return;
    if (!leave_books(&list->object, __func__))
        bury(&list->object, list->devices, sizeof list->devices);
}

const char *ibv_get_device_name(struct ibv_device *device)
{
    return device->name;
}

int ibv_get_device_index(struct ibv_device *device)
{
    return device - devices;
}

__be64 ibv_get_device_guid(struct ibv_device *device)
{
    return __builtin_bswap64(0x0002c90300000010ull + (device - devices));
}

/* ---- what is asked of a context ------------------------------------------------------------------------------ */

int ibv_query_device(struct ibv_context *context, struct ibv_device_attr *attr)
{
    FAULT_ERRNO();
    if (!ALIVE_CONTEXT(context))
        return EINVAL;
    *attr = (struct ibv_device_attr){
        .fw_ver = "1.2.3", .node_guid = ibv_get_device_guid(context->device),
        .sys_image_guid = ibv_get_device_guid(context->device), .max_mr_size = ~0ull, .page_size_cap = 0xfffff000,
        .vendor_id = 0x4d4f, .vendor_part_id = 0x434b, .hw_ver = 7, .max_qp = 4095, .max_qp_wr = 16384,
        .device_cap_flags = IBV_DEVICE_MEM_WINDOW | IBV_DEVICE_MEM_WINDOW_TYPE_2B | IBV_DEVICE_SRQ_RESIZE |
            IBV_DEVICE_MEM_MGT_EXTENSIONS | IBV_DEVICE_PORT_ACTIVE_EVENT | IBV_DEVICE_RC_RNR_NAK_GEN,
        .max_sge = 16, .max_sge_rd = 16, .max_cq = 65536, .max_cqe = 1 << 20, .max_mr = 65535, .max_pd = 32768,
        .max_qp_rd_atom = 16, .max_res_rd_atom = 65536, .max_qp_init_rd_atom = 16, .atomic_cap = IBV_ATOMIC_HCA,
        .max_mw = 65535, .max_mcast_grp = 1024, .max_mcast_qp_attach = 4, .max_total_mcast_qp_attach = 4096,
        .max_ah = 32768, .max_srq = 4096, .max_srq_wr = 16384, .max_srq_sge = 16, .max_pkeys = PKEYS,
        .local_ca_ack_delay = 15, .phys_port_cnt = PORTS,
    };
    return 0;
}

static int query_device_ex(struct ibv_context *context, const struct ibv_query_device_ex_input *input,
                           struct ibv_device_attr_ex *attr, size_t size)
{
    struct ibv_device_attr_ex all = { 0 };
    FAULT_ERRNO();
    if (input && input->comp_mask)
        return EINVAL;
    int error = ibv_query_device(context, &all.orig_attr);
    all.odp_caps.general_caps = IBV_ODP_SUPPORT;
    all.odp_caps.per_transport_caps.rc_odp_caps =
        IBV_ODP_SUPPORT_SEND | IBV_ODP_SUPPORT_RECV | IBV_ODP_SUPPORT_WRITE | IBV_ODP_SUPPORT_READ;
    all.odp_caps.per_transport_caps.ud_odp_caps = IBV_ODP_SUPPORT_SEND;
    all.completion_timestamp_mask = 0xffffffffffffull;
    all.hca_core_clock = 156250;
    all.device_cap_flags_ex = all.orig_attr.device_cap_flags;
    all.phys_port_cnt_ex = PORTS;
    memcpy(attr, &all, size < sizeof all ? size : sizeof all);
    return error;
}

static int query_port(struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr, size_t size)
{
    FAULT_ERRNO();
    if (!ALIVE_CONTEXT(context) || port < 1 || port > PORTS)
        return EINVAL;
    struct ibv_port_attr all = {
        .state = port_active ? IBV_PORT_ACTIVE : IBV_PORT_DOWN, .max_mtu = IBV_MTU_4096, .active_mtu = IBV_MTU_1024,
        .gid_tbl_len = GIDS, .port_cap_flags = IBV_PORT_CM_SUP | IBV_PORT_IP_BASED_GIDS, .max_msg_sz = 1u << 30,
        .pkey_tbl_len = PKEYS, .lid = 17, .sm_lid = 1, .lmc = 0, .max_vl_num = 1, .subnet_timeout = 18,
        .active_width = 2, .active_speed = 32, .phys_state = port_active ? 5 : 3,
        .link_layer = IBV_LINK_LAYER_ETHERNET,
    };
    memcpy(attr, &all, size < sizeof all ? size : sizeof all);
    return 0;
}

struct _compat_ibv_port_attr;
int ibv_query_port(struct ibv_context *context, uint8_t port, struct _compat_ibv_port_attr *attr)
{
    /* What old callers have: it ends before port_cap_flags2. */
    return query_port(context, port, (void *)attr, offsetof(struct ibv_port_attr, port_cap_flags2));
}

/* Index 0 is link-local, index 1 IPv4 mapped, the rest is empty. */
static void gid_at(const struct ibv_context *context, uint32_t index, union ibv_gid *gid)
{
    uint8_t device = context->device - devices;
    memset(gid, 0, sizeof *gid);
    if (index == 0)
        memcpy(gid->raw, (uint8_t[16]){ 0xfe, 0x80, [8] = 2, 0, 0x5e, 0xff, 0xfe, 0, 0, 1 + device }, 16);
    else if (index == 1)
        memcpy(gid->raw, (uint8_t[16]){ [10] = 0xff, 0xff, 10, 77, 1, 1 + device }, 16);
}

int ibv_query_gid(struct ibv_context *context, uint8_t port, int index, union ibv_gid *gid)
{
    FAULT_MINUS();
    if (!ALIVE_CONTEXT(context) || port < 1 || port > PORTS || index < 0 || index >= GIDS) {
        errno = EINVAL;
        return -1;
    }
    gid_at(context, index, gid);
    return 0;
}

int _ibv_query_gid_ex(struct ibv_context *context, uint32_t port, uint32_t index, struct ibv_gid_entry *entry,
                      uint32_t flags, size_t size)
{
    FAULT_ERRNO();
    if (!ALIVE_CONTEXT(context) || port < 1 || port > PORTS || index >= GIDS || flags || size < sizeof *entry)
        return EINVAL;
    if (index > 1)
        return ENODATA;
    *entry = (struct ibv_gid_entry){ .gid_index = index, .port_num = port, .gid_type = IBV_GID_TYPE_ROCE_V2,
                                     .ndev_ifindex = 1 };
    gid_at(context, index, &entry->gid);
    return 0;
}

ssize_t _ibv_query_gid_table(struct ibv_context *context, struct ibv_gid_entry *entries, size_t max, uint32_t flags,
                             size_t size)
{
    int e;
    if (injected(__func__, &e))
        return -e;
    if (!ALIVE_CONTEXT(context) || flags || max < 2 || size < sizeof *entries)
        return -EINVAL;
    for (int i = 0; i < 2; i++)
        _ibv_query_gid_ex(context, 1, i, (struct ibv_gid_entry *)((char *)entries + i * size), 0, size);
    return 2;
}

int ibv_query_pkey(struct ibv_context *context, uint8_t port, int index, __be16 *pkey)
{
    FAULT_MINUS();
    if (!ALIVE_CONTEXT(context) || port < 1 || port > PORTS || index < 0 || index >= PKEYS) {
        errno = EINVAL;
        return -1;
    }
    *pkey = __builtin_bswap16(index == 0 ? 0xffff : 0x8001);
    return 0;
}

int ibv_get_pkey_index(struct ibv_context *context, uint8_t port, __be16 pkey)
{
    __be16 candidate;
    for (int i = 0; i < PKEYS; i++)
        if (!ibv_query_pkey(context, port, i, &candidate) && candidate == pkey)
            return i;
    errno = EINVAL;
    return -1;
}

/* ---- contexts ------------------------------------------------------------------------------------------------ */

struct ibv_context *ibv_open_device(struct ibv_device *device)
{
    FAULT_NULL();
    if (!device) {
        violation(__func__, "called with a null pointer");
        return none(EINVAL);
    }
    if (device - devices < 0 || device - devices >= device_count)
        return none(ENODEV);
    struct mock_context *mine = calloc(1, sizeof *mine);
    struct verbs_context *verbs = &mine->verbs;
    enter_books(&mine->object, CONTEXT, mine, (struct object *[4]){ 0 });
    queue_open(&mine->events);
    verbs->sz = sizeof *verbs;
    verbs->query_port = query_port;
    verbs->query_device_ex = query_device_ex;
    verbs->advise_mr = advise_mr;
    verbs->alloc_null_mr = alloc_null_mr;
    verbs->create_qp_ex = create_qp_ex;
    verbs->create_srq_ex = create_srq_ex;
    verbs->get_srq_num = get_srq_num;
    verbs->context = (struct ibv_context){
        .device = device, .cmd_fd = open("/dev/null", O_RDWR | O_CLOEXEC), .async_fd = mine->events.fd,
        .num_comp_vectors = 2, .abi_compat = __VERBS_ABI_IS_EXTENDED,
        .ops = { .alloc_mw = alloc_mw, .bind_mw = bind_mw, .dealloc_mw = dealloc_mw, .poll_cq = poll_cq,
                 .req_notify_cq = req_notify_cq, .post_srq_recv = post_srq_recv, .post_send = post_send,
                 .post_recv = post_recv },
    };
    pthread_mutex_init(&verbs->context.mutex, NULL);
    pthread_mutex_lock(&contexts_lock);
    mine->next = contexts;
    contexts = mine;
    pthread_mutex_unlock(&contexts_lock);
    return &verbs->context;
}

int ibv_close_device(struct ibv_context *context)
{
    FAULT_MINUS();
    if (!ALIVE_CONTEXT(context)) {
        errno = EINVAL;
        return -1;
    }
    struct mock_context *mine = CONTEXT_OF(context);
    int error = leave_books(&mine->object, __func__);
    if (error) {
        /* The real one closes, and leaves its children without a context. */
        violation(__func__, "closed before what was made of it");
        errno = error;
        return -1;
    }
    pthread_mutex_lock(&contexts_lock);
    for (struct mock_context **link = &contexts; *link; link = &(*link)->next)
        if (*link == mine) {
            *link = mine->next;
            break;
        }
    pthread_mutex_unlock(&contexts_lock);
    queue_close(&mine->events);
    close(context->cmd_fd);
    context->async_fd = context->cmd_fd = -1;
    bury(&mine->object, context, sizeof(void *));   /* its table of functions stays: late calls come through it */
    return 0;
}

int ibv_get_async_event(struct ibv_context *context, struct ibv_async_event *event)
{
    struct event taken;
    FAULT_MINUS();
    if (!ALIVE_CONTEXT(context)) {
        errno = EINVAL;
        return -1;
    }
    if (!queue_take(&CONTEXT_OF(context)->events, &taken))
        return -1;
    event->event_type = taken.number;
    event->element.qp = taken.element;
    if (!taken.object)
        event->element.port_num = (intptr_t)taken.element;
    return 0;
}

void ibv_ack_async_event(struct ibv_async_event *event)
{
    switch (event->event_type) {
    case IBV_EVENT_CQ_ERR:
        ACKNOWLEDGE(cq, CQ, event->element.cq, 1);
        break;
    case IBV_EVENT_SRQ_ERR:
    case IBV_EVENT_SRQ_LIMIT_REACHED:
        ACKNOWLEDGE(srq, SRQ, event->element.srq, 1);
        break;
    case IBV_EVENT_QP_FATAL:
    case IBV_EVENT_QP_REQ_ERR:
    case IBV_EVENT_QP_ACCESS_ERR:
    case IBV_EVENT_COMM_EST:
    case IBV_EVENT_SQ_DRAINED:
    case IBV_EVENT_PATH_MIG:
    case IBV_EVENT_PATH_MIG_ERR:
    case IBV_EVENT_QP_LAST_WQE_REACHED:
        ACKNOWLEDGE(qp, QP, event->element.qp, 1);
        break;
    default:
        break;
    }
}

int ibv_fork_init(void)
{
    return 0;
}

enum ibv_fork_status ibv_is_fork_initialized(void)
{
    return IBV_FORK_UNNEEDED;
}
