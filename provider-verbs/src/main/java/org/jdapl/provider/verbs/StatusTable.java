package org.jdapl.provider.verbs;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PostStatus;
import org.jdapl.spi.ProviderException;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;

/** What the numbers of verbs are in DAT's words. */
final class StatusTable {

    /** Statuses of completions, by the verbs status's number. */
    private static final int[] COMPLETION =
            new int[org.jdapl.verbs.CompletionStatus.values().length];

    /** Kinds of errors of control calls. */
    private record Code(DatType type, DatSubtype subtype) {}

    private static final Map<VerbsError, Code> CONTROL = new EnumMap<>(VerbsError.class);

    static {
        Arrays.fill(COMPLETION, CompletionStatus.TRANSPORT.value());
        put(CompletionStatus.SUCCESS, org.jdapl.verbs.CompletionStatus.SUCCESS);
        put(CompletionStatus.FLUSHED, org.jdapl.verbs.CompletionStatus.WR_FLUSH_ERR);
        put(CompletionStatus.LOCAL_LENGTH, org.jdapl.verbs.CompletionStatus.LOC_LEN_ERR);
        put(
                CompletionStatus.LOCAL_ENDPOINT,
                org.jdapl.verbs.CompletionStatus.LOC_QP_OP_ERR,
                org.jdapl.verbs.CompletionStatus.LOC_EEC_OP_ERR);
        put(
                CompletionStatus.LOCAL_PROTECTION,
                org.jdapl.verbs.CompletionStatus.LOC_PROT_ERR,
                org.jdapl.verbs.CompletionStatus.LOC_ACCESS_ERR);
        put(CompletionStatus.BAD_RESPONSE, org.jdapl.verbs.CompletionStatus.BAD_RESP_ERR);
        put(CompletionStatus.REMOTE_ACCESS, org.jdapl.verbs.CompletionStatus.REM_ACCESS_ERR);
        put(
                CompletionStatus.REMOTE_RESPONDER,
                org.jdapl.verbs.CompletionStatus.REM_INV_REQ_ERR,
                org.jdapl.verbs.CompletionStatus.REM_OP_ERR,
                org.jdapl.verbs.CompletionStatus.REM_INV_RD_REQ_ERR,
                org.jdapl.verbs.CompletionStatus.REM_ABORT_ERR);
        put(
                CompletionStatus.RECEIVER_NOT_READY,
                org.jdapl.verbs.CompletionStatus.RNR_RETRY_EXC_ERR);
        put(CompletionStatus.RMR_OPERATION_FAILED, org.jdapl.verbs.CompletionStatus.MW_BIND_ERR);

        put(VerbsError.CLOSED, DatType.INVALID_HANDLE, DatSubtype.NO_SUBTYPE);
        put(VerbsError.BUSY, DatType.INVALID_STATE, DatSubtype.NO_SUBTYPE);
        put(VerbsError.INVALID_ARGUMENT, DatType.INVALID_PARAMETER, DatSubtype.NO_SUBTYPE);
        put(VerbsError.NO_MEMORY, DatType.INSUFFICIENT_RESOURCES, DatSubtype.RESOURCE_MEMORY);
        put(VerbsError.NO_DESCRIPTORS, DatType.INSUFFICIENT_RESOURCES, DatSubtype.RESOURCE_DEVICE);
        put(VerbsError.NO_PERMISSION, DatType.PRIVILEGES_VIOLATION, DatSubtype.NO_SUBTYPE);
        put(VerbsError.NOT_SUPPORTED, DatType.MODEL_NOT_SUPPORTED, DatSubtype.NO_SUBTYPE);
        put(VerbsError.NO_DEVICE, DatType.PROVIDER_NOT_FOUND, DatSubtype.NO_SUBTYPE);
        put(VerbsError.ADDRESS_IN_USE, DatType.CONN_QUAL_IN_USE, DatSubtype.NO_SUBTYPE);
        put(VerbsError.ADDRESS_NOT_AVAILABLE, DatType.INVALID_ADDRESS, DatSubtype.NO_SUBTYPE);
        put(VerbsError.TIMED_OUT, DatType.TIMEOUT_EXPIRED, DatSubtype.NO_SUBTYPE);
        put(VerbsError.UNAVAILABLE, DatType.PROVIDER_NOT_FOUND, DatSubtype.NO_SUBTYPE);
    }

    private static final Code OTHER = new Code(DatType.INTERNAL_ERROR, DatSubtype.NO_SUBTYPE);

    private StatusTable() {}

    private static void put(CompletionStatus to, org.jdapl.verbs.CompletionStatus... statuses) {
        for (org.jdapl.verbs.CompletionStatus status : statuses) {
            COMPLETION[status.code()] = to.value();
        }
    }

    private static void put(VerbsError error, DatType type, DatSubtype subtype) {
        CONTROL.put(error, new Code(type, subtype));
    }

    /** The number of DAT for the number of a verbs completion's status. */
    static int completion(int code) {
        return code >= 0 && code < COMPLETION.length
                ? COMPLETION[code]
                : CompletionStatus.TRANSPORT.value();
    }

    /**
     * What a post's result is for the runtime. It has checked all that it can: a full queue is full
     * in earnest.
     *
     * @param result 0, or a negative error number
     */
    static int post(int result) {
        return switch (result) {
            case 0 -> PostStatus.OK;
            case -12, -11 -> PostStatus.QUEUE_FULL; // ENOMEM, EAGAIN
            case -22 -> PostStatus.INVALID_ARGUMENT; // EINVAL
            case -107 -> PostStatus.INVALID_STATE; // ENOTCONN
            case -95, -38 -> PostStatus.NOT_SUPPORTED; // EOPNOTSUPP, ENOSYS
            default -> PostStatus.PROVIDER_ERROR;
        };
    }

    /** What a post is that the library did not make: of a device that was removed, for example. */
    static int post(VerbsException e) {
        return e.error() == VerbsError.CLOSED
                ? PostStatus.INVALID_STATE
                : PostStatus.PROVIDER_ERROR;
    }

    /** What a failed control call is for the runtime. */
    static ProviderException control(VerbsException e) {
        Code code = CONTROL.getOrDefault(e.error(), OTHER);
        return new ProviderException(code.type(), code.subtype(), e.getMessage(), e.errno());
    }
}
