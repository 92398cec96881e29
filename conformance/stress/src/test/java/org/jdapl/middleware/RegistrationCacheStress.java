package org.jdapl.middleware;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.core.RegistryBuilder;
import org.jdapl.core.fake.FakeProvider;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The registration cache of the middleware: a use that was given out stays good. */
public final class RegistrationCacheStress {

    private static final int BYTES = 64;
    private static final MemorySegment ONE = Arena.global().allocate(BYTES);
    private static final MemorySegment OTHER = Arena.global().allocate(BYTES);
    private static final ProtectionZone ZONE = zone();

    private RegistrationCacheStress() {}

    private static ProtectionZone zone() {
        FakeProvider provider = new FakeProvider();
        provider.limits = limits -> limits.maxRegions(1 << 16);
        return new RegistryBuilder()
                .discover(false)
                .provider(provider)
                .settings(Map.of())
                .build()
                .open("fake:one", AdapterOptions.defaults().withProgress(ProgressMode.MANUAL))
                .createProtectionZone();
    }

    /** A cache in which the first memory is registered and idle. */
    private static RegistrationCache cache(int regions) {
        RegistrationCache cache = new RegistrationCache(ZONE, new CacheLimits(1 << 20, regions));
        cache.acquire(ONE, Privilege.ALL).close();
        return cache;
    }

    private static String state(RegisteredMemory memory) {
        return memory.region().isClosed() ? "gone" : "used";
    }

    /**
     * A hit against the end of the registration: what is given out is not ended, and whoever ends
     * it knows of the use. Fails where {@code RegistrationCache.acquire} looks without the lock.
     */
    @JCStressTest
    @Outcome(id = "used, 1", expect = ACCEPTABLE, desc = "the hit came first")
    @Outcome(id = "used, 0", expect = ACCEPTABLE, desc = "the end came first: registered anew")
    @Outcome(expect = FORBIDDEN, desc = "memory whose registration is gone was given out")
    @State
    public static class HitAgainstInvalidate {
        private final RegistrationCache cache = cache(4);
        private RegisteredMemory used;

        @Actor
        public void acquire() {
            used = cache.acquire(ONE, Privilege.ALL);
        }

        @Actor
        public void invalidate(LL_Result r) {
            r.r2 = cache.invalidate(ONE);
        }

        @Arbiter
        public void look(LL_Result r) {
            r.r1 = state(used);
            used.close();
            cache.close();
        }
    }

    /**
     * A hit against eviction for other memory, with room for one registration: the limit holds, and
     * one of both is served. Fails where {@code RegistrationCache.acquire} looks without the lock.
     */
    @JCStressTest
    @Outcome(id = "used, limit", expect = ACCEPTABLE, desc = "the hit came first")
    @Outcome(id = "limit, used", expect = ACCEPTABLE, desc = "the eviction came first")
    @Outcome(expect = FORBIDDEN, desc = "above the limit, or nobody was served")
    @State
    public static class HitAgainstEviction {
        private final RegistrationCache cache = cache(1);
        private RegisteredMemory one;
        private RegisteredMemory other;

        private RegisteredMemory acquire(MemorySegment memory) {
            try {
                return cache.acquire(memory, Privilege.ALL);
            } catch (PinLimitException e) {
                return null;
            }
        }

        @Actor
        public void hit() {
            one = acquire(ONE);
        }

        @Actor
        public void evict() {
            other = acquire(OTHER);
        }

        private static String end(RegisteredMemory memory) {
            if (memory == null) {
                return "limit";
            }
            String state = state(memory);
            memory.close();
            return state;
        }

        @Arbiter
        public void look(LL_Result r) {
            r.r1 = end(one);
            r.r2 = end(other);
            cache.close();
        }
    }
}
