/**
 * Connection management: librdmacm for Java. Addresses of IP stand for devices, ports for services;
 * it resolves, connects, accepts and refuses on InfiniBand, RoCE and iWARP alike, finds datagram
 * services and joins multicast groups, and brings queue pairs from state to state on the way.
 *
 * <table>
 *   <caption>What there is, and what C calls it</caption>
 *   <thead><tr><th>C</th><th>Java</th></tr></thead>
 *   <tbody>
 *   <tr><td>{@code rdma_event_channel}</td><td>{@link org.jdapl.verbs.cm.EventChannel}</td></tr>
 *   <tr><td>{@code rdma_cm_event}</td>
 *       <td>{@link org.jdapl.verbs.cm.CmEvent}, {@link org.jdapl.verbs.cm.CmEventType}</td></tr>
 *   <tr><td>{@code rdma_cm_id}</td>
 *       <td>{@link org.jdapl.verbs.cm.ConnectionId}, {@link org.jdapl.verbs.cm.PortSpace}, {@link
 *       org.jdapl.verbs.cm.ConnectionOption}, {@link org.jdapl.verbs.cm.PathRecord}</td></tr>
 *   <tr><td>{@code rdma_conn_param}</td>
 *       <td>{@link org.jdapl.verbs.cm.ConnectionParameters}</td></tr>
 *   <tr><td>{@code rdma_ud_param}</td><td>{@link org.jdapl.verbs.cm.UdParameters}</td></tr>
 *   <tr><td>{@code rdma_addrinfo}</td><td>{@link org.jdapl.verbs.cm.AddressInfo}</td></tr>
 *   </tbody>
 * </table>
 *
 * <p>Nothing here starts a thread. A call begins something, and an event on the channel tells how
 * it went; failures that come later than the call are events with an {@linkplain
 * org.jdapl.verbs.cm.CmEvent#error error}, which {@link org.jdapl.verbs.cm.CmEvent#expect} throws.
 * Events are copied and acknowledged as they are taken, so nothing has to be given back. A client:
 *
 * {@snippet file="org/jdapl/verbs/cm/Greeting.java" region="greet"}
 *
 * <p>And what a server does with a channel on which an identifier {@linkplain
 * org.jdapl.verbs.cm.ConnectionId#listen listens}:
 *
 * {@snippet file="org/jdapl/verbs/cm/Greeting.java" region="listen"}
 *
 * <p>Closing is possible in any order and from any thread, and waits for nobody but for calls of
 * the library that are under way: channel, identifier, queue pair, domain and queues each take
 * along what was made from them.
 */
package org.jdapl.verbs.cm;
