package org.jdapl.tools;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Texts as payloads of messages. */
final class Words {

    private Words() {}

    /** The bytes of a text, as many as a message takes. */
    static ByteBuffer encode(String text) {
        byte[] all = OneLine.flat(text).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.wrap(Arrays.copyOf(all, Math.min(all.length, Channel.PAYLOAD)));
    }

    /** The text of the bytes that are left in a payload. */
    static String decode(ByteBuffer payload) {
        return OneLine.flat(StandardCharsets.UTF_8.decode(payload).toString());
    }
}
