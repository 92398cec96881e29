/** The provider {@code iwarp}: its traits and which devices are its own. */
package org.jdapl.provider.iwarp;
