/** The provider {@code ib}: its traits and which devices are its own. */
package org.jdapl.provider.ib;
