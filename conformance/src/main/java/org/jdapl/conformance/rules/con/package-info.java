/** Rules about connect, accept, reject. */
package org.jdapl.conformance.rules.con;
