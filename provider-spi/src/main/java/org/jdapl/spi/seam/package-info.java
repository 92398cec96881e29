/**
 * The seams through which the runtime and the protocol engines see time and chance, so that the
 * same code runs under a virtual clock and replays from a seed.
 */
package org.jdapl.spi.seam;
