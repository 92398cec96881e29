package org.jdapl.api.data;

/** Attribute keys of the InfiniBand and RoCE transports (IBTA volume 1, chapters 9 and 12). */
public final class InfinibandAttributes {

    /** Service level, 0 to 15. */
    public static final AttributeKey<Integer> SERVICE_LEVEL =
            AttributeKey.of("ib.serviceLevel", Integer.class);

    /** Path MTU in bytes: 256, 512, 1024, 2048 or 4096. */
    public static final AttributeKey<Integer> PATH_MTU =
            AttributeKey.of("ib.pathMtu", Integer.class);

    /** Transport retry count, 0 to 7. */
    public static final AttributeKey<Integer> RETRY_COUNT =
            AttributeKey.of("ib.retryCount", Integer.class);

    /**
     * How often a message that meets no receive is tried again, 0 to 7, where 7 means without end;
     * 6 by default. It is about the endpoint's own messages, whatever the peer asks for.
     */
    public static final AttributeKey<Integer> RNR_RETRY_COUNT =
            AttributeKey.of("ib.rnrRetryCount", Integer.class);

    /** Index of the source GID in the port's table. */
    public static final AttributeKey<Integer> GID_INDEX =
            AttributeKey.of("ib.gidIndex", Integer.class);

    /** Index of the partition key in the port's table. */
    public static final AttributeKey<Integer> PKEY_INDEX =
            AttributeKey.of("ib.pkeyIndex", Integer.class);

    private InfinibandAttributes() {}
}
