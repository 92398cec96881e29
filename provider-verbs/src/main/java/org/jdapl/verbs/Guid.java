package org.jdapl.verbs;

import java.util.HexFormat;

/**
 * The globally unique identifier of a device or of its system, eight bytes.
 *
 * @param value the bytes as a number, the first one highest
 */
public record Guid(long value) {

    /**
     * Its text, as {@code ibv_devinfo} and sysfs have it.
     *
     * @return four groups, such as {@code 0202:c9ff:fe00:0001}
     */
    @Override
    public String toString() {
        return text(value);
    }

    static String text(long value) {
        String hex = HexFormat.of().toHexDigits(value);
        return String.join(
                ":",
                hex.substring(0, 4),
                hex.substring(4, 8),
                hex.substring(8, 12),
                hex.substring(12));
    }
}
