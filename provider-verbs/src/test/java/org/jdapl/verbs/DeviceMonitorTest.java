package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jdapl.verbs.DeviceChange.Action;
import org.jdapl.verbs.DeviceChange.Subject;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.junit.jupiter.api.Test;

final class DeviceMonitorTest {

    private static byte[] message(String... parts) {
        return (String.join("\0", parts) + "\0").getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void readsWhatTheKernelSays() {
        assertThat(
                        DeviceMonitor.parse(
                                message(
                                        "add@/devices/virtual/infiniband_verbs/uverbs0",
                                        "ACTION=add",
                                        "DEVPATH=/devices/virtual/infiniband_verbs/uverbs0",
                                        "SUBSYSTEM=infiniband_verbs",
                                        "MAJOR=231",
                                        "DEVNAME=infiniband/uverbs0",
                                        "SEQNUM=1234")))
                .isEqualTo(new DeviceChange(Action.ADDED, Subject.FILE, "uverbs0"));
        assertThat(
                        DeviceMonitor.parse(
                                message(
                                        "remove@/devices/virtual/infiniband/siw0",
                                        "ACTION=remove",
                                        "DEVPATH=/devices/virtual/infiniband/siw0",
                                        "SUBSYSTEM=infiniband",
                                        "NAME=siw0",
                                        "SEQNUM=1235")))
                .isEqualTo(new DeviceChange(Action.REMOVED, Subject.DEVICE, "siw0"));
    }

    @Test
    void passesOverWhatIsNotAboutRdma() {
        assertThat(
                        DeviceMonitor.parse(
                                message(
                                        "add@/devices/virtual/net/roce0",
                                        "ACTION=add",
                                        "DEVPATH=/devices/virtual/net/roce0",
                                        "SUBSYSTEM=net")))
                .isNull();
        assertThat(DeviceMonitor.parse(message("libudev"))).isNull();
        assertThat(DeviceMonitor.parse(new byte[0])).isNull();
    }

    @Test
    void endsWaitingWhenItIsClosed() throws Exception {
        DeviceMonitor monitor = DeviceMonitor.open();
        assertThat(monitor.awaitChange(Duration.ofMillis(1))).isEmpty();
        var waiting =
                CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return monitor.awaitChange(Duration.ofDays(1)).isPresent();
                            } catch (VerbsException e) {
                                return e.error();
                            }
                        });
        monitor.close();
        assertThat(waiting.get()).isEqualTo(VerbsError.CLOSED);
        monitor.close();
        assertThatThrownBy(monitor::pollChange)
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.error()).isEqualTo(VerbsError.CLOSED));
    }
}
