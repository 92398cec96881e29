/**
 * What a conformance test stands on, in either process: named time bounds, guarded memory with
 * known contents, an opened adapter with the objects that a test needs, events in a form that
 * crosses processes, and the search for leaks. It speaks the consumer API only and knows no test
 * framework.
 */
package org.jdapl.conformance.base;
