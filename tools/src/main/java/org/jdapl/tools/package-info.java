/**
 * The command line. {@link org.jdapl.tools.Main} has one class for each command; they share {@link
 * org.jdapl.tools.Link} (a connection and its events), {@link org.jdapl.tools.Channel} (messages
 * with credits over a link), {@link org.jdapl.tools.SecondProcess} and {@link
 * org.jdapl.tools.Leftovers} (what must be gone when the process ends early).
 */
package org.jdapl.tools;
