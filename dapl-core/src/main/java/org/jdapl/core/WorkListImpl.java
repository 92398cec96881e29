package org.jdapl.core;

import java.util.Objects;
import org.jdapl.api.Work;
import org.jdapl.api.WorkList;
import org.jdapl.api.data.PostStatus;
import org.jspecify.annotations.Nullable;

/** A list of prepared work. */
final class WorkListImpl implements WorkList {

    private final @Nullable WorkImpl[] items;
    private int size;
    int refusal = PostStatus.OK;

    WorkListImpl(int capacity) {
        items = new WorkImpl[capacity];
    }

    WorkImpl get(int index) {
        return Objects.requireNonNull(items[index]);
    }

    @Override
    public WorkList clear() {
        size = 0;
        refusal = PostStatus.OK;
        return this;
    }

    @Override
    public WorkList add(Work work) {
        items[Objects.checkIndex(size, items.length)] = (WorkImpl) work;
        size++;
        return this;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int refusal() {
        return refusal;
    }
}
