package org.jdapl.verbs.cm.struct;

import java.util.List;
import org.jdapl.verbs.ffm.Struct;

/** All of this package, for the test that compares them with the headers. */
public final class CmStructs {
    private CmStructs() {}

    /** Every structure of this package. */
    public static List<Struct> all() {
        return List.of(
                SockaddrIn.LAYOUT,
                SockaddrIn6.LAYOUT,
                RdmaIbAddr.LAYOUT,
                RdmaAddr.LAYOUT,
                RdmaRoute.LAYOUT,
                RdmaEventChannel.LAYOUT,
                RdmaCmId.LAYOUT,
                RdmaConnParam.LAYOUT,
                RdmaUdParam.LAYOUT,
                RdmaCmEvent.LAYOUT,
                RdmaAddrinfo.LAYOUT,
                RdmaCmJoinMcAttrEx.LAYOUT,
                IbvSaPathRec.LAYOUT);
    }

    /** The classes whose constants the headers define too, by name. */
    public static List<Class<?>> constants() {
        return List.of(CmConstants.class);
    }
}
