package org.jdapl.core;

import org.jdapl.api.DatException;
import org.jdapl.api.ErrorScope;
import org.jdapl.api.HandleKind;
import org.jdapl.api.Remedy;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.spi.ProviderException;

/**
 * Makes the exceptions of control calls: the one table from what went wrong to DAT code, scope and
 * remedy.
 */
final class Errors {

    private Errors() {}

    static DatException closed(HandleKind kind) {
        return new DatException(
                DatCode.error(DatType.INVALID_HANDLE, handleSubtype(kind)),
                words(kind) + " is closed",
                ErrorScope.OBJECT,
                Remedy.NONE);
    }

    static DatException foreign(DatSubtype subtype, String what) {
        return new DatException(
                DatCode.error(DatType.INVALID_HANDLE, subtype),
                what,
                ErrorScope.CALL,
                Remedy.FIX_ARGUMENT);
    }

    static DatException parameter(int argument, String message) {
        return new DatException(
                DatCode.error(
                        DatType.INVALID_PARAMETER,
                        DatSubtype.values()[DatSubtype.INVALID_ARG1.ordinal() + argument - 1]),
                message,
                ErrorScope.CALL,
                Remedy.FIX_ARGUMENT);
    }

    static DatException length(String message) {
        return new DatException(
                DatCode.error(DatType.LENGTH_ERROR, DatSubtype.NO_SUBTYPE),
                message,
                ErrorScope.CALL,
                Remedy.FIX_ARGUMENT);
    }

    static DatException state(DatSubtype subtype, String message) {
        return new DatException(
                DatCode.error(DatType.INVALID_STATE, subtype),
                message,
                ErrorScope.CALL,
                Remedy.FIX_ORDER);
    }

    static DatException endpointState(EndpointState state, String call) {
        return state(state.subtype(), call + " is not allowed while the endpoint is " + state);
    }

    static DatException inUse(DatSubtype subtype, HandleKind kind, String users) {
        return state(subtype, words(kind) + " is in use by " + users);
    }

    static DatException resources(DatSubtype subtype, String message) {
        return new DatException(
                DatCode.error(DatType.INSUFFICIENT_RESOURCES, subtype),
                message,
                ErrorScope.CALL,
                Remedy.CLOSE);
    }

    static DatException queueFull(String message) {
        return new DatException(
                DatCode.error(DatType.QUEUE_FULL, DatSubtype.NO_SUBTYPE),
                message,
                ErrorScope.CALL,
                Remedy.RETRY);
    }

    static DatException aborted(HandleKind kind) {
        return new DatException(
                DatCode.error(DatType.ABORT, DatSubtype.NO_SUBTYPE),
                words(kind) + " was closed while a thread waited on it",
                ErrorScope.OBJECT,
                Remedy.NONE);
    }

    static DatException lost(String adapter) {
        return new DatException(
                DatCode.error(DatType.ABORT, DatSubtype.NO_SUBTYPE),
                "the adapter " + adapter + " is lost: nothing will come of it any more",
                ErrorScope.ADAPTER,
                Remedy.NONE);
    }

    static DatException privileges(DatSubtype subtype, String message) {
        return new DatException(
                DatCode.error(DatType.PRIVILEGES_VIOLATION, subtype),
                message,
                ErrorScope.CALL,
                Remedy.FIX_ARGUMENT);
    }

    static DatException protection(String message) {
        return new DatException(
                DatCode.error(DatType.PROTECTION_VIOLATION, DatSubtype.NO_SUBTYPE),
                message,
                ErrorScope.CALL,
                Remedy.FIX_ARGUMENT);
    }

    static DatException notSupported(Capability capability, String adapter) {
        return new DatException(
                DatCode.error(DatType.MODEL_NOT_SUPPORTED, DatSubtype.NO_SUBTYPE),
                "adapter " + adapter + " does not have the capability " + capability,
                ErrorScope.CALL,
                Remedy.NONE);
    }

    static DatException address(DatSubtype subtype, String message) {
        return new DatException(
                DatCode.error(DatType.INVALID_ADDRESS, subtype),
                message,
                ErrorScope.CALL,
                Remedy.FIX_ARGUMENT);
    }

    static DatException notFound(String message) {
        return new DatException(
                DatCode.error(DatType.PROVIDER_NOT_FOUND, DatSubtype.NAME_NOT_REGISTERED),
                message,
                ErrorScope.CALL,
                Remedy.FIX_ARGUMENT);
    }

    static DatException provider(DatType type, String message) {
        return new DatException(
                DatCode.error(type, DatSubtype.NO_SUBTYPE),
                message,
                ErrorScope.CALL,
                Remedy.FIX_ORDER);
    }

    static DatException internal(String message) {
        return new DatException(
                DatCode.error(DatType.INTERNAL_ERROR, DatSubtype.NO_SUBTYPE),
                message,
                ErrorScope.OBJECT,
                Remedy.CLOSE);
    }

    /** A provider's call threw what it must not throw. */
    static DatException failed(String call, Throwable failure) {
        DatException result = internal(failedIn(call, failure));
        result.initCause(failure);
        return result;
    }

    /** A provider's call gave null where it owes an object. */
    static DatException gaveNull(String call) {
        return internal("the provider failed in " + call + ": it gave null");
    }

    /** What failed in a provider's call, in words. */
    static String failedIn(String call, Throwable failure) {
        return "the provider failed in " + call + ": " + rootCause(failure);
    }

    /** Turns a provider's exception into the consumer's. */
    static DatException from(ProviderException e) {
        Remedy remedy =
                switch (e.code().type()) {
                    case INVALID_PARAMETER, INVALID_ADDRESS, LENGTH_ERROR, CONN_QUAL_IN_USE ->
                            Remedy.FIX_ARGUMENT;
                    case INSUFFICIENT_RESOURCES, CONN_QUAL_UNAVAILABLE -> Remedy.CLOSE;
                    case MODEL_NOT_SUPPORTED, NOT_IMPLEMENTED -> Remedy.NONE;
                    default -> Remedy.FIX_SETUP;
                };
        DatException result =
                new DatException(
                        e.code(),
                        String.valueOf(e.getMessage()),
                        ErrorScope.CALL,
                        remedy,
                        e.nativeCode());
        result.initCause(e);
        return result;
    }

    /** Why something failed, in words for a report. */
    static String reason(Throwable failure) {
        return failure instanceof DatException e ? e.text() : failure.toString();
    }

    /** What is at the bottom of a failure: wrappers of class loading say nothing of it. */
    static Throwable rootCause(Throwable failure) {
        Throwable root = failure;
        for (Throwable next = root.getCause(); next != null; next = next.getCause()) {
            root = next;
        }
        return root;
    }

    static DatSubtype handleSubtype(HandleKind kind) {
        return switch (kind) {
            case CONNECTION_REQUEST -> DatSubtype.INVALID_HANDLE_CR;
            case ENDPOINT -> DatSubtype.INVALID_HANDLE_EP;
            case EVENT_DISPATCHER -> DatSubtype.INVALID_HANDLE_EVD_REQUEST;
            case INTERFACE_ADAPTER -> DatSubtype.INVALID_HANDLE_IA;
            case LOCAL_MEMORY_REGION -> DatSubtype.INVALID_HANDLE_LMR;
            case PUBLIC_SERVICE_POINT -> DatSubtype.INVALID_HANDLE_PSP;
            case PROTECTION_ZONE -> DatSubtype.INVALID_HANDLE_PZ;
            case REMOTE_MEMORY_REGION -> DatSubtype.INVALID_HANDLE_RMR;
            case RESERVED_SERVICE_POINT -> DatSubtype.INVALID_HANDLE_RSP;
            case NOTIFICATION_OBJECT -> DatSubtype.INVALID_HANDLE_CNO;
            case SHARED_RECEIVE_QUEUE -> DatSubtype.INVALID_HANDLE_SRQ;
            case COMMON_SERVICE_POINT -> DatSubtype.INVALID_HANDLE_CSP;
            case ADDRESS_HANDLE, MULTICAST_GROUP -> DatSubtype.INVALID_HANDLE1;
        };
    }

    static String plural(HandleKind kind) {
        String words = words(kind).substring(4);
        return words.endsWith("y") ? words.substring(0, words.length() - 1) + "ies" : words + "s";
    }

    static String words(HandleKind kind) {
        return "the " + kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }
}
