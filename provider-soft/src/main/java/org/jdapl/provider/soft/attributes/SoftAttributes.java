package org.jdapl.provider.soft.attributes;

import java.net.InetAddress;
import org.jdapl.api.data.AttributeKey;

/**
 * Attribute keys of the software provider, beside those of {@link
 * org.jdapl.api.data.IwarpAttributes}.
 */
public final class SoftAttributes {

    /**
     * When opening an adapter: the local address that outgoing connections start from. Default: the
     * system's choice.
     */
    public static final AttributeKey<InetAddress> LOCAL_ADDRESS =
            AttributeKey.of("soft.localAddress", InetAddress.class);

    private SoftAttributes() {}
}
