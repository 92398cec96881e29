package org.jdapl.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Map;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.core.fake.FakeAdapter;
import org.jdapl.core.fake.FakeProvider;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Closing against making and using: the one or the other, and nothing is left over. */
public final class CloseStress {

    private CloseStress() {}

    /** EVD-22. Fails where {@code ObjectBase.close} does not take the control lock. */
    @JCStressTest
    @Outcome(id = "closed, INVALID_HANDLE.*", expect = ACCEPTABLE, desc = "the close came first")
    @Outcome(id = "INVALID_STATE_EVD_IN_USE, made", expect = ACCEPTABLE, desc = "it is used")
    @Outcome(expect = FORBIDDEN, desc = "an endpoint on a closed dispatcher")
    @State
    public static class DispatcherAgainstEndpoint {
        private static final Rig RIG = StressRig.manual().build();
        private final EventDispatcher events = RIG.events(EventStream.DTO, EventStream.CONNECTION);
        private Runnable closeEndpoint = () -> {};

        @Actor
        public void close(LL_Result r) {
            r.r1 = StressRig.attempt("closed", events::close);
        }

        @Actor
        public void make(LL_Result r) {
            r.r2 =
                    StressRig.attempt(
                            "made",
                            () ->
                                    closeEndpoint =
                                            RIG.adapter.createEndpoint(
                                                            RIG.zone,
                                                            events,
                                                            events,
                                                            events,
                                                            EndpointAttributes.defaults())
                                                    ::close);
        }

        @Arbiter
        public void end() {
            closeEndpoint.run();
            events.close();
        }
    }

    /** PZ-02. Fails where {@code ObjectBase.close} does not take the control lock. */
    @JCStressTest
    @Outcome(id = "closed, INVALID_HANDLE.*", expect = ACCEPTABLE, desc = "the close came first")
    @Outcome(id = "INVALID_STATE_PZ_IN_USE, made", expect = ACCEPTABLE, desc = "it is used")
    @Outcome(expect = FORBIDDEN, desc = "a region in a closed zone")
    @State
    public static class ZoneAgainstRegion {
        private static final Rig RIG = StressRig.manual().build();
        private final ProtectionZone zone = RIG.adapter.createProtectionZone();
        private Runnable closeRegion = () -> {};

        @Actor
        public void close(LL_Result r) {
            r.r1 = StressRig.attempt("closed", zone::close);
        }

        @Actor
        public void make(LL_Result r) {
            r.r2 =
                    StressRig.attempt(
                            "made", () -> closeRegion = zone.allocate(64, Privilege.ALL)::close);
        }

        @Arbiter
        public void end() {
            closeRegion.run();
            zone.close();
        }
    }

    /**
     * CNC-08; the provider in memory notices a second close. Fails where {@code ObjectBase.close}
     * does not take the control lock.
     */
    @JCStressTest
    @Outcome(id = "closed, closed, 0", expect = ACCEPTABLE, desc = "once, and none is refused")
    @Outcome(expect = FORBIDDEN, desc = "refused, or closed twice")
    @State
    public static class RegionTwice {
        private static final Rig RIG = StressRig.manual().build();
        private final LocalMemoryRegion region = RIG.zone.allocate(64, Privilege.ALL);

        @Actor
        public void one(LLL_Result r) {
            r.r1 = StressRig.attempt("closed", region::close);
        }

        @Actor
        public void other(LLL_Result r) {
            r.r2 = StressRig.attempt("closed", region::close);
        }

        @Arbiter
        public void look(LLL_Result r) {
            r.r3 = String.valueOf(RIG.provider.plan.violations().size());
        }
    }

    /**
     * An adapter is closed while something is made on it: that is refused, or closed with it. Fails
     * where {@code AdapterImpl.create} does not look whether it is closed.
     */
    @JCStressTest
    @Outcome(id = "(made|INVALID_HANDLE.*), 0, 0", expect = ACCEPTABLE, desc = "nothing is left")
    @Outcome(expect = FORBIDDEN, desc = "something is left open")
    @State
    public static class AdapterAgainstDispatcher {
        private final Rig rig = StressRig.manual().build();

        @Actor
        public void close() {
            rig.adapter.close();
        }

        @Actor
        public void make(LLL_Result r) {
            r.r1 = StressRig.attempt("made", () -> rig.events(EventStream.DTO));
        }

        @Arbiter
        public void look(LLL_Result r) {
            r.r2 = String.valueOf(rig.fake.openObjects());
            r.r3 = String.valueOf(rig.provider.plan.violations().size());
            rig.registry.close();
        }
    }

    /**
     * A registry is closed while an adapter is opened: that is refused, or closed with it. Fails
     * where {@code RegistryImpl.open} does not look once more whether it is closed.
     */
    @JCStressTest
    @Outcome(id = "(opened|INVALID_STATE), true", expect = ACCEPTABLE, desc = "nothing is left")
    @Outcome(expect = FORBIDDEN, desc = "an adapter outlives its registry")
    @State
    public static class RegistryAgainstOpen {
        private final FakeProvider provider = new FakeProvider();
        private final AdapterRegistry registry =
                new RegistryBuilder().discover(false).provider(provider).settings(Map.of()).build();

        @Actor
        public void close() {
            registry.close();
        }

        @Actor
        public void open(LL_Result r) {
            r.r1 =
                    StressRig.attempt(
                            "opened",
                            () ->
                                    registry.open(
                                            "fake:one",
                                            AdapterOptions.defaults()
                                                    .withProgress(ProgressMode.MANUAL)));
        }

        @Arbiter
        public void look(LL_Result r) {
            r.r2 = provider.opened.stream().allMatch(FakeAdapter::isClosed);
        }
    }
}
