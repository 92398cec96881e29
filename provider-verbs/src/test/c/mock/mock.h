/*
 * A libibverbs without hardware, for tests of its callers: a device of software whose queue pairs reach each other
 * inside of the process. It declares nothing itself: structures and prototypes are those of the installed headers.
 *
 * What it is strict about: every object is of a kind and alive when it is used, parents outlive their children, and
 * what is created is destroyed. Everything else is counted as a violation (mock_violations); a destroyed object is
 * poisoned and stays mapped, so that a late call is counted and does not crash.
 *
 * Locks, in the order in which they are taken: wire (all data transfer), a queue's own, books.
 */
#ifndef MOCK_H
#define MOCK_H

#define _GNU_SOURCE
#include <infiniband/verbs.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* The functions that the header hides behind macros of the same name. */
#undef ibv_query_port
#undef ibv_reg_mr
#undef ibv_reg_mr_iova

enum kind {
    LIST = 1, CONTEXT, PD, MR, MW, CHANNEL, CQ, SRQ, QP, AH, KINDS
};

/* What the books know of an object. */
struct object {
    enum kind kind;
    uint32_t magic;
    int children;
    int unacked;                /* events that were taken and not acknowledged */
    struct object *parents[4];
    void *start;                /* of the memory of the whole */
};

struct event {                  /* of a channel or a context */
    struct event *next;
    struct object *object;      /* that it is about, or null */
    void *element;
    int number;                 /* its type, or nothing */
};

struct event_queue {
    int fd;                     /* an eventfd that counts what is in the queue */
    struct event *first, **last;
};

struct mock_context {
    struct verbs_context verbs; /* the public part is its end */
    struct object object;
    struct event_queue events;
    struct mock_context *next;
};

struct mock_pd { struct ibv_pd pub; struct object object; };
struct mock_ah { struct ibv_ah pub; struct object object; struct ibv_ah_attr attr; };

/* What a key leads to: a region, or a window that is bound. */
struct key {
    uint32_t key;               /* 0: nothing */
    struct ibv_pd *pd;
    struct ibv_qp *qp;          /* the only one that may use it, or null */
    uint64_t address, length;   /* as callers say it */
    uint64_t memory;            /* where it begins */
    unsigned access;
};

struct mock_mr { struct ibv_mr pub; struct object object; uint64_t iova; unsigned access; };
struct mock_mw { struct ibv_mw pub; struct object object; struct mock_mr *bound; uint32_t key; };

struct mock_channel { struct ibv_comp_channel pub; struct object object; struct event_queue events; };

struct cqe {                    /* of 64 bytes, as of a device */
    struct ibv_wc wc;
    struct mock_qp *qp;         /* whose slots up to `slots` are free when this is polled */
    uint32_t slots;
};

struct mock_cq {
    struct ibv_cq pub;
    struct object object;
    pthread_spinlock_t lock;
    struct cqe *ring;
    uint32_t size, head, tail;
    int armed;                  /* 0 no, 1 for all, 2 for solicited ones */
    struct mock_qp *instant;    /* see mock_instant */
    uint32_t consumer;          /* the doorbell of polling */
};

struct receive { uint64_t wr_id; int count; struct ibv_sge *sges; };

struct receives {               /* a receive queue */
    struct receive *ring;
    struct ibv_sge *sges;
    uint32_t size, max_sge, head, tail;   /* head: the next to use */
    uint32_t polled;            /* slots before it are free */
};

struct mock_srq {
    struct ibv_srq pub;
    struct object object;
    pthread_spinlock_t lock;
    struct receives queue;
    uint32_t limit;
};

struct wqe {                    /* a work request in the device's form: 64 bytes, and what follows of them */
    uint64_t wr_id;
    uint8_t opcode, flags;
    uint16_t sges;
    uint32_t immediate;         /* or the key to invalidate, or the new one of a window */
    uint64_t remote;
    uint32_t rkey;
    uint32_t bytes;             /* inline */
    uint64_t first, second;     /* of atomics; address handle, queue pair and Q_Key; window and region */
    struct ibv_sge data[];
};

#define INLINE 0x80             /* in wqe.flags */

struct mock_qp {
    struct ibv_qp pub;
    struct object object;
    pthread_spinlock_t lock;
    struct mock_cq *send_cq, *recv_cq;
    struct mock_srq *srq;
    struct ibv_qp_cap cap;
    struct ibv_qp_attr attr;
    bool signal_all, instant, blocked;
    char *ring;
    uint32_t slots, stride;     /* a power of two; bytes */
    uint32_t tail, next;        /* posted; to be executed */
    volatile uint32_t free;     /* slots before it are free */
    volatile uint32_t doorbell;
    volatile uint64_t bell;     /* the device's register */
    uint64_t *identifiers;      /* of an instant one */
    struct receives receives;
    union ibv_gid groups[4];
    int group_count;
};

#define OF(type, pointer) ((struct mock_##type *)(pointer))

extern pthread_mutex_t wire;
extern volatile int injections;

/* books.c */
bool injected(const char *function, int *error);
void violation(const char *function, const char *what);
bool alive(const void *pointer, size_t offset, enum kind kind, const char *function);
bool enter_books(struct object *object, enum kind kind, void *start, struct object *parents[4]);
int leave_books(struct object *object, const char *function);
void bury(struct object *object, void *pub, size_t length);
void queue_open(struct event_queue *queue);
void queue_close(struct event_queue *queue);
void queue_put(struct event_queue *queue, struct object *object, void *element, int number);
bool queue_take(struct event_queue *queue, struct event *event);
void queue_forget(struct event_queue *queue, struct object *object);
void acknowledge(const void *pointer, size_t offset, enum kind kind, int count, const char *function);
void await_acknowledged(struct object *object, const char *function);

#define ALIVE(type, KIND, pointer) alive(pointer, offsetof(struct mock_##type, object), KIND, __func__)
#define ACKNOWLEDGE(type, KIND, pointer, count) \
    acknowledge(pointer, offsetof(struct mock_##type, object), KIND, count, __func__)
#define CONTEXT_OF(pointer) ((struct mock_context *)((char *)(pointer) - offsetof(struct mock_context, verbs.context)))
#define ALIVE_CONTEXT(pointer) \
    alive((pointer) ? (void *)CONTEXT_OF(pointer) : NULL, offsetof(struct mock_context, object), CONTEXT, __func__)

/* Begins a function: a fault that was asked for is returned by the function's own convention. */
#define FAULT_ERRNO() do { int e_; if (injections && injected(__func__, &e_)) return e_; } while (0)
#define FAULT_MINUS() do { int e_; if (injections && injected(__func__, &e_)) { errno = e_; return -1; } } while (0)
#define FAULT_NULL() do { int e_; if (injections && injected(__func__, &e_)) { errno = e_; return NULL; } } while (0)

static inline void *none(int error)
{
    errno = error;
    return NULL;
}

/* device.c */
void raise_event(struct ibv_context *context, struct object *object, void *element, enum ibv_event_type type);
int port_is_active(void);

/* memory.c */
struct key *key_find(uint32_t key);
uint32_t key_new(const struct key *what);
void key_drop(uint32_t key);
int window_bind(struct mock_qp *qp, struct mock_mw *mw, uint32_t key, struct mock_mr *mr, uint64_t address,
                uint64_t length, unsigned access);
int window_invalidate(uint32_t key);
struct ibv_mw *alloc_mw(struct ibv_pd *pd, enum ibv_mw_type type);
int dealloc_mw(struct ibv_mw *mw);
int advise_mr(struct ibv_pd *pd, enum ibv_advise_mr_advice advice, uint32_t flags, struct ibv_sge *sges, uint32_t count);
struct ibv_mr *alloc_null_mr(struct ibv_pd *pd);

/* completion.c */
void complete(struct mock_cq *cq, const struct ibv_wc *wc, struct mock_qp *qp, uint32_t slots, bool solicited);
void forget_completions(struct mock_cq *cq, struct mock_qp *qp);
int poll_cq(struct ibv_cq *cq, int count, struct ibv_wc *wc);
int req_notify_cq(struct ibv_cq *cq, int solicited_only);

/* queues.c */
struct mock_qp *qp_find(uint32_t number);
struct mock_qp *qp_next(struct mock_qp *after);
struct ibv_qp *create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *attr);
struct ibv_srq *create_srq_ex(struct ibv_context *context, struct ibv_srq_init_attr_ex *attr);
int get_srq_num(struct ibv_srq *srq, uint32_t *number);

/* posting.c */
int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);
int post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
int post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
int bind_mw(struct ibv_qp *qp, struct ibv_mw *mw, struct ibv_mw_bind *bind);

static inline struct wqe *wqe_at(struct mock_qp *qp, uint32_t index)
{
    return (struct wqe *)(qp->ring + (size_t)(index & (qp->slots - 1)) * qp->stride);
}

/* instant.c */
int post_instant(struct mock_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);
int poll_instant(struct mock_cq *cq, int count, struct ibv_wc *wc);

/* wire.c: all with `wire` held */
void run(struct mock_qp *qp);
void run_blocked(void);
void fail_qp(struct mock_qp *qp);

#endif
