package org.jdapl.verbs.ffm;

/**
 * Error numbers of Linux and the one place that knows how the libraries tell them. There are three
 * conventions, and some functions change from one to the other between versions:
 *
 * <ul>
 *   <li>the error number itself ({@code ibv_post_send}, {@code ibv_modify_qp}, {@code
 *       ibv_destroy_qp});
 *   <li>-1, with the number in {@code errno} ({@code rdma_connect}, {@code ibv_query_gid});
 *   <li>the negative error number ({@code umad_send}, {@code ibv_poll_cq} of some drivers).
 * </ul>
 *
 * A null pointer with the number in {@code errno} ({@code ibv_create_qp}) is told as -1 here.
 */
public final class Errno {
    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int EINTR = 4;
    public static final int EIO = 5;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EACCES = 13;
    public static final int EBUSY = 16;
    public static final int ENODEV = 19;
    public static final int EINVAL = 22;
    public static final int ENOSYS = 38;
    public static final int EOPNOTSUPP = 95;
    public static final int ENOBUFS = 105;
    public static final int ETIMEDOUT = 110;

    private Errno() {}

    /**
     * The error number of a call that failed.
     *
     * @param result what it returned, not zero
     * @param captured {@code errno} after the call
     * @return a positive error number; {@link #EIO} where the call gave none
     */
    public static int of(int result, int captured) {
        if (result > 0) {
            return result;
        }
        if (result == -1) {
            return captured > 0 ? captured : EIO;
        }
        return -result;
    }
}
