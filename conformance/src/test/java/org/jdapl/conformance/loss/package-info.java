/** Tests on a network of the lab's that loses packets. */
@org.jspecify.annotations.NullMarked
package org.jdapl.conformance.loss;
