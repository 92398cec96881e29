/**
 * The runtime. Above it code speaks DAT, below it verbs:
 *
 * <table>
 *   <caption>Words</caption>
 *   <thead><tr><th>DAT</th><th>verbs</th></tr></thead>
 *   <tbody>
 *   <tr><td>interface adapter</td><td>device, context</td></tr>
 *   <tr><td>protection zone</td><td>protection domain</td></tr>
 *   <tr><td>local memory region</td><td>memory region</td></tr>
 *   <tr><td>remote memory region</td><td>memory window</td></tr>
 *   <tr><td>event dispatcher, completions</td><td>completion queue</td></tr>
 *   <tr><td>endpoint</td><td>queue pair</td></tr>
 *   <tr><td>service point</td><td>listener</td></tr>
 *   <tr><td>cookie</td><td>work request id, by way of the ledger</td></tr>
 *   </tbody>
 * </table>
 *
 * <h2>Locks, outermost first</h2>
 *
 * <ol>
 *   <li>the right to drive an adapter ({@link org.jdapl.core.ProgressDriver}), held by one thread,
 *       never waited for while holding any of the others;
 *   <li>the control lock of an adapter: creation, closing, connection events;
 *   <li>an endpoint's gates ({@link org.jdapl.core.PostGate}): one for requests, one for receives;
 *       a post holds one of them;
 *   <li>an event dispatcher's lock: polling, pushing; of two dispatchers never both;
 *   <li>the leaves, inside of which nothing else is taken: the monitors of the inbox, the errands,
 *       the timers, the followers, and the trigger of a notification object.
 * </ol>
 *
 * <p>What a provider tells goes into an inbox and is handled after its call has returned, so that
 * no lock of a provider is ever held while one of these is taken. What is to be done outside of all
 * locks, a call of a consumer's agent for example, is an errand for the driver.
 */
package org.jdapl.core;
