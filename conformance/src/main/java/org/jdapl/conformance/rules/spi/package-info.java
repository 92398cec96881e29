/** The rules of group SPI: the provider interface, without the runtime. */
package org.jdapl.conformance.rules.spi;
