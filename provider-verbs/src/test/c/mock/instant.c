/*
 * Posting and polling of queue pairs that transfer nothing and complete at once (mock_instant), for measuring what
 * callers cost. The form of queue entries, and what is done to them, are those of a device: work requests of 64 bytes
 * in network byte order, identifiers beside them, a doorbell record, a fence and a doorbell; completions of 64 bytes
 * with an ownership bit, a lookup of the queue pair. Only the writing of the completion, which a device does, is ours.
 */
#include "mock.h"

struct hardware_wqe {
    __be32 opcode_index, number_size, flags, immediate;
    __be64 remote;
    __be32 rkey, reserved;
    __be32 length, lkey;
    __be64 address;
    char more[16];              /* a second element */
};

struct hardware_cqe {
    char reserved[40];
    __be32 bytes, immediate, number;
    __be16 index;
    uint8_t opcode, owner;
    char more[8];
};

_Static_assert(sizeof(struct hardware_wqe) == 64 && sizeof(struct hardware_cqe) == 64, "as a device has them");

#define BE32 __builtin_bswap32
#define BE64 __builtin_bswap64

static void write_instant(struct mock_qp *qp, struct hardware_wqe *to, const struct ibv_send_wr *wr, uint32_t index)
{
    to->opcode_index = BE32(index << 8 | wr->opcode);
    to->number_size = BE32(qp->pub.qp_num << 8 | (2 + wr->num_sge));
    to->flags = BE32(wr->send_flags | (qp->signal_all ? IBV_SEND_SIGNALED : 0));
    to->immediate = wr->imm_data;
    if (wr->opcode != IBV_WR_SEND) {
        to->remote = BE64(wr->wr.rdma.remote_addr);
        to->rkey = BE32(wr->wr.rdma.rkey);
        to->reserved = 0;
    }
    struct ibv_sge *from = wr->sg_list;
    __be32 *data = &to->length;
    for (int i = 0; i < wr->num_sge; i++, from++, data += 4) {
        data[0] = BE32(from->length);
        data[1] = BE32(from->lkey);
        *(__be64 *)&data[2] = BE64(from->addr);
    }
    qp->identifiers[index & (qp->slots - 1)] = wr->wr_id;
}

/* What the device does. */
static void complete_instant(struct mock_qp *qp, uint32_t from, uint32_t to)
{
    struct mock_cq *cq = qp->send_cq;
    for (; from != to; from++) {
        const struct hardware_wqe *wqe = (void *)wqe_at(qp, from);
        struct hardware_cqe *cqe = (void *)&cq->ring[cq->tail & (cq->size - 1)];
        if (!(wqe->flags & BE32(IBV_SEND_SIGNALED)))
            continue;
        cqe->bytes = wqe->length;
        cqe->immediate = wqe->immediate;
        cqe->number = BE32(qp->pub.qp_num);
        cqe->index = __builtin_bswap16(from);
        cqe->opcode = BE32(wqe->opcode_index);
        __atomic_store_n(&cqe->owner, !(cq->tail & cq->size), __ATOMIC_RELEASE);
        cq->tail++;
    }
}

int post_instant(struct mock_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
    int error = 0;
    pthread_spin_lock(&qp->lock);
    uint32_t first = qp->tail, tail = first;
    for (; wr; wr = wr->next, tail++) {
        if (wr->opcode > IBV_WR_RDMA_READ || (uint32_t)wr->num_sge > 2)
            error = EINVAL;
        else if (tail - qp->free >= qp->slots)
            error = ENOMEM;
        if (error) {
            *bad = wr;
            break;
        }
        write_instant(qp, (void *)wqe_at(qp, tail), wr, tail);
    }
    if (tail != first) {
        qp->tail = tail;
        __atomic_thread_fence(__ATOMIC_RELEASE);
        qp->doorbell = BE32(tail);
#ifdef __x86_64__
        __builtin_ia32_sfence();
#else
        __sync_synchronize();
#endif
        qp->bell = *(uint64_t *)wqe_at(qp, first);
        complete_instant(qp, first, tail);
    }
    pthread_spin_unlock(&qp->lock);
    return error;
}

static bool take_instant(struct mock_cq *cq, struct mock_qp **qp, struct ibv_wc *wc)
{
    struct hardware_cqe *cqe = (void *)&cq->ring[cq->head & (cq->size - 1)];
    if (__atomic_load_n(&cqe->owner, __ATOMIC_ACQUIRE) != !(cq->head & cq->size))
        return false;
    uint32_t number = BE32(cqe->number);
    if (!*qp || (*qp)->pub.qp_num != number)
        *qp = qp_find(number);
    uint16_t index = __builtin_bswap16(cqe->index);
    wc->wr_id = (*qp)->identifiers[index & ((*qp)->slots - 1)];
    wc->status = IBV_WC_SUCCESS;
    wc->wc_flags = 0;
    switch (cqe->opcode) {
    case IBV_WR_RDMA_WRITE_WITH_IMM: wc->wc_flags = IBV_WC_WITH_IMM; /* fall through */
    case IBV_WR_RDMA_WRITE: wc->opcode = IBV_WC_RDMA_WRITE; break;
    case IBV_WR_RDMA_READ: wc->opcode = IBV_WC_RDMA_READ; break;
    default: wc->opcode = IBV_WC_SEND; break;
    }
    wc->vendor_err = 0;
    wc->byte_len = BE32(cqe->bytes);
    wc->imm_data = cqe->immediate;
    wc->qp_num = number;
    (*qp)->free += (uint16_t)(index + 1 - (*qp)->free);
    cq->head++;
    return true;
}

int poll_instant(struct mock_cq *cq, int count, struct ibv_wc *wc)
{
    struct mock_qp *qp = NULL;
    int n = 0;
    while (n < count && take_instant(cq, &qp, &wc[n]))
        n++;
    if (n)
        *(volatile uint32_t *)&cq->consumer = BE32(cq->head);
    return n;
}
