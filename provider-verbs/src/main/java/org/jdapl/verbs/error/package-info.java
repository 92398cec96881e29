/**
 * What goes wrong in the verbs libraries: one exception, {@link
 * org.jdapl.verbs.error.VerbsException}, that carries the call, the operating system's error number
 * and one of the kinds of {@link org.jdapl.verbs.error.VerbsError}.
 *
 * <p>Posting and polling throw nothing for what a program has to expect (a full queue): they return
 * a negative error number.
 */
package org.jdapl.verbs.error;
