package org.jdapl.verbs.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jdapl.verbs.diagnosis.Check.Status;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine of files in which everything is fit, and what is said where one thing is not. */
class DiagnosisTest {
    private static final String ROCE = "/sys/class/infiniband/rocep1s0";
    private static final String LOCK = "Max locked memory         %s              %s   bytes\n";

    @TempDir private Path root;

    private Predicate<Path> usable = _ -> true;
    private final FakeNatives natives = new FakeNatives();

    private static final class FakeNatives implements Natives {
        private Access access = Access.GRANTED;
        private final Set<String> hidden = new HashSet<>();
        private final Map<String, List<String>> missing = new HashMap<>();
        private Optional<List<String>> devices = Optional.of(List.of("rocep1s0", "ibp2s0", "siw0"));

        @Override
        public Access access() {
            return access;
        }

        @Override
        public String moduleName() {
            return "the.module";
        }

        @Override
        public Library library(String soname, String debianPackage, List<String> functions) {
            return hidden.contains(soname)
                    ? new Library("not found", Optional.empty(), List.of())
                    : new Library(
                            "",
                            Optional.of("/lib/" + soname + ".9"),
                            functions.stream()
                                    .filter(missing.getOrDefault(soname, List.of())::contains)
                                    .toList());
        }

        @Override
        public Optional<List<String>> deviceNames() {
            return devices;
        }
    }

    @BeforeEach
    void makeAFitMachine() throws IOException {
        file("/etc/libibverbs.d/mlx5.driver", "driver mlx5");
        file("/proc/modules", "ib_uverbs 1 0\nrdma_ucm 1 0\nib_umad 1 0\nrdma_rxe 1 0\nsiw 1 0\n");
        file("/dev/infiniband/uverbs0", "");
        file("/dev/infiniband/rdma_cm", "");
        file("/dev/infiniband/umad0", "");
        file("/sys/module/ib_core/parameters/netns_mode", "Y\n");
        file("/proc/self/limits", String.format(LOCK, "unlimited", "unlimited"));
        file("/proc/self/status", "CapEff:\t0000000000000000\n");
        file(
                "/proc/meminfo",
                "HugePages_Total:      64\nHugePages_Free:       60\nHugepagesize:       2048 kB\n");
        device(ROCE, "1: CA", "Ethernet", "fe80:0000:0000:0000:0000:0000:0000:0001");
        file(ROCE + "/ports/1/gids/1", "0000:0000:0000:0000:0000:ffff:0a4d:0101\n");
        file(ROCE + "/ports/1/gid_attrs/ndevs/0", "eth7\n");
        String infiniBand = "/sys/class/infiniband/ibp2s0";
        device(infiniBand, "1: CA", "InfiniBand", "fe80:0000:0000:0000:0000:0000:0000:0002");
        String iwarp = "/sys/class/infiniband/siw0";
        device(iwarp, "4: RNIC", "Ethernet", "c68c:af87:22ae:0000:0000:0000:0000:0000");
    }

    private void device(String folder, String type, String link, String gid) throws IOException {
        file(folder + "/node_type", type + "\n");
        file(folder + "/ports/1/state", "4: ACTIVE\n");
        file(folder + "/ports/1/phys_state", "5: LinkUp\n");
        file(folder + "/ports/1/link_layer", link + "\n");
        file(folder + "/ports/1/gids/0", gid + "\n");
    }

    private void file(String path, String text) throws IOException {
        Path file = root.resolve(path.substring(1));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void delete(String path) throws IOException {
        Files.delete(root.resolve(path.substring(1)));
    }

    private List<Check> diagnose() {
        return Diagnosis.of(new Machine(root, natives, file -> usable.test(file)));
    }

    private Check check(String name) {
        List<Check> found = diagnose().stream().filter(c -> c.name().equals(name)).toList();
        assertThat(found).as(name).hasSize(1);
        return found.getFirst();
    }

    /** The only check that is not as on a fit machine. */
    private Check problem() {
        List<Check> found = diagnose().stream().filter(c -> c.status() != Status.OK).toList();
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().sentence()).endsWith(".").doesNotContain("\n");
        assertThat(found.getFirst().remedy()).endsWith(".").doesNotContain("\n");
        return found.getFirst();
    }

    @Test
    void shouldFindNothingWrongWithAFitMachine() {
        List<Check> checks = diagnose();

        assertThat(checks).allSatisfy(c -> assertThat(c.status()).isEqualTo(Status.OK));
        assertThat(checks).allSatisfy(c -> assertThat(c.remedy()).isEmpty());
        assertThat(checks)
                .extracting(Check::name)
                .doesNotHaveDuplicates()
                .contains("native access", "library libibumad.so.3", "GIDs of rocep1s0/1")
                .doesNotContain("GIDs of siw0/1", "GIDs of ibp2s0/1")
                .hasSize(24);
        assertThat(Diagnosis.passed(checks)).isTrue();
        assertThat(check("GIDs of rocep1s0/1").sentence())
                .isEqualTo("rocep1s0 port 1 has GIDs for 10.77.1.1.");
        assertThat(check("port rocep1s0/1").sentence())
                .isEqualTo("rocep1s0 port 1 (RoCE, eth7) is active.");
        assertThat(check("port siw0/1").sentence()).contains("(iWARP)");
        assertThat(check("huge pages").sentence())
                .isEqualTo("60 of 64 huge pages of 2.0 MiB are free.");
    }

    @Test
    void shouldNameTheFlagThatJavaNeeds() {
        natives.access = Natives.Access.WARNED;
        assertThat(problem().status()).isEqualTo(Status.WARNING);
        assertThat(problem().remedy()).contains("--enable-native-access=the.module");

        natives.access = Natives.Access.DENIED;
        natives.devices = Optional.empty();
        Check denied = check("native access");
        assertThat(denied.status()).isEqualTo(Status.FAILURE);
        assertThat(denied.remedy()).contains("--enable-native-access=the.module");
        assertThat(check("library libibverbs.so.1").status()).isEqualTo(Status.NOT_APPLICABLE);
        assertThat(check("port rocep1s0/1").status()).isEqualTo(Status.OK);
    }

    @Test
    void shouldNameTheLibraryThatIsMissingAndItsPackage() {
        Map.of(
                        "libibverbs.so.1", "Install libibverbs1",
                        "librdmacm.so.1", "Install librdmacm1",
                        "libibumad.so.3", "Install libibumad3")
                .forEach(
                        (soname, remedy) -> {
                            natives.hidden.clear();
                            natives.hidden.add(soname);
                            Check problem = problem();

                            assertThat(problem.name()).isEqualTo("library " + soname);
                            assertThat(problem.sentence()).contains(soname + " was not found");
                            assertThat(problem.remedy()).startsWith(remedy);
                            assertThat(problem.status())
                                    .isEqualTo(
                                            soname.equals("libibumad.so.3")
                                                    ? Status.WARNING
                                                    : Status.FAILURE);
                        });
    }

    @Test
    void shouldTellATooOldLibraryFromOneThatLacksALuxury() {
        natives.missing.put("libibverbs.so.1", List.of("ibv_reg_mr_iova2", "ibv_reg_dmabuf_mr"));
        assertThat(problem().status()).isEqualTo(Status.FAILURE);
        assertThat(problem().sentence())
                .isEqualTo("/lib/libibverbs.so.1.9 is too old: it has no ibv_reg_mr_iova2.");

        natives.missing.put("libibverbs.so.1", List.of("ibv_reg_dmabuf_mr"));
        assertThat(problem().status()).isEqualTo(Status.WARNING);
        assertThat(problem().sentence()).contains("ibv_reg_dmabuf_mr", "nothing else is affected");
    }

    @Test
    void shouldMissTheDriversOfTheLibrary() throws IOException {
        delete("/etc/libibverbs.d/mlx5.driver");

        assertThat(problem().status()).isEqualTo(Status.FAILURE);
        assertThat(problem().remedy()).contains("ibverbs-providers");
    }

    @Test
    void shouldNameTheModuleThatIsNotLoaded() throws IOException {
        file(
                "/proc/modules",
                "ib_uverbs 1 0\nrdma_ucm_else 1 0\nib_umad 1 0\nrdma_rxe 1 0\nsiw 1 0");
        assertThat(problem().status()).isEqualTo(Status.FAILURE);
        assertThat(problem().sentence()).startsWith("rdma_ucm is not loaded");
        assertThat(problem().remedy()).contains("modprobe rdma_ucm");

        file("/sys/class/misc/rdma_cm/dev", "10:1"); // it is built into the kernel
        assertThat(check("kernel module rdma_ucm").status()).isEqualTo(Status.OK);
    }

    @Test
    void shouldNotMindThatThereIsNoDriverInSoftware() throws IOException {
        file("/proc/modules", "ib_uverbs 1 0\nrdma_ucm 1 0\nib_umad 1 0\nrdma_rxe 1 0\n");

        assertThat(problem().status()).isEqualTo(Status.NOT_APPLICABLE);
        assertThat(problem().remedy()).contains("rdma link add siw0 type siw netdev");
    }

    @Test
    void shouldMissADeviceFileOnlyWhereOneIsExpected() throws IOException {
        delete("/dev/infiniband/uverbs0");
        assertThat(problem().status()).isEqualTo(Status.FAILURE);
        assertThat(problem().sentence()).isEqualTo("There is no /dev/infiniband/uverbs*.");
        assertThat(problem().remedy()).contains("--device /dev/infiniband");

        file("/dev/infiniband/uverbs0", "");
        delete("/dev/infiniband/rdma_cm");
        assertThat(problem().status()).isEqualTo(Status.NOT_APPLICABLE);
    }

    @Test
    void shouldTellWhoMayOpenADeviceFile() throws IOException {
        Path closed = root.resolve("dev/infiniband/uverbs0");
        usable = file -> !file.equals(closed);
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rw-r-----"));

        assertThat(problem().status()).isEqualTo(Status.FAILURE);
        assertThat(problem().sentence())
                .contains("may not open /dev/infiniband/uverbs0", Files.getOwner(closed) + ":")
                .contains(" rw-r-----)");
        assertThat(problem().remedy()).contains("udev", "KERNEL==\"uverbs*\"");
    }

    @Test
    void shouldSayThatTheKernelHasNoDevice() throws IOException {
        assertThat(check("devices").sentence()).contains("siw0, ibp2s0, rocep1s0");
        Machine empty = new Machine(root.resolve("nothing"), natives, _ -> true);
        List<Check> checks = Diagnosis.of(empty);

        assertThat(Diagnosis.passed(checks)).isFalse();
        assertThat(checks)
                .filteredOn(c -> c.name().equals("devices"))
                .singleElement()
                .satisfies(
                        c -> {
                            assertThat(c.status()).isEqualTo(Status.FAILURE);
                            assertThat(c.remedy()).contains("rdma link add rxe0 type rxe");
                        });
        assertThat(checks)
                .filteredOn(c -> c.name().startsWith("device files"))
                .allSatisfy(c -> assertThat(c.status()).isEqualTo(Status.NOT_APPLICABLE))
                .hasSize(3);
    }

    @Test
    void shouldTellAMissingDriverFromADeviceThatIsNotOffered() throws IOException {
        natives.devices = Optional.of(List.of("rocep1s0", "siw0"));
        assertThat(problem().sentence()).isEqualTo("The kernel offers ibp2s0 to no program.");

        file("/sys/class/infiniband_verbs/uverbs1/ibdev", "ibp2s0\n");
        assertThat(problem().sentence()).isEqualTo("libibverbs has no driver for ibp2s0.");
        assertThat(problem().remedy()).contains("ibverbs-providers");
    }

    @Test
    void shouldSayWhatEachKindOfPortNeedsToBecomeActive() throws IOException {
        file(ROCE + "/ports/1/state", "1: DOWN\n");
        file(ROCE + "/ports/1/phys_state", "3: Disabled\n");
        assertThat(problem().status()).isEqualTo(Status.WARNING);
        assertThat(problem().sentence())
                .isEqualTo("rocep1s0 port 1 (RoCE, eth7) is not active: DOWN, link Disabled.");
        assertThat(problem().remedy()).contains("ip link set eth7 up");
        file(ROCE + "/ports/1/state", "4: ACTIVE\n");

        file("/sys/class/infiniband/ibp2s0/ports/1/state", "2: INIT\n");
        assertThat(problem().remedy()).contains("opensm");
        file("/sys/class/infiniband/ibp2s0/ports/1/phys_state", "2: Polling\n");
        assertThat(problem().remedy()).contains("cable");
    }

    @Test
    void shouldMissTheAddressOfARocePort() throws IOException {
        delete(ROCE + "/ports/1/gids/1");
        assertThat(problem().sentence()).contains("only link-local GIDs");
        assertThat(problem().remedy()).contains("ip address add 192.0.2.1/24 dev eth7");

        file(ROCE + "/ports/1/gids/0", "0000:0000:0000:0000:0000:0000:0000:0000\n");
        assertThat(problem().sentence()).contains("has no GID");

        file(ROCE + "/ports/1/gids/0", "2001:0db8:0000:0000:0000:0000:0000:0001\n");
        assertThat(check("GIDs of rocep1s0/1").status()).isEqualTo(Status.OK);
    }

    @Test
    void shouldWarnOfASmallLimitOfLockedMemory() throws IOException {
        file("/proc/self/limits", String.format(LOCK, "8388608", "8388608"));
        assertThat(problem().status()).isEqualTo(Status.WARNING);
        assertThat(problem().sentence()).startsWith("This process may lock 8.0 MiB of memory");
        assertThat(problem().remedy()).contains("ulimit -l", "LimitMEMLOCK");

        file("/proc/self/limits", String.format(LOCK, "65536", "unlimited"));
        assertThat(problem().sentence()).contains("64 KiB");

        file("/proc/self/limits", String.format(LOCK, "2147483648", "unlimited"));
        assertThat(check("locked memory").sentence()).contains("2.0 GiB");
        assertThat(check("locked memory").status()).isEqualTo(Status.OK);
    }

    @Test
    void shouldKnowThatTheLimitDoesNotBindWhoMayLock() throws IOException {
        file("/proc/self/limits", String.format(LOCK, "65536", "65536"));
        file("/proc/self/status", "Name:\tjava\nCapEff:\t000001ffffffffff\n");

        assertThat(check("locked memory").status()).isEqualTo(Status.OK);
        assertThat(check("locked memory").sentence()).contains("CAP_IPC_LOCK");
    }

    @Test
    void shouldTellHowNamespacesShareDevices() throws IOException {
        file("/sys/module/ib_core/parameters/netns_mode", "N\n");
        assertThat(check("network namespaces").sentence()).contains("only its own");

        delete("/sys/module/ib_core/parameters/netns_mode");
        assertThat(check("network namespaces").status()).isEqualTo(Status.NOT_APPLICABLE);
    }

    @Test
    void shouldSayThatNoHugePagesAreReserved() throws IOException {
        file("/proc/meminfo", "HugePages_Total:       0\nHugepagesize:       2048 kB\n");

        assertThat(problem().status()).isEqualTo(Status.NOT_APPLICABLE);
        assertThat(problem().remedy()).contains("vm.nr_hugepages");
    }

    @Test
    void shouldDiagnoseTheMachineThatItRunsOn() {
        List<Check> checks = Diagnosis.run();

        assertThat(checks).extracting(Check::name).doesNotHaveDuplicates();
        assertThat(checks)
                .filteredOn(c -> c.name().equals("locked memory"))
                .singleElement()
                .satisfies(c -> assertThat(c.status()).isNotEqualTo(Status.NOT_APPLICABLE));
    }
}
