package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jdapl.core.EventDispatcherTest.refused;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.HandleKind;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RegistrationOption;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.core.fake.FakeMemoryRegion;
import org.jdapl.core.fake.FakeQueuePair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryTest {

    private Rig rig;

    @BeforeEach
    void open() {
        rig = Rig.manual().build();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static FakeMemoryRegion nativeOf(LocalMemoryRegion region) {
        return (FakeMemoryRegion) ((LocalMemoryRegionImpl) region).registration;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allocatedMemoryIsZeroedAndDiesWithItsRegion(boolean byProvider) {
        rig.provider.allocates = byProvider;
        LocalMemoryRegion region = rig.zone.allocate(100, Privilege.ALL);
        MemorySegment segment = region.segment();
        assertThat(segment.byteSize()).isEqualTo(100);
        assertThat(segment.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
        assertThat(segment.address() % 4096).isZero();
        region.close();
        region.close();
        assertThat(segment.scope().isAlive()).isFalse();
        refused(DatType.INVALID_HANDLE, DatSubtype.INVALID_HANDLE_LMR, region::segment);
        refused(DatType.INVALID_HANDLE, DatSubtype.INVALID_HANDLE_LMR, region::remoteRegion);
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_LMR,
                () -> region.syncForRead(0, 1));
        assertThat(region.length()).isEqualTo(100);
    }

    @Test
    void lengthsThatAreNotLegalAreRefused() {
        for (long length : new long[] {0, -1, Long.MIN_VALUE, (1L << 30) + 1, Long.MAX_VALUE}) {
            refused(
                    DatType.LENGTH_ERROR,
                    DatSubtype.NO_SUBTYPE,
                    () -> rig.zone.allocate(length, Privilege.ALL));
        }
        refused(
                DatType.LENGTH_ERROR,
                DatSubtype.NO_SUBTYPE,
                () -> rig.zone.register(Arena.global().allocate(8).asSlice(0, 0), Privilege.ALL));
    }

    @Test
    void localReadIsAlwaysIncludedAndRemoteWritingNeedsLocalWriting() {
        LocalMemoryRegion region = rig.zone.allocate(8, Set.of());
        assertThat(region.privileges()).containsExactly(Privilege.LOCAL_READ);
        assertThat(nativeOf(region).privileges()).isEqualTo(Privilege.LOCAL_READ.bit());
        for (Privilege p : List.of(Privilege.REMOTE_WRITE, Privilege.REMOTE_ATOMIC)) {
            refused(
                    DatType.INVALID_PARAMETER,
                    DatSubtype.INVALID_ARG2,
                    () -> rig.zone.allocate(8, Set.of(p)));
            assertThat(rig.zone.allocate(8, EnumSet.of(p, Privilege.LOCAL_WRITE)).privileges())
                    .contains(Privilege.LOCAL_READ, p);
        }
    }

    @Test
    void aRemoteRegionNeedsARemoteRight() {
        LocalMemoryRegion local =
                rig.zone.allocate(8, EnumSet.of(Privilege.LOCAL_READ, Privilege.LOCAL_WRITE));
        refused(DatType.PRIVILEGES_VIOLATION, DatSubtype.NO_SUBTYPE, local::remoteRegion);
        LocalMemoryRegion open = rig.zone.allocate(100, Privilege.ALL);
        assertThat(open.remoteRegion().length()).isEqualTo(100);
        assertThat(open.remoteRegion(10, 20).address())
                .isEqualTo(open.remoteRegion().address() + 10);
        assertThat(open.remoteRegion(10, 20).key()).isEqualTo(nativeOf(open).remoteKey());
        for (long[] bad :
                new long[][] {{-1, 1}, {0, -1}, {0, 101}, {100, 1}, {Long.MAX_VALUE, 1}}) {
            refused(
                    DatType.INVALID_PARAMETER,
                    DatSubtype.INVALID_ARG1,
                    () -> open.remoteRegion(bad[0], bad[1]));
            refused(
                    DatType.INVALID_PARAMETER,
                    DatSubtype.INVALID_ARG1,
                    () -> open.syncForWrite(bad[0], bad[1]));
        }
        open.syncForRead(0, 100);
        open.syncForWrite(100, 0);
    }

    @Test
    void memoryThatCannotBeRegisteredIsRefusedWithItsReason() {
        try (Arena confined = Arena.ofConfined()) {
            assertThatThrownBy(() -> rig.zone.register(confined.allocate(8), Privilege.ALL))
                    .isInstanceOf(DatException.class)
                    .hasMessageContaining("confined");
        }
        assertThatThrownBy(
                        () -> rig.zone.register(MemorySegment.ofArray(new byte[8]), Privilege.ALL))
                .isInstanceOf(DatException.class)
                .hasMessageContaining("heap");
        MemorySegment dead;
        try (Arena shared = Arena.ofShared()) {
            dead = shared.allocate(8);
        }
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE1,
                () -> rig.zone.register(dead, Privilege.ALL));
        MemorySegment readOnly = Arena.global().allocate(8).asReadOnly();
        assertThatThrownBy(() -> rig.zone.register(readOnly, Privilege.ALL))
                .isInstanceOf(DatException.class)
                .hasMessageContaining("read-only");
        assertThat(rig.zone.register(readOnly, Set.of(Privilege.REMOTE_READ)).length())
                .isEqualTo(8);
        refused(
                DatType.MODEL_NOT_SUPPORTED,
                DatSubtype.NO_SUBTYPE,
                () ->
                        rig.zone.register(
                                Arena.global().allocate(8),
                                Privilege.ALL,
                                RegistrationOption.ZERO_BASED));
    }

    @Test
    void readOnlyMemoryIsRefusedWhereTheAdapterDoesNotHaveIt() {
        rig.close();
        rig =
                Rig.manual()
                        .provider(p -> p.capabilities.remove(Capability.READ_ONLY_MEMORY))
                        .build();
        MemorySegment readOnly = Arena.global().allocate(8).asReadOnly();
        refused(
                DatType.MODEL_NOT_SUPPORTED,
                DatSubtype.NO_SUBTYPE,
                () -> rig.zone.register(readOnly, Set.of()));
    }

    @Test
    void everyKindOfNativeMemoryCanBeRegistered() {
        for (MemorySegment segment :
                List.of(
                        Arena.global().allocate(8),
                        Arena.ofAuto().allocate(8),
                        MemorySegment.ofBuffer(ByteBuffer.allocateDirect(8)))) {
            LocalMemoryRegion region =
                    rig.zone.register(
                            segment, Privilege.ALL, RegistrationOption.CALLER_GUARANTEES_LIFETIME);
            assertThat(region.segment()).isEqualTo(segment);
            region.close();
            assertThat(segment.scope().isAlive()).isTrue();
        }
    }

    @Test
    void aPostSeesThatForeignMemoryIsGone() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        LocalMemoryRegion region;
        try (Arena shared = Arena.ofShared()) {
            region = rig.zone.register(shared.allocate(64), Privilege.ALL);
            assertThat(a.endpoint.postSend(region, 0, 8, 1, 0)).isZero();
            b.mustReceive(1);
        }
        assertThat(a.endpoint.postSend(region, 0, 8, 1, 0)).isEqualTo(PostStatus.MEMORY_GONE);
        assertThat(a.endpoint.postReceive(region, 0, 8, 1)).isEqualTo(PostStatus.MEMORY_GONE);
        region.close();
        assertThat(a.endpoint.postSend(region, 0, 8, 1, 0)).isEqualTo(PostStatus.CLOSED);
        rig.uncheck(); // the fake saw a region that was closed after its memory
    }

    @Test
    void aRegionWithOutstandingWorkCannotBeClosed() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        LocalMemoryRegion receive = rig.zone.allocate(64, Privilege.ALL);
        LocalMemoryRegion send = rig.zone.allocate(64, Privilege.ALL);
        assertThat(b.endpoint.postReceive(receive, 0, 64, 1)).isZero();
        refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_LMR_IN_USE, receive::close);
        rig.connect(a, b);
        a.pair().mode = FakeQueuePair.Mode.HELD;
        assertThat(a.endpoint.postSend(send, 0, 64, 1, 0)).isZero();
        refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_LMR_IN_USE, send::close);
        assertThat(send.segment().scope().isAlive()).isTrue();
        assertThat(a.endpoint.postSend(send, 0, 64, 2, 0)).as("it stays usable").isZero();
        a.pair().completeSend(CompletionStatus.SUCCESS);
        a.pair().completeSend(CompletionStatus.SUCCESS);
        send.close(); // completed, though nobody has taken the completions
        assertThat(Rig.completions(a.requests)).containsExactly("1:SUCCESS", "2:SUCCESS");
        b.endpoint.disconnect(DisconnectMode.ABRUPT);
        receive.close();
        assertThat(Rig.completions(b.receives)).containsExactly("1:FLUSHED");
    }

    @Test
    void closingAnEndpointFreesItsRegions() {
        Rig.Side a = rig.side();
        LocalMemoryRegion region = rig.zone.allocate(64, Privilege.ALL);
        assertThat(a.endpoint.postReceive(region, 0, 64, 1)).isZero();
        a.endpoint.close();
        region.close();
    }

    @Test
    void postsRaceWithTheClosingOfTheirRegion() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        for (int round = 0; round < 300; round++) {
            LocalMemoryRegion region = rig.zone.allocate(64, Privilege.ALL);
            Thread poster =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        for (int i = 0; i < 20; i++) {
                                            b.mustReceive(i);
                                            int s = a.endpoint.postSend(region, 0, 8, i, 0);
                                            assertThat(s).isIn(PostStatus.OK, PostStatus.CLOSED);
                                        }
                                    });
            // A post holds its region only until it has completed, which it has at once here.
            while (!region.isClosed()) {
                try {
                    region.close();
                } catch (DatException e) {
                    assertThat(e.subtype()).isEqualTo(DatSubtype.INVALID_STATE_LMR_IN_USE);
                }
            }
            Rig.join(poster);
            Rig.takeAll(a.requests);
            Rig.takeAll(b.receives);
            while (b.endpoint.receiveCounts().posted() > 0) {
                a.mustSend(0);
                Rig.takeAll(a.requests);
                Rig.takeAll(b.receives);
            }
        }
    }

    @Test
    void aZoneInUseCannotBeClosed() {
        ProtectionZone zone = rig.adapter.createProtectionZone();
        LocalMemoryRegion region = zone.allocate(8, Privilege.ALL);
        assertThatThrownBy(zone::close).hasMessageContaining("1 object");
        org.jdapl.api.Endpoint endpoint =
                rig.adapter.createEndpoint(
                        zone, null, null, null, org.jdapl.api.data.EndpointAttributes.defaults());
        refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE, zone::close);
        region.close();
        refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE, zone::close);
        endpoint.close();
        zone.close();
        zone.close();
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_PZ,
                () -> zone.allocate(8, Privilege.ALL));
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_PZ,
                () -> zone.createRemoteMemoryRegion(RmrScope.ENDPOINT));
    }

    @Test
    void theProviderCanRefuseAndNothingIsLeftBehind() {
        int before = rig.fake.openObjects();
        for (String call : List.of("register", "allocate")) {
            rig.provider.plan.failNext(call, DatType.INSUFFICIENT_RESOURCES);
            refused(
                    DatType.INSUFFICIENT_RESOURCES,
                    DatSubtype.NO_SUBTYPE,
                    () -> rig.zone.allocate(8, Privilege.ALL));
        }
        rig.provider.plan.failNext("createProtectionDomain", DatType.INSUFFICIENT_RESOURCES);
        refused(
                DatType.INSUFFICIENT_RESOURCES,
                DatSubtype.NO_SUBTYPE,
                rig.adapter::createProtectionZone);
        assertThat(rig.fake.openObjects()).isEqualTo(before);
        assertThat(rig.adapter.census().count(HandleKind.LOCAL_MEMORY_REGION)).isEqualTo(1);
        rig.provider.plan.failNext("region.close", new IllegalStateException("planned"));
        LocalMemoryRegion region = rig.zone.allocate(8, Privilege.ALL);
        MemorySegment memory = region.segment();
        region.close();
        assertThat(region.isClosed()).isTrue();
        assertThat(memory.scope().isAlive()).as("the provider may touch it still").isTrue();
        assertThat(Rig.texts(rig.adapter.asyncEvents()))
                .as("what failed, and what is kept for that")
                .containsExactly("ProviderInternalError", "ProviderInternalError");
        rig.uncheck(); // the fake's region stays open
    }

    @Test
    void remoteMemoryRegionsAreRefusedByName() {
        assertThatThrownBy(() -> rig.zone.createRemoteMemoryRegion(RmrScope.ENDPOINT))
                .hasMessageContaining("MEMORY_WINDOW_ENDPOINT");
        assertThatThrownBy(() -> rig.zone.createRemoteMemoryRegion(RmrScope.PROTECTION_ZONE))
                .hasMessageContaining("MEMORY_WINDOW");
    }

    @Test
    void aRegionThatSharesMemoryKeepsItsSource() {
        ProtectionZone other = rig.adapter.createProtectionZone();
        LocalMemoryRegion source = rig.zone.allocate(64, Privilege.ALL);
        LocalMemoryRegion shared = other.share(source, EnumSet.of(Privilege.REMOTE_READ));
        source.segment().set(ValueLayout.JAVA_LONG, 8, 0x1234);
        assertThat(shared.segment().get(ValueLayout.JAVA_LONG, 8)).isEqualTo(0x1234);
        assertThat(shared.protectionZone()).isSameAs(other);
        assertThat(shared.privileges())
                .containsExactly(Privilege.LOCAL_READ, Privilege.REMOTE_READ);
        assertThat(shared.remoteRegion().key()).isNotEqualTo(source.remoteRegion().key());
        refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_LMR_IN_USE, source::close);
        refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE, other::close);
        shared.close();
        other.close();
        source.close();
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_LMR,
                () -> rig.zone.share(source, Privilege.ALL));
    }

    @Test
    void closingTheAdapterEndsSharingRegionsBeforeTheMemory() {
        LocalMemoryRegion source = rig.zone.allocate(64, Privilege.ALL);
        LocalMemoryRegion shared = rig.zone.share(source, Privilege.ALL);
        rig.adapter.close();
        assertThat(shared.isClosed()).isTrue();
        // The fake provider takes note of a registration that outlives its memory.
        assertThat(rig.provider.plan.violations()).isEmpty();
    }
}
