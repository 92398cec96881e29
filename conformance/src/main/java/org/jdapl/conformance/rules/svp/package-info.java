/** Rules about service points, requests that are handed over, and waiting for connections. */
package org.jdapl.conformance.rules.svp;
