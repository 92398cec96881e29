package org.jdapl.conformance.rules.pz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RemoteMemoryRegion;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules about protection zones. */
final class PzTests {

    private static final int TOGETHER = 8;
    private static final int LENGTH = 64;
    private static final int SEED = 7;
    private static final int BLANK = 0;

    @Tests("PZ-01")
    void livesWithOthers(Environment env) throws InterruptedException {
        Party here = env.here();
        List<ProtectionZone> zones = new ArrayList<>();
        List<Guarded> regions = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < TOGETHER; i++) {
            ProtectionZone zone = Expect.given(here.adapter()::createProtectionZone);
            zones.add(zone);
            regions.add(here.memory(zone, LENGTH, Party.LOCAL_RIGHTS, i));
            links.add(here.link(LinkShape.PLAIN, zone));
        }
        for (int i = 0; i < TOGETHER; i++) {
            Pair pair =
                    env.connect(here, env.there(), links.get(i), env.there().link(LinkShape.PLAIN));
            RemoteMemory target = env.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
            pair.link().endpoint().write(regions.get(i).slice(0, LENGTH), target.region(), i);
            pair.link().done().requireSuccess(i, OperationKind.RDMA_WRITE, LENGTH);
            pair.link().endpoint().close();
            Expect.end(pair.far().connectionEvent());
            regions.get(i).close();
            zones.get(i).close();
            assertThat(zones.get(i).isClosed()).isTrue();
        }
    }

    @Tests("PZ-02")
    void cannotBeClosedWhileItHoldsSomething(Environment env) throws InterruptedException {
        Party here = env.here();
        ProtectionZone ofRegion = here.adapter().createProtectionZone();
        LocalMemoryRegion region = ofRegion.allocate(LENGTH, Party.LOCAL_RIGHTS);
        ProtectionZone ofEndpoint = here.adapter().createProtectionZone();
        Link link = here.link(LinkShape.PLAIN, ofEndpoint);

        for (ProtectionZone zone : List.of(ofRegion, ofEndpoint)) {
            Expect.refused(zone::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE);
            assertThat(zone.isClosed()).isFalse();
        }

        assertThat(region.isClosed()).isFalse();
        assertThat(region.segment().scope().isAlive()).isTrue();
        env.connect(here, env.there(), link, env.there().link(LinkShape.PLAIN));
    }

    @Tests("PZ-03")
    void canBeClosedOnceItIsEmpty(Environment env) {
        Party here = env.here();
        ProtectionZone zone = here.adapter().createProtectionZone();
        LocalMemoryRegion region = zone.allocate(LENGTH, Party.LOCAL_RIGHTS);
        Link link = here.link(LinkShape.PLAIN, zone);

        region.close();
        Expect.refused(zone::close, DatType.INVALID_STATE);
        link.endpoint().close();
        Expect.accepted(zone::close);

        assertThat(zone.isClosed()).isTrue();
    }

    @Tests("PZ-04")
    void isNoUseToAnotherAdapter(Environment env) {
        ProtectionZone foreign = env.open().zone();

        Expect.refused(
                () -> env.open().link(LinkShape.PLAIN, foreign),
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_PZ);
    }

    @Tests("PZ-05")
    void isRefusedOnceItIsClosed(Environment env) {
        Party here = env.here();
        ProtectionZone zone = here.adapter().createProtectionZone();
        zone.close();

        Expect.refused(() -> zone.allocate(LENGTH, Party.LOCAL_RIGHTS), DatType.INVALID_HANDLE);
        Expect.refused(() -> here.link(LinkShape.PLAIN, zone), DatType.INVALID_HANDLE);
        zone.close();
    }

    @Tests("PZ-06")
    void keepsPeersOfOtherZonesOut(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory target = env.there().memoryOfOtherZone(LENGTH, Party.ALL_RIGHTS, BLANK);

        pair.link().endpoint().write(mine.slice(0, LENGTH), target.region(), 1);

        Seen done = pair.link().done();
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(done.status(), true));
        target.requireUntouched();
    }

    @Tests("PZ-07")
    void cannotBeClosedWhileItHasARemoteMemoryRegion(Environment env) {
        ProtectionZone zone = env.here().adapter().createProtectionZone();
        RemoteMemoryRegion window = zone.createRemoteMemoryRegion(RmrScope.PROTECTION_ZONE);

        Expect.refused(zone::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE);

        window.close();
        Expect.accepted(zone::close);
        Expect.refused(
                () -> zone.createRemoteMemoryRegion(RmrScope.PROTECTION_ZONE),
                DatType.INVALID_HANDLE);
    }
}
