/* What callers post, in the form that a device reads. */
#include "mock.h"

static volatile int pause_us;

/* A driver that takes its time before it reads what it is to post. */
void mock_pause(int microseconds)
{
    pause_us = microseconds;
}

/* Begins a change of a queue pair; false: it died. */
static bool lock_pair(struct mock_qp *qp, const char *function)
{
    pthread_mutex_lock(&wire);
    pthread_spin_lock(&qp->lock);
    if (alive(qp, offsetof(struct mock_qp, object), QP, function))
        return true;
    pthread_spin_unlock(&qp->lock);
    pthread_mutex_unlock(&wire);
    return false;
}

/* Writes a work request as 64 bytes, or more where it has more than one scatter element. */
static int write_wqe(struct mock_qp *qp, struct wqe *wqe, const struct ibv_send_wr *wr)
{
    if (wr->num_sge < 0 || (uint32_t)wr->num_sge > qp->cap.max_send_sge)
        return EINVAL;
    if (qp->pub.qp_type == IBV_QPT_UD && wr->opcode != IBV_WR_SEND && wr->opcode != IBV_WR_SEND_WITH_IMM)
        return EINVAL;
    wqe->wr_id = wr->wr_id;
    wqe->opcode = wr->opcode;
    wqe->flags = wr->send_flags | (qp->signal_all ? IBV_SEND_SIGNALED : 0);
    wqe->sges = wr->num_sge;
    wqe->immediate = wr->imm_data;
    wqe->bytes = 0;
    switch (wr->opcode) {
    case IBV_WR_RDMA_WRITE:
    case IBV_WR_RDMA_WRITE_WITH_IMM:
    case IBV_WR_RDMA_READ:
        wqe->remote = wr->wr.rdma.remote_addr;
        wqe->rkey = wr->wr.rdma.rkey;
        break;
    case IBV_WR_ATOMIC_CMP_AND_SWP:
    case IBV_WR_ATOMIC_FETCH_AND_ADD:
        wqe->remote = wr->wr.atomic.remote_addr;
        wqe->rkey = wr->wr.atomic.rkey;
        wqe->first = wr->wr.atomic.compare_add;
        wqe->second = wr->wr.atomic.swap;
        break;
    case IBV_WR_SEND:
    case IBV_WR_SEND_WITH_IMM:
    case IBV_WR_SEND_WITH_INV:
        if (qp->pub.qp_type == IBV_QPT_UD) {
            if (!ALIVE(ah, AH, wr->wr.ud.ah))
                return EINVAL;
            /* A device has the handle's contents from here on; the object may go. */
            struct mock_ah *ah = OF(ah, wr->wr.ud.ah);
            memcpy(&wqe->first, ah->attr.grh.dgid.raw, 16);
            wqe->remote = (uint64_t)wr->wr.ud.remote_qpn << 32 | wr->wr.ud.remote_qkey;
        }
        break;
    case IBV_WR_LOCAL_INV:
        break;
    case IBV_WR_BIND_MW:
        if (!ALIVE(mw, MW, wr->bind_mw.mw) ||
            (wr->bind_mw.bind_info.length && !ALIVE(mr, MR, wr->bind_mw.bind_info.mr)))
            return EINVAL;
        wqe->sges = 0;
        wqe->first = (uintptr_t)wr->bind_mw.mw;
        wqe->second = (uintptr_t)wr->bind_mw.bind_info.mr;
        wqe->immediate = wr->bind_mw.rkey;
        wqe->rkey = wr->bind_mw.bind_info.mw_access_flags;
        wqe->remote = wr->bind_mw.bind_info.length;
        wqe->data[0].addr = wr->bind_mw.bind_info.addr;
        return 0;
    default:
        return EINVAL;
    }
    if (wr->send_flags & IBV_SEND_INLINE) {
        char *to = (char *)wqe->data;
        for (int i = 0; i < wr->num_sge; i++) {
            if (wqe->bytes + wr->sg_list[i].length > qp->cap.max_inline_data)
                return EINVAL;
            memcpy(to + wqe->bytes, (void *)(uintptr_t)wr->sg_list[i].addr, wr->sg_list[i].length);
            wqe->bytes += wr->sg_list[i].length;
        }
        wqe->flags |= INLINE;
    } else {
        for (int i = 0; i < wr->num_sge; i++)
            wqe->data[i] = wr->sg_list[i];
    }
    return 0;
}

int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
    struct mock_qp *mine = OF(qp, qp);
    int error = 0;
    if (injections && injected(__func__, &error)) {
        *bad = wr;
        return error;
    }
    if (!ALIVE(qp, QP, qp) || (mine->instant && qp->state != IBV_QPS_RTS)) {
        *bad = wr;
        return EINVAL;
    }
    if (mine->instant)
        return post_instant(mine, wr, bad);
    if (!lock_pair(mine, __func__)) {
        *bad = wr;
        return EINVAL;
    }
    if (pause_us)
        usleep(pause_us);
    uint32_t tail = mine->tail;
    if (qp->state < IBV_QPS_RTS)
        error = EINVAL;
    for (; wr && !error; wr = wr->next) {
        if (tail - mine->free >= mine->slots || !mine->cap.max_send_wr)
            error = ENOMEM;
        else
            error = write_wqe(mine, wqe_at(mine, tail), wr);
        if (error)
            break;
        tail++;
    }
    if (error)
        *bad = wr;
    mine->tail = tail;
    pthread_spin_unlock(&mine->lock);
    run(mine);
    pthread_mutex_unlock(&wire);
    return error;
}

static int post_receives(struct receives *receives, uint32_t first_used, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
    for (; wr; wr = wr->next) {
        *bad = wr;
        if (receives->tail - first_used >= receives->size)
            return ENOMEM;
        if (wr->num_sge < 0 || (uint32_t)wr->num_sge > receives->max_sge)
            return EINVAL;
        struct receive *receive = &receives->ring[receives->tail & (receives->size - 1)];
        receive->wr_id = wr->wr_id;
        receive->count = wr->num_sge;
        for (int i = 0; i < wr->num_sge; i++)
            receive->sges[i] = wr->sg_list[i];
        receives->tail++;
    }
    return 0;
}

int post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
    struct mock_qp *mine = OF(qp, qp);
    int error = 0;
    if (injections && injected(__func__, &error)) {
        *bad = wr;
        return error;
    }
    if (!ALIVE(qp, QP, qp) || !lock_pair(mine, __func__)) {
        *bad = wr;
        return EINVAL;
    }
    if (qp->state == IBV_QPS_RESET || mine->srq || !mine->cap.max_recv_wr) {
        *bad = wr;
        error = EINVAL;
    } else {
        error = post_receives(&mine->receives, mine->receives.polled, wr, bad);
    }
    pthread_spin_unlock(&mine->lock);
    if (qp->state == IBV_QPS_ERR)
        fail_qp(mine);
    run_blocked();
    pthread_mutex_unlock(&wire);
    return error;
}

int post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
    struct mock_srq *mine = OF(srq, srq);
    int error = 0;
    if (injections && injected(__func__, &error)) {
        *bad = wr;
        return error;
    }
    if (!ALIVE(srq, SRQ, srq)) {
        *bad = wr;
        return EINVAL;
    }
    pthread_mutex_lock(&wire);
    pthread_spin_lock(&mine->lock);
    if (ALIVE(srq, SRQ, srq)) {
        error = post_receives(&mine->queue, mine->queue.head, wr, bad);
    } else {
        *bad = wr;
        error = EINVAL;
    }
    pthread_spin_unlock(&mine->lock);
    run_blocked();
    pthread_mutex_unlock(&wire);
    return error;
}

/* A window of type 1: its new key is told at once, and the binding is work like any other. */
int bind_mw(struct ibv_qp *qp, struct ibv_mw *mw, struct ibv_mw_bind *bind)
{
    struct ibv_send_wr *bad, wr = {
        .wr_id = bind->wr_id, .opcode = IBV_WR_BIND_MW, .send_flags = bind->send_flags,
        .bind_mw = { .mw = mw, .rkey = ibv_inc_rkey(mw->rkey), .bind_info = bind->bind_info },
    };
    FAULT_ERRNO();
    int error = post_send(qp, &wr, &bad);
    if (!error)
        mw->rkey = wr.bind_mw.rkey;
    return error;
}
