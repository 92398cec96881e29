/**
 * Parts for middleware that stands on RDMA: message passing, storage, shuffles. Each can be used by
 * itself.
 *
 * <table>
 *   <caption>What there is</caption>
 *   <thead><tr><th>problem</th><th>part</th></tr></thead>
 *   <tbody>
 *   <tr><td>a message that meets no receive ends the connection</td>
 *       <td>{@link org.jdapl.middleware.CreditChannel}: credits, with the buffers to receive into</td></tr>
 *   <tr><td>registration is dear</td>
 *       <td>{@link org.jdapl.middleware.SlabPool} for buffers of one's own; {@link
 *       org.jdapl.middleware.RegistrationCache} for memory of the application</td></tr>
 *   <tr><td>inline, eager or rendezvous</td><td>{@link org.jdapl.middleware.SizeHints}</td></tr>
 *   <tr><td>futures instead of events, and giving up on one</td>
 *       <td>{@link org.jdapl.middleware.CompletionView}, {@link org.jdapl.middleware.Operation}</td></tr>
 *   <tr><td>a peer that is silent, and no transport that tells</td>
 *       <td>{@link org.jdapl.middleware.PeerWatch}</td></tr>
 *   </tbody>
 * </table>
 *
 * <p>Nothing here starts a thread: all is driven by the calls of the program. A greeting with
 * credits, from the side that accepts:
 *
 * {@snippet file="org/jdapl/middleware/Greeting.java" region="accept"}
 *
 * <p>And a write whose buffer goes back to its pool by itself, whatever becomes of it:
 *
 * {@snippet file="org/jdapl/middleware/Greeting.java" region="write"}
 *
 * <p>{@code docs/middleware.md} tells how the parts work together.
 */
package org.jdapl.middleware;
