package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.verbs.AsyncEvent;
import org.jdapl.verbs.AsyncEventType;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.Gid;
import org.jdapl.verbs.GidEntry;
import org.jdapl.verbs.GidType;
import org.jdapl.verbs.NodeType;
import org.jdapl.verbs.PortState;
import org.jdapl.verbs.TransportType;
import org.jdapl.verbs.Verbs;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of GIDs and P_Keys as sysfs has them, and the events of ports. */
@InLab
class PortsTest {
    private static final Path PORT = Path.of("/sys/class/infiniband/rxe0/ports/1");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static Context open(String device) {
        return Verbs.device(device).orElseThrow().open();
    }

    private static String sysfs(String file) throws IOException {
        return Files.readString(PORT.resolve(file)).strip();
    }

    @Test
    void shouldTellRoceFromIwarp() {
        assertThat(Verbs.device("rxe0").orElseThrow().nodeType()).isEqualTo(NodeType.CA);
        assertThat(Verbs.device("rxe0").orElseThrow().transportType()).isEqualTo(TransportType.IB);
        assertThat(Verbs.device("siw0").orElseThrow().nodeType()).isEqualTo(NodeType.RNIC);
        assertThat(Verbs.device("siw0").orElseThrow().transportType())
                .isEqualTo(TransportType.IWARP);
        assertThat(Verbs.availability().rdmaCore()).isEqualTo(36);
    }

    @Test
    void shouldHaveTheGidsAndPkeysOfSysfs() throws IOException {
        try (Context context = open("rxe0")) {
            List<GidEntry> table = context.gidTable();

            assertThat(table).hasSizeGreaterThanOrEqualTo(2);
            assertThat(table.get(1).gid()).isEqualTo(Gid.parse("10.77.1.1"));
            int roce0 =
                    Integer.parseInt(
                            Files.readString(Path.of("/sys/class/net/roce0/ifindex")).strip());
            for (GidEntry entry : table) {
                assertThat(entry.gid().fullText()).isEqualTo(sysfs("gids/" + entry.index()));
                assertThat(entry.type()).isEqualTo(GidType.ROCE_V2);
                assertThat(sysfs("gid_attrs/types/" + entry.index())).isEqualTo("RoCE v2");
                assertThat(entry.interfaceIndex()).isEqualTo(roce0);
                assertThat(context.gid(1, entry.index())).isEqualTo(entry.gid());
            }
            assertThat(context.gid(1, 1000)).isEqualTo(Gid.ZERO);
            assertThat(context.pkey(1, 0)).isEqualTo(Integer.decode(sysfs("pkeys/0")));
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe0, 100000", "siw0, 1"})
    void shouldRefuseEntriesThatTheTablesDoNotHave(String device, int index) {
        try (Context context = open(device)) {
            assertInvalid(() -> context.gid(1, index));
            assertInvalid(() -> context.pkey(1, index));
            assertInvalid(() -> context.port(2));
        }
    }

    private static void assertInvalid(ThrowingCallable call) {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(call)
                .extracting(VerbsException::error)
                .isEqualTo(VerbsError.INVALID_ARGUMENT);
    }

    /** Takes events until one of a type comes. */
    private static List<AsyncEventType> until(Context context, AsyncEventType last) {
        List<AsyncEventType> types = new ArrayList<>();
        while (types.isEmpty() || types.getLast() != last) {
            AsyncEvent event = context.awaitAsyncEvent(MINUTE).orElseThrow();
            assertThat(event.port()).isEqualTo(1);
            assertThat(event.element()).isNull();
            types.add(event.type());
        }
        return types;
    }

    @ParameterizedTest
    @CsvSource({"rxe0, roce0", "siw0, iwarp0"})
    void shouldTellThatAPortWentDownAndCameBack(String device, String link) {
        try (Context context = open(device)) {
            assertThat(context.pollAsyncEvent()).isEmpty();
            Guest.run("ip", "link", "set", link, "down");
            assertThat(until(context, AsyncEventType.PORT_ERR)).isNotEmpty();
            assertThat(context.port(1).state()).isEqualTo(PortState.DOWN);
            Guest.run("ip", "link", "set", link, "up");
            assertThat(until(context, AsyncEventType.PORT_ACTIVE)).isNotEmpty();
            assertThat(context.port(1).state()).isEqualTo(PortState.ACTIVE);
        } finally {
            Guest.run("ip", "link", "set", link, "up");
        }
    }

    @Test
    void shouldTellThatTheTableOfGidsChanged() {
        try (Context context = open("rxe0")) {
            Guest.run("ip", "address", "add", "10.77.9.1/24", "dev", "roce0");
            assertThat(until(context, AsyncEventType.GID_CHANGE)).isNotEmpty();
            assertThat(context.gidTable())
                    .extracting(GidEntry::gid)
                    .contains(Gid.parse("10.77.9.1"));
            Guest.run("ip", "address", "del", "10.77.9.1/24", "dev", "roce0");
            assertThat(until(context, AsyncEventType.GID_CHANGE)).isNotEmpty();
            assertThat(context.gidTable())
                    .extracting(GidEntry::gid)
                    .doesNotContain(Gid.parse("10.77.9.1"));
        }
    }
}
