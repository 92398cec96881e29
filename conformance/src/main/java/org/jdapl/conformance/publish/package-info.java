/**
 * Our own certificates: what is asked of them, and the pages of {@code docs} that show them. {@code
 * etc/certificates} is the command.
 */
package org.jdapl.conformance.publish;
