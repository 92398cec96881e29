package org.jdapl.verbs.struct;

import java.util.List;
import org.jdapl.verbs.ffm.Struct;

/** All of this package, for the test that compares it with the installed header. */
public final class VerbsStructs {
    private VerbsStructs() {}

    /** Every structure of this package. */
    public static List<Struct> all() {
        return List.of(
                IbvAh.LAYOUT,
                IbvAhAttr.LAYOUT,
                IbvAsyncEvent.LAYOUT,
                IbvCompChannel.LAYOUT,
                IbvContext.LAYOUT,
                IbvCq.LAYOUT,
                IbvCqInitAttrEx.LAYOUT,
                IbvCqModerationCaps.LAYOUT,
                IbvDevice.LAYOUT,
                IbvDeviceAttr.LAYOUT,
                IbvDeviceAttrEx.LAYOUT,
                IbvGid.LAYOUT,
                IbvGidEntry.LAYOUT,
                IbvGlobalRoute.LAYOUT,
                IbvGrh.LAYOUT,
                IbvModifyCqAttr.LAYOUT,
                IbvMr.LAYOUT,
                IbvMw.LAYOUT,
                IbvMwBind.LAYOUT,
                IbvMwBindInfo.LAYOUT,
                IbvOdpCaps.LAYOUT,
                IbvPacketPacingCaps.LAYOUT,
                IbvPciAtomicCaps.LAYOUT,
                IbvPd.LAYOUT,
                IbvPortAttr.LAYOUT,
                IbvQp.LAYOUT,
                IbvQpAttr.LAYOUT,
                IbvQpCap.LAYOUT,
                IbvQpInitAttr.LAYOUT,
                IbvQpInitAttrEx.LAYOUT,
                IbvRecvWr.LAYOUT,
                IbvRssCaps.LAYOUT,
                IbvRxHashConf.LAYOUT,
                IbvSendWr.LAYOUT,
                IbvSge.LAYOUT,
                IbvSrq.LAYOUT,
                IbvSrqAttr.LAYOUT,
                IbvSrqInitAttr.LAYOUT,
                IbvSrqInitAttrEx.LAYOUT,
                IbvTdInitAttr.LAYOUT,
                IbvTmCap.LAYOUT,
                IbvTmCaps.LAYOUT,
                IbvTsoCaps.LAYOUT,
                IbvWc.LAYOUT,
                VerbsContext.LAYOUT);
    }

    /** The classes whose constants are the header defines too, by name. */
    public static List<Class<?>> constants() {
        return List.of(
                DeviceConstants.class,
                MemoryConstants.class,
                QueueConstants.class,
                WorkConstants.class);
    }
}
