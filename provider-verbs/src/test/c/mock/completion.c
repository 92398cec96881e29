/* Completion channels and completion queues. */
#include "mock.h"

struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *context)
{
    FAULT_NULL();
    if (!ALIVE_CONTEXT(context))
        return none(EINVAL);
    struct mock_channel *channel = calloc(1, sizeof *channel);
    if (!enter_books(&channel->object, CHANNEL, channel, (struct object *[4]){ &CONTEXT_OF(context)->object }))
        return none(EINVAL);
    queue_open(&channel->events);
    channel->pub = (struct ibv_comp_channel){ .context = context, .fd = channel->events.fd };
    return &channel->pub;
}

int ibv_destroy_comp_channel(struct ibv_comp_channel *channel)
{
    FAULT_ERRNO();
    if (!ALIVE(channel, CHANNEL, channel))
        return EINVAL;
    struct mock_channel *mine = OF(channel, channel);
    int error = leave_books(&mine->object, __func__);
    if (!error) {
        queue_close(&mine->events);
        bury(&mine->object, channel, sizeof *channel);
    }
    return error;
}

static uint32_t power_of_two(uint32_t wanted)
{
    uint32_t size = 1;
    while (size < wanted)
        size *= 2;
    return size;
}

struct ibv_cq *ibv_create_cq(struct ibv_context *context, int cqe, void *cq_context, struct ibv_comp_channel *channel,
                             int vector)
{
    FAULT_NULL();
    if (!ALIVE_CONTEXT(context) || (channel && !ALIVE(channel, CHANNEL, channel)))
        return none(EINVAL);
    if (cqe < 1 || cqe > 1 << 20 || vector < 0 || vector >= context->num_comp_vectors)
        return none(EINVAL);
    struct mock_cq *cq = calloc(1, sizeof *cq);
    struct object *parents[4] = { &CONTEXT_OF(context)->object, channel ? &OF(channel, channel)->object : NULL };
    if (!enter_books(&cq->object, CQ, cq, parents))
        return none(EINVAL);
    pthread_spin_init(&cq->lock, 0);
    cq->size = power_of_two(cqe);
    cq->ring = calloc(cq->size, sizeof *cq->ring);
    cq->pub = (struct ibv_cq){ .context = context, .channel = channel, .cq_context = cq_context, .handle = 6,
                               .cqe = cq->size };
    pthread_mutex_init(&cq->pub.mutex, NULL);
    pthread_cond_init(&cq->pub.cond, NULL);
    if (channel)
        channel->refcnt++;
    return &cq->pub;
}

int ibv_resize_cq(struct ibv_cq *cq, int cqe)
{
    struct mock_cq *mine = OF(cq, cq);
    FAULT_ERRNO();
    if (!ALIVE(cq, CQ, cq) || cqe < 1 || cqe > 1 << 20)
        return EINVAL;
    int error = 0;
    uint32_t size = power_of_two(cqe);
    struct cqe *ring = calloc(size, sizeof *ring);
    pthread_spin_lock(&mine->lock);
    uint32_t count = mine->tail - mine->head;
    if (count > size) {
        error = EINVAL;
    } else {
        for (uint32_t i = 0; i < count; i++)
            ring[i] = mine->ring[(mine->head + i) & (mine->size - 1)];
        struct cqe *old = mine->ring;
        mine->ring = ring;
        mine->size = size;
        mine->head = 0;
        mine->tail = count;
        cq->cqe = size;
        ring = old;
    }
    pthread_spin_unlock(&mine->lock);
    free(ring);
    return error;
}

int ibv_destroy_cq(struct ibv_cq *cq)
{
    struct mock_cq *mine = OF(cq, cq);
    FAULT_ERRNO();
    if (!ALIVE(cq, CQ, cq))
        return EINVAL;
    pthread_mutex_lock(&wire);
    pthread_spin_lock(&mine->lock);
    int error = leave_books(&mine->object, __func__);
    if (!error)
        mine->head = mine->tail;
    pthread_spin_unlock(&mine->lock);
    if (!error) {
        if (cq->channel) {
            queue_forget(&OF(channel, cq->channel)->events, &mine->object);
            cq->channel->refcnt--;
        }
        queue_forget(&CONTEXT_OF(cq->context)->events, &mine->object);
    }
    pthread_mutex_unlock(&wire);
    if (error)
        return error;
    await_acknowledged(&mine->object, __func__);
    free(mine->ring);
    mine->ring = NULL;
    bury(&mine->object, cq, sizeof *cq);
    return 0;
}

int ibv_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq, void **cq_context)
{
    struct event taken;
    FAULT_MINUS();
    if (!ALIVE(channel, CHANNEL, channel)) {
        errno = EINVAL;
        return -1;
    }
    if (!queue_take(&OF(channel, channel)->events, &taken))
        return -1;
    *cq = taken.element;
    *cq_context = (*cq)->cq_context;
    return 0;
}

void ibv_ack_cq_events(struct ibv_cq *cq, unsigned count)
{
    ACKNOWLEDGE(cq, CQ, cq, count);
}

/* ---- what is completed --------------------------------------------------------------------------------------- */

/* `slots`: the queue's slots before it are free when this is polled. */
void complete(struct mock_cq *cq, const struct ibv_wc *wc, struct mock_qp *qp, uint32_t slots, bool solicited)
{
    bool notify = false, overrun = false;
    pthread_spin_lock(&cq->lock);
    if (cq->tail - cq->head == cq->size) {
        overrun = true;
    } else {
        cq->ring[cq->tail++ & (cq->size - 1)] = (struct cqe){ .wc = *wc, .qp = qp, .slots = slots };
        notify = cq->armed == 1 || (cq->armed == 2 && (solicited || wc->status != IBV_WC_SUCCESS));
        if (notify)
            cq->armed = 0;
    }
    pthread_spin_unlock(&cq->lock);
    if (overrun)
        raise_event(cq->pub.context, &cq->object, cq, IBV_EVENT_CQ_ERR);
    if (notify && cq->pub.channel)
        queue_put(&OF(channel, cq->pub.channel)->events, &cq->object, cq, 0);
}

/* As drivers do when a queue pair is destroyed or reset: what it completed and nobody polled is gone. */
void forget_completions(struct mock_cq *cq, struct mock_qp *qp)
{
    pthread_spin_lock(&cq->lock);
    uint32_t kept = cq->head;
    for (uint32_t i = cq->head; i != cq->tail; i++)
        if (cq->ring[i & (cq->size - 1)].qp != qp)
            cq->ring[kept++ & (cq->size - 1)] = cq->ring[i & (cq->size - 1)];
    cq->tail = kept;
    if (cq->instant == qp)
        cq->instant = NULL;
    pthread_spin_unlock(&cq->lock);
}

int poll_cq(struct ibv_cq *cq, int count, struct ibv_wc *wc)
{
    struct mock_cq *mine = OF(cq, cq);
    int n = 0, e;
    if (injections && injected(__func__, &e))
        return -e;
    if (!ALIVE(cq, CQ, cq))
        return -EINVAL;
    pthread_spin_lock(&mine->lock);
    if (mine->instant) {
        n = poll_instant(mine, count, wc);
    } else {
        for (; n < count && mine->head != mine->tail; n++) {
            struct cqe *cqe = &mine->ring[mine->head++ & (mine->size - 1)];
            wc[n] = cqe->wc;
            if (cqe->qp && cqe->wc.opcode & IBV_WC_RECV)
                cqe->qp->receives.polled = cqe->slots;
            else if (cqe->qp)
                cqe->qp->free = cqe->slots;
        }
    }
    pthread_spin_unlock(&mine->lock);
    /* A poll that began before the queue was destroyed and ended after it. */
    if (!ALIVE(cq, CQ, cq))
        return -EINVAL;
    return n;
}

int req_notify_cq(struct ibv_cq *cq, int solicited_only)
{
    struct mock_cq *mine = OF(cq, cq);
    FAULT_ERRNO();
    if (!ALIVE(cq, CQ, cq))
        return EINVAL;
    pthread_spin_lock(&mine->lock);
    if (mine->armed != 1)
        mine->armed = solicited_only ? 2 : 1;
    pthread_spin_unlock(&mine->lock);
    return 0;
}
