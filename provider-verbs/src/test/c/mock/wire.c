/* The device at work: what was posted is executed at once, by the thread that posted. All with `wire` held. */
#include "mock.h"

#define GRH_BYTES 40
#define MULTICAST 0xffffff

static int blocked;   /* how many pairs wait for a receive of their peer */

struct data {         /* what a message carries */
    const struct ibv_sge *sges;
    int count;
    uint32_t length;
};

/* Where a range of memory of a key is; null: it may not be used so. */
static void *reach(uint32_t number, const struct ibv_pd *pd, const struct ibv_qp *qp, uint64_t address, uint64_t length,
                   unsigned access)
{
    const struct key *key = key_find(number);
    if (!key || key->pd != pd || (key->qp && key->qp != qp) || (key->access & access) != access)
        return NULL;
    if (address < key->address || length > key->length || address - key->address > key->length - length)
        return NULL;
    return (void *)(uintptr_t)(key->memory + (address - key->address));
}

static bool local_good(const struct mock_qp *qp, const struct ibv_sge *sges, int count, unsigned access)
{
    for (int i = 0; i < count; i++)
        if (sges[i].length && !reach(sges[i].lkey, qp->pub.pd, &qp->pub, sges[i].addr, sges[i].length, access))
            return false;
    return true;
}

/* Copies a linear range into scatter elements or out of them, from a position on. */
static void spread(const struct mock_qp *qp, const struct ibv_sge *sges, int count, uint32_t skip, char *linear,
                   uint32_t length, bool into)
{
    for (int i = 0; i < count && length; i++) {
        if (skip >= sges[i].length) {
            skip -= sges[i].length;
            continue;
        }
        uint32_t n = sges[i].length - skip < length ? sges[i].length - skip : length;
        char *memory = reach(sges[i].lkey, qp->pub.pd, &qp->pub, sges[i].addr + skip, n, 0);
        if (memory && into)
            memmove(memory, linear, n);
        else if (memory)
            memmove(linear, memory, n);
        linear += n;
        length -= n;
        skip = 0;
    }
}

static uint32_t total(const struct ibv_sge *sges, int count)
{
    uint32_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += sges[i].length;
    return sum;
}

static enum ibv_wc_opcode opcode_of(const struct wqe *wqe)
{
    switch (wqe->opcode) {
    case IBV_WR_RDMA_WRITE:
    case IBV_WR_RDMA_WRITE_WITH_IMM: return IBV_WC_RDMA_WRITE;
    case IBV_WR_RDMA_READ: return IBV_WC_RDMA_READ;
    case IBV_WR_ATOMIC_CMP_AND_SWP: return IBV_WC_COMP_SWAP;
    case IBV_WR_ATOMIC_FETCH_AND_ADD: return IBV_WC_FETCH_ADD;
    case IBV_WR_LOCAL_INV: return IBV_WC_LOCAL_INV;
    case IBV_WR_BIND_MW: return IBV_WC_BIND_MW;
    default: return IBV_WC_SEND;
    }
}

/* ---- the receiving side -------------------------------------------------------------------------------------- */

/* The next receive of a pair, from its own queue or the shared one; false: there is none. */
static bool next_receive(struct mock_qp *qp, struct receive *receive, struct ibv_sge *sges)
{
    struct receives *queue = qp->srq ? &qp->srq->queue : &qp->receives;
    pthread_spinlock_t *lock = qp->srq ? &qp->srq->lock : &qp->lock;
    bool found = false, low = false;
    pthread_spin_lock(lock);
    if (queue->head != queue->tail) {
        *receive = queue->ring[queue->head++ & (queue->size - 1)];
        memcpy(sges, receive->sges, receive->count * sizeof *sges);
        receive->sges = sges;
        found = true;
        if (qp->srq && qp->srq->limit && queue->tail - queue->head < qp->srq->limit) {
            qp->srq->limit = 0;
            low = true;
        }
    }
    pthread_spin_unlock(lock);
    if (low)
        raise_event(qp->pub.context, &qp->srq->object, qp->srq, IBV_EVENT_SRQ_LIMIT_REACHED);
    return found;
}

static bool has_receive(struct mock_qp *qp)
{
    struct receives *queue = qp->srq ? &qp->srq->queue : &qp->receives;
    return queue->head != queue->tail;
}

static void complete_receive(struct mock_qp *qp, struct ibv_wc *wc, bool solicited)
{
    wc->qp_num = qp->pub.qp_num;
    complete(qp->recv_cq, wc, qp->srq ? NULL : qp, qp->receives.head, solicited);
}

/* Delivers a message into the next receive, of which there is one; what the sender learns. */
static enum ibv_wc_status deliver(struct mock_qp *to, struct mock_qp *from, const struct wqe *wqe, char *payload,
                                  uint32_t length)
{
    struct receive receive = { 0 };
    struct ibv_sge sges[16];
    bool ud = to->pub.qp_type == IBV_QPT_UD, write = wqe->opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
    uint32_t grh = ud ? GRH_BYTES : 0, room;
    next_receive(to, &receive, sges);
    room = total(sges, receive.count);
    struct ibv_wc wc = { .wr_id = receive.wr_id, .opcode = write ? IBV_WC_RECV_RDMA_WITH_IMM : IBV_WC_RECV,
                         .byte_len = length + grh, .src_qp = from->pub.qp_num,
                         .wc_flags = ud ? IBV_WC_GRH : 0 };
    if (wqe->opcode == IBV_WR_SEND_WITH_IMM || write) {
        wc.wc_flags |= IBV_WC_WITH_IMM;
        wc.imm_data = wqe->immediate;
    }
    if (!write && !local_good(to, sges, receive.count, IBV_ACCESS_LOCAL_WRITE))
        wc.status = IBV_WC_LOC_PROT_ERR;
    else if (!write && length + grh > room)
        wc.status = IBV_WC_LOC_LEN_ERR;
    else if (wqe->opcode == IBV_WR_SEND_WITH_INV) {
        if (window_invalidate(wqe->immediate))
            wc.status = IBV_WC_LOC_ACCESS_ERR;
        wc.wc_flags |= IBV_WC_WITH_INV;
        wc.invalidated_rkey = wqe->immediate;
    }
    if (wc.status == IBV_WC_SUCCESS && !write) {
        if (ud) {
            struct ibv_grh header = { .next_hdr = 0x1b, .hop_limit = 255 };
            ibv_query_gid(from->pub.context, 1, 1, &header.sgid);
            memcpy(&header.dgid, &wqe->first, 16);
            spread(to, sges, receive.count, 0, (char *)&header, GRH_BYTES, true);
        }
        spread(to, sges, receive.count, grh, payload, length, true);
    }
    complete_receive(to, &wc, wqe->flags & IBV_SEND_SOLICITED);
    if (wc.status == IBV_WC_SUCCESS)
        return IBV_WC_SUCCESS;
    fail_qp(to);
    return wc.status == IBV_WC_LOC_LEN_ERR ? IBV_WC_REM_INV_REQ_ERR
        : wc.status == IBV_WC_LOC_ACCESS_ERR ? IBV_WC_REM_ACCESS_ERR : IBV_WC_REM_OP_ERR;
}

static enum ibv_wc_status refuse(struct mock_qp *peer)
{
    raise_event(peer->pub.context, &peer->object, peer, IBV_EVENT_QP_ACCESS_ERR);
    fail_qp(peer);
    return IBV_WC_REM_ACCESS_ERR;
}

/* ---- the sending side ---------------------------------------------------------------------------------------- */

static enum ibv_wc_status send_datagram(struct mock_qp *qp, const struct wqe *wqe, char *payload, uint32_t length)
{
    uint32_t number = wqe->remote >> 32, qkey = (uint32_t)wqe->remote;
    for (struct mock_qp *to = qp_next(NULL); to; to = qp_next(to)) {
        bool meant = to->pub.qp_num == number;
        for (int i = 0; number == MULTICAST && i < to->group_count; i++)
            meant |= !memcmp(&to->groups[i], &wqe->first, 16);
        if (meant && to->pub.qp_type == IBV_QPT_UD && to->attr.qkey == qkey && to->pub.state >= IBV_QPS_RTR &&
            to->pub.state <= IBV_QPS_SQD && has_receive(to))
            deliver(to, qp, wqe, payload, length);
    }
    return IBV_WC_SUCCESS;
}

/* What executing a request on a connected pair came to; -1: it waits for a receive. */
static int execute_connected(struct mock_qp *qp, const struct wqe *wqe, char *payload, uint32_t length)
{
    struct mock_qp *peer = qp_find(qp->attr.dest_qp_num);
    bool reliable = qp->pub.qp_type == IBV_QPT_RC;
    bool receives = wqe->opcode == IBV_WR_SEND || wqe->opcode == IBV_WR_SEND_WITH_IMM ||
        wqe->opcode == IBV_WR_SEND_WITH_INV || wqe->opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
    if (!peer || peer->pub.qp_type != qp->pub.qp_type || peer->attr.dest_qp_num != qp->pub.qp_num ||
        peer->pub.state < IBV_QPS_RTR || peer->pub.state > IBV_QPS_SQE || !port_is_active())
        return reliable ? IBV_WC_RETRY_EXC_ERR : IBV_WC_SUCCESS;
    if (receives && !has_receive(peer)) {
        if (!reliable)
            return IBV_WC_SUCCESS;
        return qp->attr.rnr_retry == 7 ? -1 : IBV_WC_RNR_RETRY_EXC_ERR;
    }
    struct ibv_pd *pd = peer->pub.pd;
    unsigned allowed = peer->attr.qp_access_flags;
    char *memory;
    switch (wqe->opcode) {
    case IBV_WR_RDMA_WRITE:
    case IBV_WR_RDMA_WRITE_WITH_IMM:
        memory = length && (allowed & IBV_ACCESS_REMOTE_WRITE)
            ? reach(wqe->rkey, pd, &peer->pub, wqe->remote, length, IBV_ACCESS_REMOTE_WRITE) : NULL;
        if (length && !memory)
            return refuse(peer);
        if (length)
            memmove(memory, payload, length);
        return receives ? (int)deliver(peer, qp, wqe, payload, length) : IBV_WC_SUCCESS;
    case IBV_WR_RDMA_READ:
        memory = length && (allowed & IBV_ACCESS_REMOTE_READ)
            ? reach(wqe->rkey, pd, &peer->pub, wqe->remote, length, IBV_ACCESS_REMOTE_READ) : NULL;
        if (length && !memory)
            return refuse(peer);
        spread(qp, wqe->data, wqe->sges, 0, memory, length, true);
        return IBV_WC_SUCCESS;
    case IBV_WR_ATOMIC_CMP_AND_SWP:
    case IBV_WR_ATOMIC_FETCH_AND_ADD: {
        memory = allowed & IBV_ACCESS_REMOTE_ATOMIC
            ? reach(wqe->rkey, pd, &peer->pub, wqe->remote, 8, IBV_ACCESS_REMOTE_ATOMIC) : NULL;
        if (!memory)
            return refuse(peer);
        if ((uintptr_t)memory % 8 || length != 8)
            return IBV_WC_REM_INV_REQ_ERR;
        uint64_t before = *(uint64_t *)memory;
        if (wqe->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD)
            *(uint64_t *)memory = before + wqe->first;
        else if (before == wqe->first)
            *(uint64_t *)memory = wqe->second;
        spread(qp, wqe->data, wqe->sges, 0, (char *)&before, 8, true);
        return IBV_WC_SUCCESS;
    }
    default:
        return deliver(peer, qp, wqe, payload, length);
    }
}

static int execute(struct mock_qp *qp, const struct wqe *wqe)
{
    bool reads = wqe->opcode == IBV_WR_RDMA_READ || wqe->opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
        wqe->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
    if (wqe->opcode == IBV_WR_LOCAL_INV)
        return window_invalidate(wqe->immediate) ? IBV_WC_LOC_QP_OP_ERR : IBV_WC_SUCCESS;
    if (wqe->opcode == IBV_WR_BIND_MW)
        return window_bind(qp, (void *)(uintptr_t)wqe->first, wqe->immediate, (void *)(uintptr_t)wqe->second,
                           wqe->data[0].addr, wqe->remote, wqe->rkey) ? IBV_WC_MW_BIND_ERR : IBV_WC_SUCCESS;
    if (wqe->flags & INLINE)
        return qp->pub.qp_type == IBV_QPT_UD
            ? (int)send_datagram(qp, wqe, (char *)wqe->data, wqe->bytes)
            : execute_connected(qp, wqe, (char *)wqe->data, wqe->bytes);
    if (!local_good(qp, wqe->data, wqe->sges, reads ? IBV_ACCESS_LOCAL_WRITE : 0))
        return IBV_WC_LOC_PROT_ERR;
    uint32_t length = total(wqe->data, wqe->sges);
    char *payload = NULL;
    if (!reads && length) {
        payload = malloc(length);
        spread(qp, wqe->data, wqe->sges, 0, payload, length, false);
    }
    int status = qp->pub.qp_type == IBV_QPT_UD ? (int)send_datagram(qp, wqe, payload, length)
                                               : execute_connected(qp, wqe, payload, length);
    free(payload);
    return status;
}

static void complete_send(struct mock_qp *qp, const struct wqe *wqe, enum ibv_wc_status status)
{
    struct ibv_wc wc = { .wr_id = wqe->wr_id, .status = status, .opcode = opcode_of(wqe), .qp_num = qp->pub.qp_num,
                         .vendor_err = status == IBV_WC_SUCCESS ? 0 : 0x100 + status };
    if (status == IBV_WC_SUCCESS)
        wc.byte_len = wqe->flags & INLINE ? wqe->bytes : total(wqe->data, wqe->sges);
    complete(qp->send_cq, &wc, qp, qp->next, false);
}

/* Executes what a pair has posted, as far as it can. */
void run(struct mock_qp *qp)
{
    if (qp->pub.state == IBV_QPS_ERR) {
        fail_qp(qp);
        return;
    }
    while (qp->pub.state == IBV_QPS_RTS && qp->next != qp->tail) {
        struct wqe *wqe = wqe_at(qp, qp->next);
        int status = execute(qp, wqe);
        if (status < 0) {
            blocked += !qp->blocked;
            qp->blocked = true;
            return;
        }
        if (qp->next == qp->tail)
            return;     /* it sent to itself, failed, and has been flushed */
        qp->next++;
        if (status != IBV_WC_SUCCESS || (wqe->flags & IBV_SEND_SIGNALED))
            complete_send(qp, wqe, status);
        if (status != IBV_WC_SUCCESS)
            fail_qp(qp);
    }
    if (qp->blocked)
        blocked--;
    qp->blocked = false;
}

/* After something changed for which pairs may wait. */
void run_blocked(void)
{
    if (!blocked)
        return;
    for (struct mock_qp *qp = qp_next(NULL); qp; qp = qp_next(qp))
        if (qp->blocked)
            run(qp);
    blocked = 0;
    for (struct mock_qp *qp = qp_next(NULL); qp; qp = qp_next(qp))
        blocked += qp->blocked;
}

/* Into the error state; what is posted completes as flushed. */
void fail_qp(struct mock_qp *qp)
{
    struct ibv_wc wc = { .status = IBV_WC_WR_FLUSH_ERR, .qp_num = qp->pub.qp_num, .vendor_err = 0x1ff };
    bool before = qp->pub.state == IBV_QPS_ERR;
    qp->pub.state = IBV_QPS_ERR;
    while (qp->next != qp->tail) {
        struct wqe *wqe = wqe_at(qp, qp->next++);
        wc.wr_id = wqe->wr_id;
        wc.opcode = opcode_of(wqe);
        complete(qp->send_cq, &wc, qp, qp->next, false);
    }
    while (!qp->srq && qp->receives.head != qp->receives.tail) {
        wc.wr_id = qp->receives.ring[qp->receives.head++ & (qp->receives.size - 1)].wr_id;
        wc.opcode = IBV_WC_RECV;
        complete(qp->recv_cq, &wc, qp, qp->receives.head, false);
    }
    if (qp->srq && !before)
        raise_event(qp->pub.context, &qp->object, qp, IBV_EVENT_QP_LAST_WQE_REACHED);
    if (qp->blocked)
        blocked--;
    qp->blocked = false;
}
