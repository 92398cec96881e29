/** The real clock, thread parking and random source. Nothing else in the runtime touches them. */
package org.jdapl.core.seam;
