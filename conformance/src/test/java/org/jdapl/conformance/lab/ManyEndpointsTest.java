package org.jdapl.conformance.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@InLab
final class ManyEndpointsTest {

    /** Two pages of queues each, behind some of a completion queue: well beyond 0x90000 bytes. */
    private static final int ENDPOINTS = 150;

    /** siw's library gives up a queue that the kernel has put at 0x90000 of the device's file. */
    @ParameterizedTest
    @EnumSource
    void theQueuesOfNoneLieWhereTheLibraryExpectsNone(LabDevice device) throws Exception {
        try (AdapterRegistry registry = Ends.registry();
                Party here = Ends.open(registry, device)) {
            EventDispatcher events =
                    here.adapter()
                            .createEventDispatcher(
                                    2 * ENDPOINTS, EventStream.DTO, EventStream.CONNECTION);
            EndpointAttributes smallest = LinkShape.PLAIN.withQueues(1, 1).attributes();
            for (int i = 0; i < ENDPOINTS; i++) {
                assertThat(
                                here.adapter()
                                        .createEndpoint(
                                                here.zone(), events, events, events, smallest)
                                        .state())
                        .isEqualTo(EndpointState.UNCONNECTED);
            }
        }
    }
}
