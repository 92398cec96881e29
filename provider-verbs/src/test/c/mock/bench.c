/* The loops of the benchmark, as a C program writes them over verbs.h. What they post completes at once. */
#include "mock.h"
#include <time.h>

#define BATCH 16
#define BYTES 64

void mock_instant(int on);

struct bench {
    struct ibv_context *context;
    struct ibv_pd *pd;
    struct ibv_cq *cq;
    struct ibv_qp *qp;
    struct ibv_mr *mr;
    struct ibv_send_wr requests[BATCH];
    struct ibv_sge sges[BATCH];
    struct ibv_wc completions[BATCH];
    char memory[BATCH * BYTES];
};

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ull + time.tv_nsec;
}

static bool ready(struct ibv_qp *qp)
{
    struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = 1 };
    if (ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS))
        return false;
    attr = (struct ibv_qp_attr){ .qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024, .ah_attr.port_num = 1 };
    if (ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                      IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER))
        return false;
    attr.qp_state = IBV_QPS_RTS;
    return !ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
                          IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC);
}

static void fill(struct bench *bench, int i, uint64_t id)
{
    bench->sges[i].addr = (uintptr_t)bench->memory + (id & (BATCH - 1)) * BYTES;
    bench->sges[i].length = BYTES;
    bench->sges[i].lkey = bench->mr->lkey;
    bench->requests[i].wr_id = id;
    bench->requests[i].sg_list = &bench->sges[i];
    bench->requests[i].num_sge = 1;
    bench->requests[i].opcode = IBV_WR_RDMA_WRITE;
    bench->requests[i].send_flags = IBV_SEND_SIGNALED;
    bench->requests[i].wr.rdma.remote_addr = id * BYTES;
    bench->requests[i].wr.rdma.rkey = bench->mr->rkey;
}

/* What a loop needs, or null. */
struct bench *bench_open(void)
{
    struct bench *bench = aligned_alloc(64, (sizeof *bench + 63) / 64 * 64);
    struct ibv_device **list = ibv_get_device_list(NULL);
    mock_instant(1);
    bench->context = ibv_open_device(list[0]);
    ibv_free_device_list(list);
    bench->pd = ibv_alloc_pd(bench->context);
    bench->cq = ibv_create_cq(bench->context, 256, NULL, NULL, 0);
    struct ibv_qp_init_attr init = { .send_cq = bench->cq, .recv_cq = bench->cq, .qp_type = IBV_QPT_RC,
                                     .cap = { .max_send_wr = 128, .max_recv_wr = 1, .max_send_sge = 1 } };
    bench->qp = ibv_create_qp(bench->pd, &init);
    mock_instant(0);
    bench->mr = ibv_reg_mr(bench->pd, bench->memory, sizeof bench->memory, IBV_ACCESS_LOCAL_WRITE);
    memset(bench->requests, 0, sizeof bench->requests);
    for (int i = 0; i < BATCH; i++) {
        fill(bench, i, i);
        bench->requests[i].next = i + 1 < BATCH ? &bench->requests[i + 1] : NULL;
    }
    return ready(bench->qp) ? bench : NULL;
}

/* The function that posting calls, its queue pair, and the first request: for a call of the same without a library. */
void *bench_post_function(struct bench *bench) { return bench->context->ops.post_send; }
void *bench_queue_pair(struct bench *bench) { return bench->qp; }
void *bench_poll_function(struct bench *bench) { return bench->context->ops.poll_cq; }
void *bench_completion_queue(struct bench *bench) { return bench->cq; }
void *bench_requests(struct bench *bench) { return bench->requests; }
void *bench_completions(struct bench *bench) { return bench->completions; }

static uint64_t poll_all(struct bench *bench, int count)
{
    uint64_t sum = 0;
    while (count > 0) {
        int n = ibv_poll_cq(bench->cq, BATCH, bench->completions);
        for (int i = 0; i < n; i++)
            sum += bench->completions[i].wr_id + bench->completions[i].status + bench->completions[i].byte_len;
        count -= n;
    }
    return sum;
}

static volatile uint64_t sink;

/* Lists of 16 that were prepared before: identifiers and addresses are new. Nanoseconds of all. */
uint64_t bench_prepared(struct bench *bench, int rounds)
{
    struct ibv_send_wr *bad;
    uint64_t begin = now(), id = 0, sum = 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < BATCH; i++) {
            bench->requests[i].wr_id = id;
            bench->sges[i].addr = (uintptr_t)bench->memory + (id++ & (BATCH - 1)) * BYTES;
        }
        if (ibv_post_send(bench->qp, bench->requests, &bad))
            return 0;
        sum += poll_all(bench, BATCH);
    }
    sink = sum;
    return now() - begin;
}

/* The same, every field written anew. */
uint64_t bench_filled(struct bench *bench, int rounds)
{
    struct ibv_send_wr *bad;
    uint64_t begin = now(), id = 0, sum = 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < BATCH; i++)
            fill(bench, i, id++);
        if (ibv_post_send(bench->qp, bench->requests, &bad))
            return 0;
        sum += poll_all(bench, BATCH);
    }
    sink = sum;
    return now() - begin;
}

/* One request, every field written, and its completion. */
uint64_t bench_single(struct bench *bench, int rounds)
{
    struct ibv_send_wr *bad, *next = bench->requests[0].next;
    uint64_t begin = now(), sum = 0;
    bench->requests[0].next = NULL;
    for (int round = 0; round < rounds; round++) {
        fill(bench, 0, round);
        if (ibv_post_send(bench->qp, bench->requests, &bad))
            return 0;
        sum += poll_all(bench, 1);
    }
    bench->requests[0].next = next;
    sink = sum;
    return now() - begin;
}

/* Polls that find nothing. */
uint64_t bench_empty(struct bench *bench, int rounds)
{
    uint64_t begin = now();
    int sum = 0;
    for (int round = 0; round < rounds; round++)
        sum += ibv_poll_cq(bench->cq, BATCH, bench->completions);
    sink = sum;
    return now() - begin;
}

/* The calls alone: a list that is there is posted, and what completes is not looked at. */
uint64_t bench_bare(struct bench *bench, int rounds)
{
    struct ibv_send_wr *bad;
    uint64_t begin = now();
    int sum = 0;
    for (int round = 0; round < rounds; round++) {
        sum += ibv_post_send(bench->qp, bench->requests, &bad);
        sum += ibv_poll_cq(bench->cq, BATCH, bench->completions);
    }
    sink = sum;
    return now() - begin;
}
