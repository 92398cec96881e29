package org.jdapl.verbs.ffm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The layout of a C structure: its fields one after the other, each at a multiple of its own
 * alignment, as the System V conventions have it. Offsets are meant to be read once, into constants
 * of the class that is named after the structure.
 *
 * <p>A test compares every structure, field by field, with what a C compiler makes of the installed
 * headers.
 */
public final class Struct {

    /**
     * A field.
     *
     * @param name its name in C, such as {@code max_send_wr} or {@code wr.rdma.rkey}
     * @param offset from the beginning of the structure
     * @param size in bytes
     */
    public record Field(String name, long offset, long size) {}

    private final String cName;
    private final List<Field> fields = new ArrayList<>();
    private long end;
    private long alignment = 1;

    private Struct(String cName) {
        this.cName = cName;
    }

    /**
     * Begins a structure.
     *
     * @param cName its name in C with its keyword, such as {@code struct ibv_sge}
     */
    public static Struct of(String cName) {
        return new Struct(cName);
    }

    public Struct u8(String name) {
        return add(name, 1, 1);
    }

    public Struct u16(String name) {
        return add(name, 2, 2);
    }

    public Struct u32(String name) {
        return add(name, 4, 4);
    }

    public Struct u64(String name) {
        return add(name, 8, 8);
    }

    public Struct pointer(String name) {
        return add(name, 8, 8);
    }

    /** Bytes in a row, such as {@code char name[64]}. */
    public Struct bytes(String name, long length) {
        return add(name, length, 1);
    }

    /** A member that is a structure or a union itself. */
    public Struct member(String name, Struct type) {
        return add(name, type.size(), type.alignment);
    }

    /** A member of which only the size and the alignment count. */
    public Struct opaque(String name, long size, long align) {
        return add(name, size, align);
    }

    /**
     * A union: its alternatives all begin at the same offset.
     *
     * @param name its name, empty for one without
     * @param alternatives structures, named as the members of the union are; one without a name
     *     stands for members that are no structures
     */
    public Struct union(String name, Struct... alternatives) {
        long size = 0;
        long align = 1;
        for (Struct alternative : alternatives) {
            size = Math.max(size, alternative.size());
            align = Math.max(align, alternative.alignment);
        }
        long offset = up(end, align);
        for (Struct alternative : alternatives) {
            for (Field field : alternative.fields) {
                fields.add(
                        new Field(
                                dotted(dotted(name, alternative.cName), field.name()),
                                offset + field.offset(),
                                field.size()));
            }
        }
        end = offset + up(size, align);
        alignment = Math.max(alignment, align);
        return this;
    }

    private static String dotted(String outer, String inner) {
        return outer.isEmpty() || inner.isEmpty() ? outer + inner : outer + "." + inner;
    }

    /** A second name for a place: the members of a union all begin at the same offset. */
    public Struct at(String name, long offset, long size) {
        fields.add(new Field(name, offset, size));
        end = Math.max(end, offset + size);
        return this;
    }

    private Struct add(String name, long size, long align) {
        long offset = up(end, align);
        fields.add(new Field(name, offset, size));
        end = offset + size;
        alignment = Math.max(alignment, align);
        return this;
    }

    private static long up(long value, long align) {
        return (value + align - 1) / align * align;
    }

    /** The offset of a field. */
    public long offset(String name) {
        for (Field field : fields) {
            if (field.name().equals(name)) {
                return field.offset();
            }
        }
        throw new IllegalArgumentException(cName + " has no field " + name);
    }

    /** The size in bytes, padding at the end included. */
    public long size() {
        return up(end, alignment);
    }

    public String cName() {
        return cName;
    }

    public List<Field> fields() {
        return Collections.unmodifiableList(fields);
    }
}
