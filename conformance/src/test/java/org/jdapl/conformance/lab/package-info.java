/** Tests on the kernel's own drivers, in the lab's guest: what only a device can show. */
@org.jspecify.annotations.NullMarked
package org.jdapl.conformance.lab;
