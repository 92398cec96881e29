/**
 * The other side of a test: a second JVM, so that what the tests say of processes is true. {@link
 * org.jdapl.conformance.peer.Peer} starts it and speaks with it line by line over its standard
 * streams; {@link org.jdapl.conformance.peer.RemoteParty} and its kin command its objects. Every
 * command is bounded, the process dies with its parent, and {@link
 * org.jdapl.conformance.peer.Peer#kill()} is SIGKILL.
 */
package org.jdapl.conformance.peer;
