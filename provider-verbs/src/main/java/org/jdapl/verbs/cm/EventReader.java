package org.jdapl.verbs.cm;

import java.net.InetSocketAddress;
import org.jdapl.verbs.cm.struct.RdmaCmEvent;
import org.jdapl.verbs.cm.struct.RdmaUdParam;
import org.jdapl.verbs.ffm.Memory;
import org.jspecify.annotations.Nullable;

/** Copies the library's events. */
final class EventReader {
    private static final byte[] NOTHING = {};

    private EventReader() {}

    /** Copies an event that was taken from its channel, whose lock is held. */
    static CmEvent read(long event) {
        CmEventType type = CmEventType.of(Memory.getInt(event + RdmaCmEvent.EVENT));
        long idPointer = Memory.getLong(event + RdmaCmEvent.ID);
        int status = Memory.getInt(event + RdmaCmEvent.STATUS);
        long param = event + RdmaCmEvent.PARAM;
        return switch (type) {
            case CONNECT_REQUEST -> {
                ConnectionId listener =
                        NativeId.find(Memory.getLong(event + RdmaCmEvent.LISTEN_ID));
                yield of(type, ConnectionId.child(idPointer, listener), listener, status, param);
            }
            case MULTICAST_JOIN, MULTICAST_ERROR -> {
                ConnectionId id = NativeId.find(idPointer);
                // The library puts the join's context where the pointer to private data is.
                InetSocketAddress group =
                        id.nativeId().joined(Memory.getLong(param + RdmaUdParam.PRIVATE_DATA));
                UdParameters datagrams =
                        type == CmEventType.MULTICAST_JOIN ? UdParameters.read(param) : null;
                yield new CmEvent(type, id, null, status, NOTHING, null, datagrams, group);
            }
            case DEVICE_REMOVAL -> {
                ConnectionId id = NativeId.find(idPointer);
                id.nativeId().deviceRemoved();
                id.channel().deviceRemoved();
                yield of(type, id, null, status, param);
            }
            default -> of(type, NativeId.find(idPointer), null, status, param);
        };
    }

    private static CmEvent of(
            CmEventType type,
            ConnectionId id,
            @Nullable ConnectionId listener,
            int status,
            long param) {
        if (id.portSpace().isDatagrams()) {
            long data = Memory.getLong(param + RdmaUdParam.PRIVATE_DATA);
            int length = Byte.toUnsignedInt(Memory.getByte(param + RdmaUdParam.PRIVATE_DATA_LEN));
            byte[] privateData = data == Memory.NULL ? NOTHING : Memory.bytes(data, length);
            UdParameters datagrams = tellsOfPeer(type) ? UdParameters.read(param) : null;
            return new CmEvent(type, id, listener, status, privateData, null, datagrams, null);
        }
        if (!tellsOfPeer(type)) {
            return new CmEvent(type, id, listener, status, NOTHING, null, null, null);
        }
        ConnectionParameters connection = ConnectionParameters.read(param);
        return new CmEvent(
                type, id, listener, status, connection.privateData(), connection, null, null);
    }

    private static boolean tellsOfPeer(CmEventType type) {
        return switch (type) {
            case CONNECT_REQUEST, CONNECT_RESPONSE, ESTABLISHED, REJECTED, DISCONNECTED -> true;
            default -> false;
        };
    }
}
