/** Calls of the operating system. */
package org.jdapl.core.ffm;
