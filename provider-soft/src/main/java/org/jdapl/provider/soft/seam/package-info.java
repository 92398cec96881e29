/**
 * The seams of the driver: byte streams and the network that makes them, and the wire that an
 * adapter runs on. Protocol engines see these alone; {@code net} implements them over sockets, a
 * simulation over virtual time.
 */
package org.jdapl.provider.soft.seam;
