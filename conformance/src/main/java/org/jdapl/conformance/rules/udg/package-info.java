/** The group UDG: datagrams, address handles and multicast groups. */
package org.jdapl.conformance.rules.udg;
