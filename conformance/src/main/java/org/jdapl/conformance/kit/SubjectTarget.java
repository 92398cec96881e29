package org.jdapl.conformance.kit;

import java.util.List;
import java.util.concurrent.ThreadFactory;

/** A target that tries one adapter of a given provider. */
abstract class SubjectTarget implements Target {

    /** For threads that a rule starts. */
    static final ThreadFactory THREADS = Thread.ofPlatform().daemon().name("kit-", 0).factory();

    private final ProviderUnderTest subject;

    SubjectTarget(ProviderUnderTest subject) {
        this.subject = subject;
    }

    final ProviderUnderTest subject() {
        return subject;
    }

    @Override
    public String name() {
        return subject.adapterName();
    }

    @Override
    public final String adapterName() {
        return subject.adapterName();
    }

    @Override
    public final Profile profile() {
        return subject.profile();
    }

    @Override
    public final List<Waiver> waivers() {
        String version = subject.version();
        return subject.waivers().stream().filter(w -> w.isAbout(adapterName(), version)).toList();
    }
}
