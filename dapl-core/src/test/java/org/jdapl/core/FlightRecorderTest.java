package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.PrivateData;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.core.fake.FakeQueuePair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Java Flight Recorder has taken down of a few connections. */
class FlightRecorderTest {

    private static final String[] EVENTS = {
        "AdapterChange",
        "Connect",
        "Connection",
        "Registration",
        "Wait",
        "CompletionError",
        "Runtime",
        "AdapterCounters",
        "EndpointCounters",
        "DispatcherCounters"
    };

    @TempDir Path folder;

    private interface Story {
        void tell(Rig rig) throws Exception;
    }

    private List<RecordedEvent> record(Story story) throws Exception {
        Path file = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            for (String event : EVENTS) {
                recording.enable("org.jdapl." + event).withoutThreshold();
            }
            recording.start();
            try (Rig rig = Rig.manual().build()) {
                story.tell(rig);
            }
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file);
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(e -> e.getEventType().getName().equals("org.jdapl." + name))
                .toList();
    }

    private static List<String> texts(List<RecordedEvent> events, String name, String... fields) {
        return of(events, name).stream()
                .map(
                        e ->
                                String.join(
                                        " ",
                                        List.of(fields).stream()
                                                .map(f -> "" + e.getValue(f))
                                                .toList()))
                .toList();
    }

    @Test
    void aConnectionIsRecordedFromAttemptToEnd() throws Exception {
        String[] address = new String[1];
        List<RecordedEvent> events =
                record(
                        rig -> {
                            Rig.Side a = rig.side();
                            Rig.Side b = rig.side();
                            rig.connect(a, b);
                            address[0] = "127.0.0.1:" + rig.address().getPort();
                            a.endpoint.disconnect(DisconnectMode.ABRUPT);
                            rig.drain();
                            rig.requestFrom(rig.side()).reject(PrivateData.EMPTY);
                            rig.drain();
                        });
        assertThat(texts(events, "Connect", "adapter", "endpoint", "passive", "outcome"))
                .containsExactlyInAnyOrder(
                        "fake:one endpoint#1 false Established",
                        "fake:one endpoint#2 true Established",
                        "fake:one endpoint#3 false PeerRejected");
        assertThat(texts(events, "Connection", "endpoint", "passive", "outcome", "reason"))
                .containsExactlyInAnyOrder(
                        "endpoint#1 false Disconnected ",
                        "endpoint#2 true Disconnected by the peer");
        assertThat(of(events, "Connection"))
                .filteredOn(e -> e.getString("endpoint").equals("endpoint#1"))
                .singleElement()
                .satisfies(
                        e -> {
                            assertThat(e.getString("remote")).isEqualTo(address[0]);
                            assertThat(e.getDuration()).isPositive();
                        });
        assertThat(texts(events, "AdapterChange", "adapter", "change"))
                .containsExactly("fake:one opened", "fake:one closed");
        assertThat(of(events, "Registration"))
                .singleElement()
                .satisfies(
                        e -> {
                            assertThat(e.getLong("bytes")).isEqualTo(Rig.REGION_BYTES);
                            assertThat(e.getString("adapter")).isEqualTo("fake:one");
                        });
    }

    @Test
    void failuresAndWhatTheyBreakAreRecorded() throws Exception {
        List<RecordedEvent> events =
                record(
                        rig -> {
                            Rig.Side a = rig.side();
                            Rig.Side b = rig.side();
                            rig.connect(a, b);
                            a.pair().mode = FakeQueuePair.Mode.HELD;
                            a.mustSend(1);
                            a.mustSend(2);
                            a.pair().completeSend(CompletionStatus.REMOTE_ACCESS);
                            Rig.takeAll(a.requests);
                            rig.drain();
                            rig.fake.tell(l -> l.adapterLost("planned"));
                            rig.drain();
                        });
        assertThat(texts(events, "CompletionError", "adapter", "endpoint", "operation", "status"))
                .containsExactly("fake:one endpoint#1 SEND REMOTE_ACCESS");
        assertThat(texts(events, "Connection", "endpoint", "outcome"))
                .containsExactlyInAnyOrder("endpoint#1 Broken", "endpoint#2 Broken");
        assertThat(texts(events, "AdapterChange", "change", "reason"))
                .containsExactly("opened ", "lost planned", "closed ");
    }

    @Test
    void aWaitIsRecordedWithWhatItBrought() throws Exception {
        List<RecordedEvent> events =
                record(
                        rig -> {
                            Rig.Side a = rig.side();
                            a.requests.await(Duration.ofMillis(5));
                        });
        assertThat(of(events, "Wait"))
                .singleElement()
                .satisfies(
                        e -> {
                            assertThat(e.getDuration())
                                    .isGreaterThanOrEqualTo(Duration.ofMillis(5));
                            assertThat(e.getInt("events")).isZero();
                            assertThat(e.getString("dispatcher")).startsWith("event-dispatcher#");
                        });
    }

    @Test
    void countersAreRecordedAtLeastAtTheEndOfARecording() throws Exception {
        Path file = folder.resolve("counters.jfr");
        try (Rig rig = Rig.manual().build();
                Recording recording = new Recording()) {
            Rig.Side a = rig.side();
            Rig.Side b = rig.side();
            rig.connect(a, b);
            b.mustReceive(1);
            a.mustSend(2);
            for (String event : EVENTS) {
                recording.enable("org.jdapl." + event).with("period", "endChunk");
            }
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(of(events, "Runtime").getLast().getInt("adapters")).isPositive();
        RecordedEvent adapter = of(events, "AdapterCounters").getLast();
        assertThat(adapter.getLong("endpoints")).isEqualTo(2);
        assertThat(adapter.getLong("posted")).isEqualTo(2);
        assertThat(adapter.getLong("established")).isEqualTo(2);
        assertThat(texts(events, "EndpointCounters", "endpoint", "state", "bytesOut"))
                .contains("endpoint#1 CONNECTED 8", "endpoint#2 CONNECTED 0");
        assertThat(of(events, "DispatcherCounters").size()).isGreaterThanOrEqualTo(7);
    }
}
