package org.jdapl.middleware;

import org.jdapl.api.DatException;
import org.jdapl.api.ErrorScope;
import org.jdapl.api.Remedy;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;

/** The refusals of this package that have no type of their own. */
final class Refusals {

    private Refusals() {}

    static DatException closed(String what) {
        return new DatException(
                DatCode.error(DatType.INVALID_HANDLE, DatSubtype.NO_SUBTYPE),
                what + " is closed",
                ErrorScope.OBJECT,
                Remedy.FIX_ORDER);
    }

    static DatException inUse(String text) {
        return new DatException(
                DatCode.error(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_LMR_IN_USE),
                text,
                ErrorScope.CALL,
                Remedy.FIX_ORDER);
    }

    static DatException order(String text) {
        return new DatException(
                DatCode.error(DatType.INVALID_STATE, DatSubtype.NO_SUBTYPE),
                text,
                ErrorScope.CALL,
                Remedy.FIX_ORDER);
    }

    static DatException exhausted(DatSubtype resource, String text) {
        return new DatException(
                DatCode.error(DatType.INSUFFICIENT_RESOURCES, resource),
                text,
                ErrorScope.CALL,
                Remedy.RETRY);
    }

    static DatException parameter(String text) {
        return new DatException(
                DatCode.error(DatType.INVALID_PARAMETER, DatSubtype.NO_SUBTYPE),
                text,
                ErrorScope.CALL,
                Remedy.FIX_ARGUMENT);
    }

    static DatException tooLong(String text) {
        return new DatException(
                DatCode.error(DatType.LENGTH_ERROR, DatSubtype.NO_SUBTYPE),
                text,
                ErrorScope.CALL,
                Remedy.FIX_ARGUMENT);
    }

    static DatException unsupported(String text) {
        return new DatException(
                DatCode.error(DatType.MODEL_NOT_SUPPORTED, DatSubtype.NO_SUBTYPE),
                text,
                ErrorScope.CALL,
                Remedy.NONE);
    }
}
