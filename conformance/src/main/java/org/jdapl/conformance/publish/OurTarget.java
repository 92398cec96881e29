package org.jdapl.conformance.publish;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jdapl.conformance.kit.Profile;

/** The targets that certificates of ours are about. */
enum OurTarget {
    /** The software wire that speaks iWARP over TCP. */
    SOFT_IWARP(
            "soft:iwarp",
            Profile.SOFT,
            "the provider in pure Java: the protocols of iWARP over TCP; the peer is another process"),
    /** The simulated network. */
    SOFT_SIM(
            "soft:sim",
            Profile.SOFT,
            "the same protocols on a simulated network under a virtual clock"),
    /** RoCE by the kernel. */
    IB_RXE("ib:rxe0", Profile.IB, "provider `ib` on rxe, the kernel's RoCE, in the lab's guest"),
    /** IWARP by the kernel. */
    IWARP_SIW(
            "iwarp:siw0",
            Profile.IWARP,
            "provider `iwarp` on siw, the kernel's iWARP, in the lab's guest"),
    /** The example of a vendor's provider. */
    ACME_TCP(
            "acme:tcp",
            Profile.SOFT,
            "the [example of a vendor's provider](examples/vendor-provider), over TCP, as a jar");

    private final String target;
    private final Profile profile;
    private final String what;

    OurTarget(String target, Profile profile, String what) {
        this.target = target;
        this.profile = profile;
        this.what = what;
    }

    /** The one that the kit knows by a name. */
    static Optional<OurTarget> named(String target) {
        return Arrays.stream(values()).filter(one -> one.target.equals(target)).findFirst();
    }

    /** A row of a table with a cell for each target, between two others. */
    static Stream<String> columns(String first, Function<OurTarget, String> cell, String last) {
        return Stream.concat(
                Stream.concat(Stream.of(first), Arrays.stream(values()).map(cell)),
                Stream.of(last));
    }

    /** What the kit knows it by, in Markdown. */
    String title() {
        return "`" + target + "`";
    }

    /** What the kit knows it by. */
    String target() {
        return target;
    }

    /** What it is held to. */
    Profile profile() {
        return profile;
    }

    /** What it is, in Markdown. */
    String what() {
        return what;
    }

    /** What its certificate's file is called. */
    String fileName() {
        return target.replace(':', '-') + ".json";
    }
}
