package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.api.Work;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Pair;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an adapter does not advertise is refused at once, and has no effect. */
class NotAdvertisedTest extends TwoProcessTest {

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseCallsThatAreNotAdvertisedAndNameTheCapability(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Party here = pair.here();
        Link spare = here.link(LinkShape.PLAIN);
        Map<Capability, ThrowingCallable> calls = new LinkedHashMap<>();
        calls.put(
                Capability.SHARED_RECEIVE_QUEUE,
                () ->
                        here.adapter()
                                .createSharedReceiveQueue(
                                        here.zone(), SharedReceiveQueueAttributes.of(8, 1)));
        calls.put(
                Capability.MEMORY_WINDOW,
                () -> here.zone().createRemoteMemoryRegion(RmrScope.PROTECTION_ZONE));
        calls.put(
                Capability.MEMORY_WINDOW_ENDPOINT,
                () -> here.zone().createRemoteMemoryRegion(RmrScope.ENDPOINT));
        calls.put(
                Capability.COMMON_SERVICE_POINT,
                () -> here.adapter().createCommonServicePoint(loopback(0), here.requestQueue()));
        calls.put(Capability.RECEIVE_WATERMARKS, () -> pair.link().endpoint().setWatermark(1, 2));
        AdapterAttributes attributes = here.adapter().attributes();

        calls.forEach(
                (capability, call) -> {
                    if (!attributes.has(capability)) {
                        assertRefused(call::call, DatType.MODEL_NOT_SUPPORTED);
                        org.assertj.core.api.Assertions.assertThatThrownBy(call)
                                .hasMessageContaining(capability.name());
                    }
                });
        if (!attributes.has(Capability.COMMON_SERVICE_POINT)) {
            assertRefused(
                    () -> spare.endpoint().commonConnect(loopback(9), PATIENTLY),
                    DatType.MODEL_NOT_SUPPORTED);
        }
        ConnectTest.exchange(pair);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefusePostsThatAreNotAdvertisedAndGoOn(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded memory = pair.here().memory(64, Party.ALL_RIGHTS, 1);
        Map<Capability, Work> posts = new LinkedHashMap<>();
        posts.put(Capability.SEND_WITH_IMMEDIATE, work(pair, memory).sendWithImmediate(5));
        posts.put(Capability.WRITE_WITH_IMMEDIATE, work(pair, memory).writeWithImmediate(1, 2, 3));
        posts.put(Capability.ATOMICS, work(pair, memory).fetchAndAdd(8, 1, 1));

        posts.forEach(
                (capability, work) -> {
                    if (!pair.here().adapter().attributes().has(capability)) {
                        assertThat(pair.link().endpoint().post(work))
                                .as(capability.name())
                                .isEqualTo(PostStatus.NOT_SUPPORTED);
                    }
                });

        assertQuiet(pair.link(), Link.Queue.REQUESTS);
        ConnectTest.exchange(pair);
    }

    private static Work work(Pair pair, Guarded memory) {
        return pair.here().adapter().createWork(1).addSegment(memory.region(), 0, 8);
    }
}
