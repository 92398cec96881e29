/** What thousands of connections leave behind on the kernel's drivers: nothing. */
@org.jspecify.annotations.NullMarked
package org.jdapl.conformance.leaks;
