/**
 * The consumer API. Start at {@link org.jdapl.api.Jdapl#open(String)}, which gives an {@link
 * org.jdapl.api.InterfaceAdapter}; it makes a {@link org.jdapl.api.ProtectionZone} for memory,
 * {@link org.jdapl.api.EventDispatcher}s for events and {@link org.jdapl.api.Endpoint}s for
 * connections.
 *
 * <h2>Two styles</h2>
 *
 * <p>Both are first class and can be mixed on one endpoint.
 *
 * <table>
 *   <caption>The same work in both styles</caption>
 *   <thead><tr><th>what</th><th>clear</th><th>hot</th></tr></thead>
 *   <tbody>
 *   <tr><td>post</td><td>{@code endpoint.send(region.slice(0, 64), cookie)}: throws when refused</td>
 *       <td>{@code int s = endpoint.postSend(region, 0, 64, cookie, flags)}: returns a {@link
 *       org.jdapl.api.data.PostStatus}</td></tr>
 *   <tr><td>many segments</td><td>{@code endpoint.send(List.of(...), cookie)}</td>
 *       <td>a prepared {@link org.jdapl.api.Work}, patched and posted again</td></tr>
 *   <tr><td>completion</td><td>{@code dispatcher.expectSuccess(timeout)}, {@code await(timeout)}: immutable {@link
 *       org.jdapl.api.Event}s</td>
 *       <td>{@code dispatcher.poll(batch)}, {@code await(batch, ns)}: a reusable {@link org.jdapl.api.EventBatch}</td></tr>
 *   </tbody>
 * </table>
 *
 * <p>The hot calls allocate nothing in the steady state.
 *
 * <h2>What an adapter may have</h2>
 *
 * <p>Everything below is a {@link org.jdapl.api.data.Capability}: ask {@link
 * org.jdapl.api.data.AdapterAttributes#has} first. What is not advertised is refused with {@link
 * org.jdapl.api.data.DatType#MODEL_NOT_SUPPORTED}, never emulated.
 *
 * <ul>
 *   <li>{@link org.jdapl.api.SharedReceiveQueue}: receives that many endpoints draw from, with
 *       watermarks for the queue and for each endpoint
 *   <li>{@link org.jdapl.api.RemoteMemoryRegion}: keys for parts of a region, given by a bind,
 *       taken away by another or by the peer's {@link org.jdapl.api.Work#sendWithInvalidate}
 *   <li>{@link org.jdapl.api.ProtectionZone#share} and {@link
 *       org.jdapl.api.RegistrationOption#ZERO_BASED}: a second region over the same memory, and one
 *       that the peer counts from zero
 *   <li>atomic operations ({@link org.jdapl.api.Work#fetchAndAdd}, {@link
 *       org.jdapl.api.Work#compareAndSwap} and their masked forms) and immediate data ({@link
 *       org.jdapl.api.Work#writeWithImmediate})
 *   <li>{@link org.jdapl.api.CommonServicePoint}, and {@link
 *       org.jdapl.api.ConnectionRequest#handoff} of a request to another service point
 *   <li>{@link org.jdapl.api.NotificationObject#descriptor}: a file descriptor for an event loop
 *   <li>the transport's own counters in {@link org.jdapl.api.InterfaceAdapter#counters}; those of
 *       the runtime are always there
 * </ul>
 *
 * <h2>Threads</h2>
 *
 * <p>Every object may be used by any thread. Posts to one queue of one endpoint follow its {@link
 * org.jdapl.api.data.ThreadMode}; one thread at a time waits on an event dispatcher. What an
 * operation wrote into memory is visible to the thread that takes its completion.
 *
 * <h2>Closing</h2>
 *
 * <p>Objects can be closed in any order, twice, from any thread. One that others depend on refuses
 * with {@link org.jdapl.api.data.DatType#INVALID_STATE} and stays as it was; closing the adapter
 * with {@link org.jdapl.api.CloseMode#ABRUPT}, which {@code close()} does, closes all that it made.
 * A call on a closed object fails with {@link org.jdapl.api.data.DatType#INVALID_HANDLE}.
 */
package org.jdapl.api;
