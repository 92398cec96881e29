/** Small programs on the consumer API that talk with programs of other projects, for the lab. */
package org.jdapl.conformance.interop;
