/* Protection domains, memory regions, memory windows, address handles, and the table of keys. */
#include "mock.h"

#define KEYS 65536

static struct key keys[KEYS];
static uint32_t last_key;
static pthread_mutex_t keys_lock = PTHREAD_MUTEX_INITIALIZER;

/* A key is an index of 16 bits and a variant of 8. */
struct key *key_find(uint32_t key)
{
    struct key *found = &keys[key >> 8 & (KEYS - 1)];
    return key && found->key == key ? found : NULL;
}

uint32_t key_new(const struct key *what)
{
    uint32_t key = 0;
    pthread_mutex_lock(&keys_lock);
    for (int tries = 0; tries < KEYS && !key; tries++) {
        uint32_t index = ++last_key % KEYS;
        if (index && !keys[index].key)
            key = index << 8 | (last_key / KEYS & 0xff);
    }
    if (key) {
        keys[key >> 8] = *what;
        keys[key >> 8].key = key;
    }
    pthread_mutex_unlock(&keys_lock);
    return key;
}

void key_drop(uint32_t key)
{
    struct key *found = key_find(key);
    if (found)
        memset(found, 0, sizeof *found);
}

/* ---- protection domains -------------------------------------------------------------------------------------- */

struct ibv_pd *ibv_alloc_pd(struct ibv_context *context)
{
    FAULT_NULL();
    if (!ALIVE_CONTEXT(context))
        return none(EINVAL);
    struct mock_pd *pd = calloc(1, sizeof *pd);
    if (!enter_books(&pd->object, PD, pd, (struct object *[4]){ &CONTEXT_OF(context)->object }))
        return none(EINVAL);
    pd->pub.context = context;
    pd->pub.handle = 1;
    return &pd->pub;
}

int ibv_dealloc_pd(struct ibv_pd *pd)
{
    FAULT_ERRNO();
    if (!ALIVE(pd, PD, pd))
        return EINVAL;
    int error = leave_books(&OF(pd, pd)->object, __func__);
    if (!error)
        bury(&OF(pd, pd)->object, pd, sizeof *pd);
    return error;
}

/* ---- memory regions ------------------------------------------------------------------------------------------ */

static int check_access(unsigned access)
{
    unsigned remote = access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC);
    return remote && !(access & IBV_ACCESS_LOCAL_WRITE) ? EINVAL : 0;
}

static struct key key_of(const struct mock_mr *mr)
{
    return (struct key){ .pd = mr->pub.pd, .address = mr->iova, .length = mr->pub.length,
                         .memory = (uintptr_t)mr->pub.addr, .access = mr->access };
}

static struct ibv_mr *register_memory(struct ibv_pd *pd, void *address, size_t length, uint64_t iova, unsigned access,
                                      const char *function)
{
    if (!alive(pd, offsetof(struct mock_pd, object), PD, function))
        return none(EINVAL);
    if (check_access(access) || (!address && length != SIZE_MAX))
        return none(EINVAL);
    struct mock_mr *mr = calloc(1, sizeof *mr);
    if (!enter_books(&mr->object, MR, mr, (struct object *[4]){ &OF(pd, pd)->object }))
        return none(EINVAL);
    mr->pub = (struct ibv_mr){ .context = pd->context, .pd = pd, .addr = address, .length = length, .handle = 3 };
    mr->iova = access & IBV_ACCESS_ZERO_BASED ? 0 : iova;
    mr->access = access;
    struct key key = key_of(mr);
    mr->pub.lkey = mr->pub.rkey = key_new(&key);
    if (!mr->pub.lkey) {
        leave_books(&mr->object, function);
        bury(&mr->object, mr, sizeof mr->pub);
        return none(ENOMEM);
    }
    return &mr->pub;
}

struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *address, size_t length, int access)
{
    FAULT_NULL();
    return register_memory(pd, address, length, (uintptr_t)address, access, __func__);
}

struct ibv_mr *ibv_reg_mr_iova(struct ibv_pd *pd, void *address, size_t length, uint64_t iova, int access)
{
    FAULT_NULL();
    return register_memory(pd, address, length, iova, access, __func__);
}

struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *address, size_t length, uint64_t iova, unsigned access)
{
    FAULT_NULL();
    return register_memory(pd, address, length, iova, access, __func__);
}

struct ibv_mr *ibv_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova, int fd, int access)
{
    FAULT_NULL();
    return none(ALIVE(pd, PD, pd) ? EOPNOTSUPP : EINVAL);
}

struct ibv_mr *alloc_null_mr(struct ibv_pd *pd)
{
    FAULT_NULL();
    return register_memory(pd, NULL, SIZE_MAX, 0, IBV_ACCESS_LOCAL_WRITE, __func__);
}

int advise_mr(struct ibv_pd *pd, enum ibv_advise_mr_advice advice, uint32_t flags, struct ibv_sge *sges, uint32_t count)
{
    FAULT_ERRNO();
    if (!ALIVE(pd, PD, pd))
        return EINVAL;
    for (uint32_t i = 0; i < count; i++) {
        struct key *key = key_find(sges[i].lkey);
        if (!key || key->pd != pd || !(key->access & IBV_ACCESS_ON_DEMAND))
            return EINVAL;
    }
    return 0;
}

int ibv_rereg_mr(struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *address, size_t length, int access)
{
    int e;
    struct mock_mr *mine = OF(mr, mr);
    if (injected(__func__, &e)) {
        errno = e;
        return IBV_REREG_MR_ERR_CMD;
    }
    errno = EINVAL;
    if (!ALIVE(mr, MR, mr) || !flags || (flags & ~IBV_REREG_MR_FLAGS_SUPPORTED))
        return IBV_REREG_MR_ERR_INPUT;
    if ((flags & IBV_REREG_MR_CHANGE_PD) && !ALIVE(pd, PD, pd))
        return IBV_REREG_MR_ERR_INPUT;
    if ((flags & IBV_REREG_MR_CHANGE_ACCESS) && check_access(access))
        return IBV_REREG_MR_ERR_INPUT;
    pthread_mutex_lock(&wire);
    if (flags & IBV_REREG_MR_CHANGE_TRANSLATION) {
        mr->addr = address;
        mr->length = length;
        mine->iova = (uintptr_t)address;
    }
    if (flags & IBV_REREG_MR_CHANGE_PD) {
        mine->object.parents[0]->children--;
        mine->object.parents[0] = &OF(pd, pd)->object;
        mine->object.parents[0]->children++;
        mr->pd = pd;
    }
    if (flags & IBV_REREG_MR_CHANGE_ACCESS)
        mine->access = access;
    struct key key = key_of(mine);
    key_drop(mr->lkey);
    mr->lkey = mr->rkey = key_new(&key);
    pthread_mutex_unlock(&wire);
    return 0;
}

int ibv_dereg_mr(struct ibv_mr *mr)
{
    FAULT_ERRNO();
    if (!ALIVE(mr, MR, mr))
        return EINVAL;
    pthread_mutex_lock(&wire);
    int error = leave_books(&OF(mr, mr)->object, __func__);
    if (!error)
        key_drop(mr->lkey);
    pthread_mutex_unlock(&wire);
    if (!error)
        bury(&OF(mr, mr)->object, mr, sizeof *mr);
    return error;
}

/* ---- memory windows ------------------------------------------------------------------------------------------ */

struct ibv_mw *alloc_mw(struct ibv_pd *pd, enum ibv_mw_type type)
{
    FAULT_NULL();
    if (!ALIVE(pd, PD, pd) || (type != IBV_MW_TYPE_1 && type != IBV_MW_TYPE_2))
        return none(EINVAL);
    struct mock_mw *mw = calloc(1, sizeof *mw);
    if (!enter_books(&mw->object, MW, mw, (struct object *[4]){ &OF(pd, pd)->object }))
        return none(EINVAL);
    struct key nothing = { .pd = pd };
    mw->key = key_new(&nothing);
    mw->pub = (struct ibv_mw){ .context = pd->context, .pd = pd, .rkey = mw->key, .handle = 4, .type = type };
    return &mw->pub;
}

static void unbind(struct mock_mw *mw)
{
    if (mw->bound)
        __atomic_sub_fetch(&mw->bound->object.children, 1, __ATOMIC_SEQ_CST);
    mw->bound = NULL;
}

int dealloc_mw(struct ibv_mw *mw)
{
    FAULT_ERRNO();
    if (!ALIVE(mw, MW, mw))
        return EINVAL;
    pthread_mutex_lock(&wire);
    int error = leave_books(&OF(mw, mw)->object, __func__);
    if (!error) {
        unbind(OF(mw, mw));
        key_drop(OF(mw, mw)->key);
    }
    pthread_mutex_unlock(&wire);
    if (!error)
        bury(&OF(mw, mw)->object, mw, sizeof *mw);
    return error;
}

/* Executes a bind: the window's key has the new variant and leads to the region's memory. */
int window_bind(struct mock_qp *qp, struct mock_mw *mw, uint32_t key, struct mock_mr *mr, uint64_t address,
                uint64_t length, unsigned access)
{
    struct key *old = key_find(mw->key);
    if (!old || (length && mr->pub.pd != mw->pub.pd) || (length && !(mr->access & IBV_ACCESS_MW_BIND)))
        return EINVAL;
    if (length && (address < mr->iova || address + length > mr->iova + mr->pub.length))
        return EINVAL;
    unbind(mw);
    if (length) {
        mw->bound = mr;
        __atomic_add_fetch(&mr->object.children, 1, __ATOMIC_SEQ_CST);
    }
    *old = (struct key){ .key = (mw->key & ~0xffu) | (key & 0xff), .pd = mw->pub.pd, .address = address,
                         .length = length, .access = access };
    if (length) {
        old->memory = (uintptr_t)mr->pub.addr + (address - mr->iova);
        if (access & IBV_ACCESS_ZERO_BASED)
            old->address = 0;
    }
    if (mw->pub.type == IBV_MW_TYPE_2)
        old->qp = &qp->pub;
    mw->key = old->key;
    return 0;
}

/* Whether the key was one of a window of type 2; it leads nowhere from now on. */
int window_invalidate(uint32_t key)
{
    struct key *found = key_find(key);
    if (!found || !found->qp)
        return EINVAL;
    found->length = 0;
    found->access = 0;
    return 0;
}

/* ---- address handles ----------------------------------------------------------------------------------------- */

struct ibv_ah *ibv_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *attr)
{
    FAULT_NULL();
    if (!ALIVE(pd, PD, pd) || attr->port_num != 1 || (attr->is_global && attr->grh.sgid_index > 1))
        return none(EINVAL);
    struct mock_ah *ah = calloc(1, sizeof *ah);
    if (!enter_books(&ah->object, AH, ah, (struct object *[4]){ &OF(pd, pd)->object }))
        return none(EINVAL);
    ah->pub = (struct ibv_ah){ .context = pd->context, .pd = pd, .handle = 5 };
    ah->attr = *attr;
    return &ah->pub;
}

int ibv_init_ah_from_wc(struct ibv_context *context, uint8_t port, struct ibv_wc *wc, struct ibv_grh *grh,
                        struct ibv_ah_attr *attr)
{
    FAULT_MINUS();
    if (!ALIVE_CONTEXT(context) || port != 1) {
        errno = EINVAL;
        return -1;
    }
    *attr = (struct ibv_ah_attr){ .dlid = wc->slid, .sl = wc->sl, .src_path_bits = wc->dlid_path_bits,
                                  .port_num = port };
    if (wc->wc_flags & IBV_WC_GRH) {
        attr->is_global = 1;
        attr->grh.dgid = grh->sgid;
        attr->grh.sgid_index = 1;
        attr->grh.hop_limit = 255;
    }
    return 0;
}

struct ibv_ah *ibv_create_ah_from_wc(struct ibv_pd *pd, struct ibv_wc *wc, struct ibv_grh *grh, uint8_t port)
{
    struct ibv_ah_attr attr;
    FAULT_NULL();
    if (!ALIVE(pd, PD, pd) || ibv_init_ah_from_wc(pd->context, port, wc, grh, &attr))
        return none(EINVAL);
    return ibv_create_ah(pd, &attr);
}

int ibv_destroy_ah(struct ibv_ah *ah)
{
    FAULT_ERRNO();
    if (!ALIVE(ah, AH, ah))
        return EINVAL;
    int error = leave_books(&OF(ah, ah)->object, __func__);
    if (!error)
        bury(&OF(ah, ah)->object, ah, sizeof *ah);
    return error;
}
