package org.jdapl.verbs.umad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.umad.MadAddress.GlobalRoute;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class UmadTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final MadAddress SOMEWHERE = MadAddress.general(9, 1);
    private static final AgentRegistration ASKING = AgentRegistration.asking(4, 1);

    private static MockUmad mock;

    @BeforeAll
    static void install() {
        mock = MockUmad.install();
    }

    private static Mad question(int attribute) {
        Mad mad = Mad.of(4, 1, Mad.METHOD_GET, attribute, 0);
        mad.transaction(0x1122_3344);
        return mad;
    }

    private static VerbsException refusal(ThrowingCallable call) {
        VerbsException e = catchThrowableOfType(VerbsException.class, call);
        assertThat(e).isNotNull();
        return e;
    }

    @Test
    void shouldTellTheNamesOfAnOldLibraryAndFreeWhatItGot() {
        assertThat(Umad.names()).containsExactly("mock0");
        assertThat(Umad.port("mock0", 1).smLid()).isEqualTo(3);
        assertThat(mock.number("cas")).isZero();
    }

    @Test
    void shouldSayThatThereIsNoSuchDevice() {
        assertThat(refusal(() -> Umad.port("other", 1)).error()).isEqualTo(VerbsError.NO_DEVICE);
        assertThat(refusal(() -> Umad.ca("a name of more than twenty")).error())
                .isEqualTo(VerbsError.NO_DEVICE);
        assertThat(refusal(() -> MadPort.open("", 1)).error()).isEqualTo(VerbsError.NO_DEVICE);
    }

    @Test
    void shouldTellTheKernelsErrorWhereTheLibraryHasAGeneralOne() {
        VerbsException e = refusal(() -> MadPort.open("denied", 1));

        assertThat(e.error()).isEqualTo(VerbsError.NO_PERMISSION);
        assertThat(e.errno()).isEqualTo(13);
        assertThat(e).hasMessageContaining("/dev/infiniband/umad");
    }

    @Test
    void shouldSendToTheAddressAndReceiveTheAnswer() {
        try (MadPort port = MadPort.open("mock0", 1)) {
            MadAgent agent = port.register(ASKING);
            agent.send(SOMEWHERE, question(MockUmad.ANSWER), Duration.ofMillis(1500), 7);

            ReceivedMad received = port.receive(LONG).orElseThrow();
            assertThat(received.agentId()).isEqualTo(agent.id());
            assertThat(received.isUnanswered()).isFalse();
            assertThat(received.mad().method()).isEqualTo(Mad.METHOD_GET | Mad.RESPONSE);
            assertThat((int) received.mad().transaction()).isEqualTo(0x1122_3344);
            assertThat(received.from()).isEqualTo(SOMEWHERE);
            assertThat(mock.address()).isEqualTo(SOMEWHERE);
            assertThat(mock.number("timeout")).isEqualTo(1500);
            assertThat(mock.number("retries")).isEqualTo(7);
        }
    }

    @Test
    void shouldWriteEveryFieldOfAnAddress() {
        GlobalRoute route = new GlobalRoute(0xfe80L << 48, 0x1234_5678_9abc_def0L, 3, 5, 64, 7);
        MadAddress address = new MadAddress(0xfffe, 0xabcdef, 0x80010000, 15, 127, 0x1234, route);

        assertThat(MockUmad.roundTrip(address)).isEqualTo(address);
    }

    @Test
    void shouldRegisterWhatItWasTold() {
        try (MadPort port = MadPort.open("mock0", 1)) {
            port.register(
                    new AgentRegistration(0x32, 2, Set.of(1, 63, 64, 127), 0x001405, 1, true));

            assertThat(HexFormat.of().formatHex(mock.bytes("registration", 40)))
                    .startsWith("3202")
                    .contains("01000000" + "0200000000000080" + "0100000000000080")
                    .contains("05140000" + "01");
        }
    }

    @Test
    void shouldRefuseAClassThatTheKernelRefuses() {
        try (MadPort port = MadPort.open("mock0", 1)) {
            VerbsException e = refusal(() -> port.register(AgentRegistration.asking(0xff, 1)));

            assertThat(e.error()).isEqualTo(VerbsError.INVALID_ARGUMENT);
            assertThat(mock.number("agents")).isZero();
        }
    }

    @Test
    void shouldTakeAnAnswerThatIsLongerThanOnePacket() {
        try (MadPort port = MadPort.open("mock0", 1);
                MadAgent agent = port.register(ASKING)) {
            agent.send(SOMEWHERE, question(MockUmad.LONG), LONG, 0);

            assertThat(port.receive(LONG).orElseThrow().mad().length()).isEqualTo(1000);
        }
    }

    @Test
    void shouldHandBackAQuestionThatNobodyAnswered() {
        try (MadPort port = MadPort.open("mock0", 1);
                MadAgent agent = port.register(ASKING)) {
            agent.send(SOMEWHERE, question(MockUmad.UNANSWERED), LONG, 0);

            ReceivedMad received = port.receive(LONG).orElseThrow();
            assertThat(received.isUnanswered()).isTrue();
            assertThat(received.errno()).isEqualTo(110);
            assertThat(received.mad().method()).isEqualTo(Mad.METHOD_GET);
        }
    }

    @Test
    void shouldReturnWhenTimeRunsOut() {
        try (MadPort port = MadPort.open("mock0", 1)) {
            long beganNs = System.nanoTime();

            assertThat(port.receive(Duration.ofMillis(120))).isEmpty();
            assertThat(System.nanoTime() - beganNs).isBetween(120_000_000L, 20_000_000_000L);
            assertThat(port.receive(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void shouldEndAWaitWhenTheThreadIsInterrupted() {
        try (MadPort port = MadPort.open("mock0", 1)) {
            Thread.currentThread().interrupt();

            VerbsException e = refusal(() -> port.receive(LONG));
            assertThat(e.error()).isEqualTo(VerbsError.INTERRUPTED);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(port.receive(Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void shouldEndAWaitWhenThePortIsClosed() throws InterruptedException {
        MadPort port = MadPort.open("mock0", 1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiting =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        port.receive(LONG);
                                    } catch (VerbsException e) {
                                        thrown.set(e);
                                    }
                                });
        while (waiting.getState() != Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        Thread.sleep(50);
        port.close();
        waiting.join(20_000);

        assertThat(thrown.get())
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.error()).isEqualTo(VerbsError.CLOSED));
    }

    @Test
    void shouldCloseInAnyOrderAndOnlyOnce() {
        int closes = mock.number("closes");
        MadPort port = MadPort.open("mock0", 1);
        MadAgent first = port.register(ASKING);
        MadAgent second = port.register(ASKING);
        assertThat(mock.number("agents")).isEqualTo(2);

        first.close();
        first.close();
        assertThat(mock.number("agents")).isEqualTo(1);
        port.close();
        port.close();
        second.close();

        assertThat(mock.number("agents")).isZero();
        assertThat(mock.number("closes")).isEqualTo(closes + 1);
        assertThat(port.isOpen()).isFalse();
        assertThat(second.isOpen()).isFalse();
    }

    @Test
    void shouldRefuseEveryUseAfterClose() {
        MadPort port = MadPort.open("mock0", 1);
        MadAgent agent = port.register(ASKING);
        port.close();

        for (ThrowingCallable use :
                new ThrowingCallable[] {
                    () -> port.receive(LONG),
                    () -> port.register(ASKING),
                    () -> agent.send(SOMEWHERE, question(MockUmad.ANSWER), LONG, 0)
                }) {
            assertThat(refusal(use).error()).isEqualTo(VerbsError.CLOSED);
        }
    }

    @Test
    void shouldTellWhyAMadCouldNotBeSent() {
        try (MadPort port = MadPort.open("mock0", 1);
                MadAgent agent = port.register(ASKING)) {
            VerbsException e =
                    refusal(() -> agent.send(SOMEWHERE, question(MockUmad.REFUSED), LONG, 0));

            assertThat(e.error()).isEqualTo(VerbsError.INVALID_ARGUMENT);
        }
    }

    @Test
    void shouldTakeTheAnswerToItsOwnQuestion() {
        try (SubnetManagement smp = SubnetManagement.over(MadPort.open("mock0", 1), LONG, 0)) {
            byte[] answer = smp.get(SmpRoute.lid(5), MockUmad.LATE_BEFORE, 0);

            assertThat(answer).hasSize(64);
            assertThat(mock.address()).isEqualTo(MadAddress.subnetManagement(5));
        }
        assertThat(mock.number("agents")).isZero();
    }

    @Test
    void shouldTellApartSilenceAndAReturnedQuestion() {
        Duration timeout = Duration.ofMillis(50);
        try (SubnetManagement smp = SubnetManagement.over(MadPort.open("mock0", 1), timeout, 1)) {
            for (int attribute : new int[] {MockUmad.SILENCE, MockUmad.UNANSWERED}) {
                VerbsException e = refusal(() -> smp.get(SmpRoute.lid(5), attribute, 0));

                assertThat(e.error()).isEqualTo(VerbsError.TIMED_OUT);
                assertThat(e).hasMessageContaining("no answer to 2 tries of 50 ms");
            }
        }
    }

    @Test
    void shouldIgnoreTheDirectionInTheStatusOfADirectedAnswer() {
        try (SubnetManagement smp = SubnetManagement.over(MadPort.open("mock0", 1), LONG, 0)) {
            assertThat(smp.get(SmpRoute.directed(1, 2), MockUmad.STATUS, 0x8000)).hasSize(64);
            assertThat(mock.address().lid()).isEqualTo(MadAddress.PERMISSIVE_LID);
            assertThat(refusal(() -> smp.get(SmpRoute.directed(1), MockUmad.STATUS, 0x800c)))
                    .hasMessageContaining("the attribute is not supported (status 0x000c)");
        }
    }

    @Test
    void shouldSayWhatTheAdministratorsStatusMeans() {
        try (SubnetAdministration sa =
                SubnetAdministration.over(MadPort.open("mock0", 1), LONG, 0)) {
            assertThat(sa.get(MockUmad.ANSWER, 0, new byte[200])).hasSize(200);
            assertThat(mock.address()).isEqualTo(MadAddress.general(3, 4));
            assertThatThrownBy(() -> sa.get(MockUmad.ANSWER, 0, new byte[201]))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(MadStatus.refused("q", 0x0300, true).error())
                .isEqualTo(VerbsError.ADDRESS_NOT_AVAILABLE);
        assertThat(MadStatus.refused("q", 0x0700, true).error())
                .isEqualTo(VerbsError.NO_PERMISSION);
        assertThat(MadStatus.refused("q", 0x0001, false).error()).isEqualTo(VerbsError.TRY_AGAIN);
        assertThat(MadStatus.refused("q", 0x001c, false).error())
                .isEqualTo(VerbsError.INVALID_ARGUMENT);
    }

    @Test
    void shouldNeedASubnetManagerForTheAdministrator() {
        int closes = mock.number("closes");
        VerbsException e = refusal(() -> SubnetAdministration.open("mock0", 2));

        assertThat(e).hasMessageContaining("has no subnet manager");
        assertThat(mock.number("closes")).isEqualTo(closes + 1);
    }
}
