/* Shared receive queues and queue pairs: making, changing, asking and destroying them. */
#include "mock.h"

#define SLOTS 4096
#define MAX_WR 16384
#define MAX_SGE 16
#define MAX_INLINE 512

static struct mock_qp *pairs[SLOTS];   /* by the lower bits of their number */
static uint32_t generation;
static int instant;

/* Queue pairs made from now on transfer nothing and complete at once, for measuring what callers cost. Such a pair is
 * the only one of its completion queue, which gives no events. */
void mock_instant(int on)
{
    instant = on;
}

struct mock_qp *qp_find(uint32_t number)
{
    struct mock_qp *qp = pairs[number % SLOTS];
    return qp && qp->pub.qp_num == number ? qp : NULL;
}

struct mock_qp *qp_next(struct mock_qp *after)
{
    for (uint32_t i = after ? after->pub.qp_num % SLOTS + 1 : 0; i < SLOTS; i++)
        if (pairs[i])
            return pairs[i];
    return NULL;
}

static uint32_t power_of_two_of(uint32_t wanted)
{
    uint32_t size = 1;
    while (size < wanted)
        size *= 2;
    return size;
}

static void receives_open(struct receives *receives, uint32_t size, uint32_t max_sge)
{
    receives->size = power_of_two_of(size ? size : 1);
    receives->max_sge = max_sge;
    receives->ring = calloc(receives->size, sizeof *receives->ring);
    receives->sges = calloc((size_t)receives->size * (max_sge ? max_sge : 1), sizeof *receives->sges);
    for (uint32_t i = 0; i < receives->size; i++)
        receives->ring[i].sges = receives->sges + (size_t)i * max_sge;
}

static void receives_close(struct receives *receives)
{
    free(receives->ring);
    free(receives->sges);
    memset(receives, 0, sizeof *receives);
}

/* ---- shared receive queues ----------------------------------------------------------------------------------- */

struct ibv_srq *ibv_create_srq(struct ibv_pd *pd, struct ibv_srq_init_attr *attr)
{
    FAULT_NULL();
    if (!ALIVE(pd, PD, pd) || attr->attr.max_wr < 1 || attr->attr.max_wr > MAX_WR || attr->attr.max_sge > MAX_SGE)
        return none(EINVAL);
    struct mock_srq *srq = calloc(1, sizeof *srq);
    if (!enter_books(&srq->object, SRQ, srq, (struct object *[4]){ &OF(pd, pd)->object }))
        return none(EINVAL);
    pthread_spin_init(&srq->lock, 0);
    receives_open(&srq->queue, attr->attr.max_wr, attr->attr.max_sge ? attr->attr.max_sge : 1);
    attr->attr.max_wr = srq->queue.size;
    attr->attr.max_sge = srq->queue.max_sge;
    srq->pub = (struct ibv_srq){ .context = pd->context, .srq_context = attr->srq_context, .pd = pd, .handle = 7 };
    pthread_mutex_init(&srq->pub.mutex, NULL);
    pthread_cond_init(&srq->pub.cond, NULL);
    return &srq->pub;
}

struct ibv_srq *create_srq_ex(struct ibv_context *context, struct ibv_srq_init_attr_ex *attr)
{
    if (!(attr->comp_mask & IBV_SRQ_INIT_ATTR_PD) ||
        ((attr->comp_mask & IBV_SRQ_INIT_ATTR_TYPE) && attr->srq_type != IBV_SRQT_BASIC))
        return none(EOPNOTSUPP);
    return ibv_create_srq(attr->pd, (struct ibv_srq_init_attr *)attr);
}

int get_srq_num(struct ibv_srq *srq, uint32_t *number)
{
    if (!ALIVE(srq, SRQ, srq))
        return EINVAL;
    *number = srq->handle;
    return 0;
}

int ibv_modify_srq(struct ibv_srq *srq, struct ibv_srq_attr *attr, int mask)
{
    struct mock_srq *mine = OF(srq, srq);
    FAULT_ERRNO();
    if (!ALIVE(srq, SRQ, srq) || (mask & ~(IBV_SRQ_MAX_WR | IBV_SRQ_LIMIT)))
        return EINVAL;
    int error = 0;
    pthread_mutex_lock(&wire);
    pthread_spin_lock(&mine->lock);
    if (mask & IBV_SRQ_MAX_WR) {
        struct receives bigger = { 0 };
        uint32_t count = mine->queue.tail - mine->queue.head;
        if (attr->max_wr < 1 || attr->max_wr > MAX_WR || attr->max_wr < count) {
            error = EINVAL;
        } else {
            receives_open(&bigger, attr->max_wr, mine->queue.max_sge);
            for (; bigger.tail < count; bigger.tail++) {
                struct receive *from = &mine->queue.ring[(mine->queue.head + bigger.tail) & (mine->queue.size - 1)];
                struct receive *to = &bigger.ring[bigger.tail];
                to->wr_id = from->wr_id;
                to->count = from->count;
                memcpy(to->sges, from->sges, from->count * sizeof *to->sges);
            }
            receives_close(&mine->queue);
            mine->queue = bigger;
        }
    }
    if (!error && (mask & IBV_SRQ_LIMIT)) {
        if (attr->srq_limit > mine->queue.size)
            error = EINVAL;
        else
            mine->limit = attr->srq_limit;
    }
    pthread_spin_unlock(&mine->lock);
    pthread_mutex_unlock(&wire);
    return error;
}

int ibv_query_srq(struct ibv_srq *srq, struct ibv_srq_attr *attr)
{
    struct mock_srq *mine = OF(srq, srq);
    FAULT_ERRNO();
    if (!ALIVE(srq, SRQ, srq))
        return EINVAL;
    *attr = (struct ibv_srq_attr){ .max_wr = mine->queue.size, .max_sge = mine->queue.max_sge,
                                   .srq_limit = mine->limit };
    return 0;
}

int ibv_destroy_srq(struct ibv_srq *srq)
{
    struct mock_srq *mine = OF(srq, srq);
    FAULT_ERRNO();
    if (!ALIVE(srq, SRQ, srq))
        return EINVAL;
    pthread_mutex_lock(&wire);
    pthread_spin_lock(&mine->lock);
    int error = leave_books(&mine->object, __func__);
    if (!error)
        receives_close(&mine->queue);
    pthread_spin_unlock(&mine->lock);
    if (!error)
        queue_forget(&CONTEXT_OF(srq->context)->events, &mine->object);
    pthread_mutex_unlock(&wire);
    if (error)
        return error;
    await_acknowledged(&mine->object, __func__);
    bury(&mine->object, srq, sizeof *srq);
    return 0;
}

/* ---- queue pairs --------------------------------------------------------------------------------------------- */

static bool number_pair(struct mock_qp *qp)
{
    for (uint32_t tries = 0; tries < SLOTS; tries++) {
        uint32_t number = ++generation & 0xffffff;
        if (number > 1 && !pairs[number % SLOTS]) {
            qp->pub.qp_num = number;
            pairs[number % SLOTS] = qp;
            return true;
        }
    }
    return false;
}

struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
    FAULT_NULL();
    if (!ALIVE(pd, PD, pd) || !ALIVE(cq, CQ, attr->send_cq) || !ALIVE(cq, CQ, attr->recv_cq) ||
        (attr->srq && !ALIVE(srq, SRQ, attr->srq)))
        return none(EINVAL);
    struct ibv_qp_cap *cap = &attr->cap;
    if ((attr->qp_type != IBV_QPT_RC && attr->qp_type != IBV_QPT_UC && attr->qp_type != IBV_QPT_UD) ||
        cap->max_send_wr > MAX_WR || cap->max_recv_wr > MAX_WR || cap->max_send_sge > MAX_SGE ||
        cap->max_recv_sge > MAX_SGE || cap->max_inline_data > MAX_INLINE)
        return none(EINVAL);
    struct mock_qp *qp = calloc(1, sizeof *qp);
    struct object *parents[4] = { &OF(pd, pd)->object, &OF(cq, attr->send_cq)->object, &OF(cq, attr->recv_cq)->object,
                                  attr->srq ? &OF(srq, attr->srq)->object : NULL };
    if (!enter_books(&qp->object, QP, qp, parents))
        return none(EINVAL);
    pthread_spin_init(&qp->lock, 0);
    qp->send_cq = OF(cq, attr->send_cq);
    qp->recv_cq = OF(cq, attr->recv_cq);
    qp->srq = attr->srq ? OF(srq, attr->srq) : NULL;
    qp->signal_all = attr->sq_sig_all;
    qp->instant = instant;
    qp->slots = power_of_two_of(cap->max_send_wr ? cap->max_send_wr : 1);
    uint32_t data = cap->max_send_sge * sizeof(struct ibv_sge);
    if (data < cap->max_inline_data)
        data = cap->max_inline_data;
    qp->stride = (sizeof(struct wqe) + (data ? data : 1) + 63) / 64 * 64;
    qp->ring = aligned_alloc(64, (size_t)qp->slots * qp->stride);
    memset(qp->ring, 0, (size_t)qp->slots * qp->stride);
    if (instant)
        qp->identifiers = calloc(qp->slots, sizeof *qp->identifiers);
    if (cap->max_send_wr)
        cap->max_send_wr = qp->slots;
    if (!attr->srq) {
        receives_open(&qp->receives, cap->max_recv_wr, cap->max_recv_sge);
        if (cap->max_recv_wr)
            cap->max_recv_wr = qp->receives.size;
    }
    qp->cap = *cap;
    pthread_mutex_init(&qp->pub.mutex, NULL);
    pthread_cond_init(&qp->pub.cond, NULL);
    qp->pub.context = pd->context;
    qp->pub.qp_context = attr->qp_context;
    qp->pub.pd = pd;
    qp->pub.send_cq = attr->send_cq;
    qp->pub.recv_cq = attr->recv_cq;
    qp->pub.srq = attr->srq;
    qp->pub.handle = 8;
    qp->pub.state = IBV_QPS_RESET;
    qp->pub.qp_type = attr->qp_type;
    pthread_mutex_lock(&wire);
    bool numbered = number_pair(qp);
    if (numbered && qp->instant)
        qp->send_cq->instant = qp;
    pthread_mutex_unlock(&wire);
    if (!numbered) {
        leave_books(&qp->object, __func__);
        bury(&qp->object, qp, sizeof qp->pub);
        return none(ENOMEM);
    }
    return &qp->pub;
}

struct ibv_qp *create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *attr)
{
    if (!(attr->comp_mask & IBV_QP_INIT_ATTR_PD) || (attr->comp_mask & ~(uint32_t)IBV_QP_INIT_ATTR_PD))
        return none(EOPNOTSUPP);
    return ibv_create_qp(attr->pd, (struct ibv_qp_init_attr *)attr);
}

static void empty(struct mock_qp *qp)
{
    pthread_spin_lock(&qp->lock);
    qp->tail = qp->next = qp->free = qp->doorbell = 0;
    qp->receives.head = qp->receives.tail = qp->receives.polled = 0;
    qp->blocked = false;
    pthread_spin_unlock(&qp->lock);
    forget_completions(qp->send_cq, qp);
    forget_completions(qp->recv_cq, qp);
}

/* What a step must bring, by the type of the pair; zero: there is no such step. */
static int required(enum ibv_qp_type type, enum ibv_qp_state from, enum ibv_qp_state to)
{
    bool rc = type == IBV_QPT_RC, ud = type == IBV_QPT_UD;
    if (to == IBV_QPS_ERR || to == IBV_QPS_RESET)
        return IBV_QP_STATE;
    if (from == IBV_QPS_RESET && to == IBV_QPS_INIT)
        return IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | (ud ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS);
    if (from == IBV_QPS_INIT && to == IBV_QPS_INIT)
        return IBV_QP_STATE;
    if (from == IBV_QPS_INIT && to == IBV_QPS_RTR)
        return IBV_QP_STATE | (ud ? 0 : IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN) |
            (rc ? IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER : 0);
    if (from == IBV_QPS_RTR && to == IBV_QPS_RTS)
        return IBV_QP_STATE | IBV_QP_SQ_PSN |
            (rc ? IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC : 0);
    if ((from == IBV_QPS_RTS && (to == IBV_QPS_RTS || to == IBV_QPS_SQD)) ||
        (from == IBV_QPS_SQD && (to == IBV_QPS_RTS || to == IBV_QPS_SQD)) ||
        (from == IBV_QPS_SQE && to == IBV_QPS_RTS))
        return IBV_QP_STATE;
    return 0;
}

static void take(struct ibv_qp_attr *mine, const struct ibv_qp_attr *attr, int mask)
{
#define TAKE(bit, field) if (mask & (bit)) mine->field = attr->field
    TAKE(IBV_QP_ACCESS_FLAGS, qp_access_flags);
    TAKE(IBV_QP_PKEY_INDEX, pkey_index);
    TAKE(IBV_QP_PORT, port_num);
    TAKE(IBV_QP_QKEY, qkey);
    TAKE(IBV_QP_AV, ah_attr);
    TAKE(IBV_QP_PATH_MTU, path_mtu);
    TAKE(IBV_QP_TIMEOUT, timeout);
    TAKE(IBV_QP_RETRY_CNT, retry_cnt);
    TAKE(IBV_QP_RNR_RETRY, rnr_retry);
    TAKE(IBV_QP_RQ_PSN, rq_psn);
    TAKE(IBV_QP_SQ_PSN, sq_psn);
    TAKE(IBV_QP_MAX_QP_RD_ATOMIC, max_rd_atomic);
    TAKE(IBV_QP_MAX_DEST_RD_ATOMIC, max_dest_rd_atomic);
    TAKE(IBV_QP_ALT_PATH, alt_ah_attr);
    TAKE(IBV_QP_ALT_PATH, alt_pkey_index);
    TAKE(IBV_QP_ALT_PATH, alt_port_num);
    TAKE(IBV_QP_ALT_PATH, alt_timeout);
    TAKE(IBV_QP_MIN_RNR_TIMER, min_rnr_timer);
    TAKE(IBV_QP_PATH_MIG_STATE, path_mig_state);
    TAKE(IBV_QP_DEST_QPN, dest_qp_num);
    TAKE(IBV_QP_RATE_LIMIT, rate_limit);
#undef TAKE
}

int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
    struct mock_qp *mine = OF(qp, qp);
    FAULT_ERRNO();
    if (!ALIVE(qp, QP, qp))
        return EINVAL;
    int error = 0;
    pthread_mutex_lock(&wire);
    enum ibv_qp_state from = qp->state, to = mask & IBV_QP_STATE ? attr->qp_state : from;
    int wanted = required(qp->qp_type, from, to);
    if ((mask & IBV_QP_CUR_STATE) && attr->cur_qp_state != from)
        error = EINVAL;
    else if (to != from && (!wanted || (mask & wanted) != wanted))
        error = EINVAL;
    else if (((mask & IBV_QP_PORT) && attr->port_num != 1) || ((mask & IBV_QP_PKEY_INDEX) && attr->pkey_index > 1) ||
             ((mask & IBV_QP_PATH_MTU) && (attr->path_mtu < IBV_MTU_256 || attr->path_mtu > IBV_MTU_4096)))
        error = EINVAL;
    if (!error) {
        take(&mine->attr, attr, mask);
        if (to == IBV_QPS_RESET) {
            empty(mine);
            memset(&mine->attr, 0, sizeof mine->attr);
        }
        if (to == IBV_QPS_ERR && from != IBV_QPS_RESET) {
            fail_qp(mine);
        } else {
            qp->state = to;
            run(mine);
            run_blocked();
        }
    }
    pthread_mutex_unlock(&wire);
    return error;
}

int ibv_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask, struct ibv_qp_init_attr *init)
{
    struct mock_qp *mine = OF(qp, qp);
    FAULT_ERRNO();
    if (!ALIVE(qp, QP, qp))
        return EINVAL;
    pthread_mutex_lock(&wire);
    *attr = mine->attr;
    attr->qp_state = attr->cur_qp_state = qp->state;
    attr->cap = mine->cap;
    *init = (struct ibv_qp_init_attr){ .qp_context = qp->qp_context, .send_cq = qp->send_cq, .recv_cq = qp->recv_cq,
                                       .srq = qp->srq, .cap = mine->cap, .qp_type = qp->qp_type,
                                       .sq_sig_all = mine->signal_all };
    pthread_mutex_unlock(&wire);
    return 0;
}

int ibv_query_qp_data_in_order(struct ibv_qp *qp, enum ibv_wr_opcode opcode, uint32_t flags)
{
    return 1;
}

int ibv_destroy_qp(struct ibv_qp *qp)
{
    struct mock_qp *mine = OF(qp, qp);
    FAULT_ERRNO();
    if (!ALIVE(qp, QP, qp))
        return EINVAL;
    if (mine->group_count)
        return EBUSY;
    pthread_mutex_lock(&wire);
    pthread_spin_lock(&mine->lock);
    int error = leave_books(&mine->object, __func__);
    if (!error)
        pairs[qp->qp_num % SLOTS] = NULL;
    pthread_spin_unlock(&mine->lock);
    if (!error) {
        forget_completions(mine->send_cq, mine);
        forget_completions(mine->recv_cq, mine);
        queue_forget(&CONTEXT_OF(qp->context)->events, &mine->object);
        free(mine->ring);
        free(mine->identifiers);
        mine->ring = NULL;
        receives_close(&mine->receives);
        run_blocked();
    }
    pthread_mutex_unlock(&wire);
    if (error)
        return error;
    await_acknowledged(&mine->object, __func__);
    bury(&mine->object, qp, sizeof *qp);
    return 0;
}

int ibv_attach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
    struct mock_qp *mine = OF(qp, qp);
    FAULT_ERRNO();
    if (!ALIVE(qp, QP, qp) || qp->qp_type != IBV_QPT_UD || gid->raw[0] != 0xff)
        return EINVAL;
    int error = 0;
    pthread_mutex_lock(&wire);
    if (mine->group_count == 4)
        error = ENOMEM;
    else
        mine->groups[mine->group_count++] = *gid;
    pthread_mutex_unlock(&wire);
    return error;
}

int ibv_detach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
    struct mock_qp *mine = OF(qp, qp);
    FAULT_ERRNO();
    if (!ALIVE(qp, QP, qp))
        return EINVAL;
    int error = EINVAL;
    pthread_mutex_lock(&wire);
    for (int i = 0; i < mine->group_count && error; i++)
        if (!memcmp(&mine->groups[i], gid, sizeof *gid)) {
            mine->groups[i] = mine->groups[--mine->group_count];
            error = 0;
        }
    pthread_mutex_unlock(&wire);
    return error;
}
