/** Parts that a provider may use or not: a software completion queue, and small lock-free tools. */
package org.jdapl.spi.kit;
