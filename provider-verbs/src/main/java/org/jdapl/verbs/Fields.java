package org.jdapl.verbs;

import org.jdapl.verbs.ffm.Memory;

/**
 * Reads fields of a C structure, each as an {@code int} where one is wide enough.
 *
 * @param address of the structure
 */
record Fields(long address) {

    int u8(long field) {
        return Byte.toUnsignedInt(Memory.getByte(address + field));
    }

    int u16(long field) {
        return Short.toUnsignedInt(Memory.getShort(address + field));
    }

    int s32(long field) {
        return Memory.getInt(address + field);
    }

    long u32(long field) {
        return Integer.toUnsignedLong(s32(field));
    }

    long u64(long field) {
        return Memory.getLong(address + field);
    }

    Guid guid(long field) {
        return new Guid(Memory.getBigLong(address + field));
    }

    Gid gid(long field) {
        return Gid.of(Memory.bytes(address + field, Gid.BYTES));
    }

    String string(long field, int limit) {
        return Memory.string(address + field, limit);
    }

    /** Those of a structure that is a member. */
    Fields member(long field) {
        return new Fields(address + field);
    }
}
