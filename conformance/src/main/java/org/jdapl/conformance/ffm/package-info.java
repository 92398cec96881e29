/** Calls of the operating system that the kit makes. */
package org.jdapl.conformance.ffm;
