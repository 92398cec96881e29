package org.jdapl.api;

/** A list of prepared work, to be posted in one go. Not safe for use by several threads at once. */
public interface WorkList {

    /**
     * Removes all pieces.
     *
     * @return this
     */
    WorkList clear();

    /**
     * Adds a piece. It must not be changed before the list is posted.
     *
     * @param work the piece
     * @return this
     * @throws IndexOutOfBoundsException where the list is full
     */
    WorkList add(Work work);

    /**
     * How many pieces there are.
     *
     * @return the number
     */
    int size();

    /**
     * Why the last post stopped.
     *
     * @return the {@link org.jdapl.api.data.PostStatus} of the first piece that was refused; {@code
     *     OK} where none was
     */
    int refusal();
}
