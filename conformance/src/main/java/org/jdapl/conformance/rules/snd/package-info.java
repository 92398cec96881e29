/** Rules about send and receive. */
package org.jdapl.conformance.rules.snd;
