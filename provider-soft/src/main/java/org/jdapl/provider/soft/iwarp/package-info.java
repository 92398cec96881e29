/**
 * The wire {@code iwarp}: queue pairs and connection management on top of the RDMAP engine and a
 * network of streams.
 */
package org.jdapl.provider.soft.iwarp;
