/** Verbs for Java. */
package org.jdapl.verbs;
