/**
 * The base of providers for verbs hardware, a second contract for vendors: subclass {@link
 * org.jdapl.provider.verbs.VerbsProvider}, state the {@link
 * org.jdapl.provider.verbs.TransportTraits} of the transport and which devices are its own, and
 * name the class in {@code module-info}. All else (memory, queues, connections, events, waiting) is
 * done here, on {@code org.jdapl.verbs}, the same for every transport.
 *
 * {@snippet :
 * public final class AcmeProvider extends VerbsProvider {
 *     public AcmeProvider() {
 *         super(InfinibandTraits.of("acme"), "Acme");
 *     }
 *
 *     @Override
 *     protected boolean owns(Device device) {
 *         return device.name().startsWith("acme");
 *     }
 * }
 * }
 */
package org.jdapl.provider.verbs;
