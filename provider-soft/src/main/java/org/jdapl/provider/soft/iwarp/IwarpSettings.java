package org.jdapl.provider.soft.iwarp;

import java.net.InetAddress;
import java.util.List;
import org.jdapl.api.data.AttributeKey;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.attributes.SoftAttributes;
import org.jdapl.provider.soft.rdmap.ConnectionSettings;
import org.jdapl.provider.soft.wire.Fpdu;
import org.jdapl.provider.soft.wire.MpaFrame;
import org.jdapl.spi.ProviderException;
import org.jspecify.annotations.Nullable;

/**
 * Transport attributes, checked.
 *
 * @param connection what holds for connections
 * @param localAddress where outgoing connections start; null for the system's choice
 */
record IwarpSettings(ConnectionSettings connection, @Nullable InetAddress localAddress) {

    /** Private data is this much shorter than the frame's, since RFC 6581 takes four bytes. */
    private static final int MAX_PRIVATE_DATA = MpaFrame.MAX_PD_LENGTH - 4;

    private static final List<AttributeKey<?>> OF_ENDPOINTS =
            List.of(
                    IwarpAttributes.CRC,
                    IwarpAttributes.MPA_REVISION,
                    IwarpAttributes.FRAMING,
                    IwarpAttributes.MSS,
                    IwarpAttributes.PEER_TO_PEER,
                    IwarpAttributes.MAX_PRIVATE_DATA,
                    IwarpAttributes.RFC_7306_PEER);

    /** Reads the attributes of an adapter. */
    static IwarpSettings ofAdapter(TransportAttributes attributes) {
        for (AttributeKey<?> key : attributes.keys()) {
            if (!OF_ENDPOINTS.contains(key) && !key.equals(SoftAttributes.LOCAL_ADDRESS)) {
                throw unknown(key, "adapter");
            }
        }
        return new IwarpSettings(
                merge(ConnectionSettings.DEFAULT, attributes),
                attributes.get(SoftAttributes.LOCAL_ADDRESS).orElse(null));
    }

    /** Reads the attributes of an endpoint, which go over those of the adapter. */
    ConnectionSettings ofEndpoint(TransportAttributes attributes) {
        for (AttributeKey<?> key : attributes.keys()) {
            if (!OF_ENDPOINTS.contains(key)) {
                throw unknown(key, "endpoint");
            }
        }
        return merge(connection, attributes);
    }

    private static ConnectionSettings merge(ConnectionSettings base, TransportAttributes a) {
        int revision = a.getOrDefault(IwarpAttributes.MPA_REVISION, base.revision());
        check(
                revision == MpaFrame.REVISION_1 || revision == MpaFrame.REVISION_2,
                IwarpAttributes.MPA_REVISION,
                revision);
        int mss = a.getOrDefault(IwarpAttributes.MSS, base.mss());
        check(mss == 0 || mss >= Fpdu.MIN_MSS_BYTES, IwarpAttributes.MSS, mss);
        int privateData = a.getOrDefault(IwarpAttributes.MAX_PRIVATE_DATA, base.maxPrivateData());
        check(
                privateData >= 0 && privateData <= MAX_PRIVATE_DATA,
                IwarpAttributes.MAX_PRIVATE_DATA,
                privateData);
        boolean packed =
                a.get(IwarpAttributes.FRAMING)
                        .map(f -> f == IwarpAttributes.Framing.PACKED)
                        .orElse(base.packed());
        return new ConnectionSettings(
                a.getOrDefault(IwarpAttributes.CRC, base.crc()),
                revision,
                a.getOrDefault(IwarpAttributes.PEER_TO_PEER, base.peerToPeer()),
                packed,
                mss,
                privateData,
                a.getOrDefault(IwarpAttributes.RFC_7306_PEER, base.extensions()));
    }

    private static void check(boolean good, AttributeKey<?> key, int value) {
        if (!good) {
            throw new ProviderException(
                    DatType.INVALID_PARAMETER,
                    "the value of " + key + " is not possible: " + value);
        }
    }

    private static ProviderException unknown(AttributeKey<?> key, String of) {
        return new ProviderException(
                DatType.INVALID_PARAMETER,
                "the iwarp wire does not know the " + of + " attribute " + key);
    }
}
