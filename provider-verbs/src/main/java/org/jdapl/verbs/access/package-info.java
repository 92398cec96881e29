/**
 * How the packages above {@code org.jdapl.verbs} (the connection manager, the providers) reach the
 * native side of its handles. Not exported: who has a pointer can do anything with it.
 */
package org.jdapl.verbs.access;
