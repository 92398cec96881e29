package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.mock.MockVerbs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ContextTest {

    @BeforeEach
    void useMock() {
        MockVerbs.use();
        MockVerbs.setDevices(1);
    }

    @AfterEach
    void shouldLeaveNothing() {
        MockVerbs.setDevices(1);
        MockVerbs.assertClean();
    }

    private static void assertError(VerbsError error, ThrowingCallable call) {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(call)
                .extracting(VerbsException::error)
                .isEqualTo(error);
    }

    @Test
    void shouldListDevicesAsValues() {
        MockVerbs.setDevices(2);

        assertThat(Verbs.devices())
                .containsExactly(
                        new Device(
                                "mock0",
                                "uverbs0",
                                "/sys/class/infiniband/mock0",
                                NodeType.CA,
                                TransportType.IB,
                                new Guid(0x0002c90300000010L),
                                0),
                        new Device(
                                "mock1",
                                "uverbs1",
                                "/sys/class/infiniband/mock1",
                                NodeType.CA,
                                TransportType.IB,
                                new Guid(0x0002c90300000011L),
                                1));
        assertThat(Verbs.device("mock1").orElseThrow().filePath())
                .isEqualTo("/dev/infiniband/uverbs1");
        assertThat(Verbs.device("mock2")).isEmpty();
    }

    @Test
    void shouldListNothingWhereNothingIs() {
        MockVerbs.setDevices(0);

        assertThat(Verbs.devices()).isEmpty();
    }

    @Test
    void shouldTellThatTheLibraryIsThere() {
        Verbs.Availability availability = Verbs.availability();

        assertThat(availability.isAvailable()).isTrue();
        assertThat(availability.rdmaCore()).isBetween(28, 36);
    }

    @Test
    void shouldSayWhatHelpsWhereTheKernelHasNoRdma() {
        MockVerbs.failNext("ibv_get_device_list", 38);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(Verbs::devices)
                .withMessageContaining("modprobe ib_uverbs")
                .extracting(VerbsException::error)
                .isEqualTo(VerbsError.NOT_SUPPORTED);
    }

    @Test
    void shouldNotOpenADeviceThatHasGone() {
        MockVerbs.setDevices(2);
        Device device = Verbs.device("mock1").orElseThrow();
        MockVerbs.setDevices(1);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(device::open)
                .withMessage("ibv_open_device: there is no device mock1")
                .extracting(VerbsException::error)
                .isEqualTo(VerbsError.NO_DEVICE);
    }

    @Test
    void shouldNameTheFileThatMayNotBeOpened() {
        Device device = Verbs.devices().getFirst();
        MockVerbs.failNext("ibv_open_device", 13);

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(device::open)
                .withMessageContaining("this user may not open /dev/infiniband/uverbs0")
                .extracting(VerbsException::error)
                .isEqualTo(VerbsError.NO_PERMISSION);
    }

    @Test
    void shouldTellWhatTheDeviceCan() {
        try (Context context = Verbs.devices().getFirst().open()) {
            DeviceAttributes attributes = context.attributes();

            assertThat(attributes.firmwareVersion()).isEqualTo("1.2.3");
            assertThat(attributes.nodeGuid()).hasToString("0002:c903:0000:0010");
            assertThat(attributes.maxMrSize()).isEqualTo(-1);
            assertThat(attributes.pageSizeCap()).isEqualTo(0xfffff000L);
            assertThat(attributes.vendorId()).isEqualTo(0x4d4f);
            assertThat(attributes.maxQp()).isEqualTo(4095);
            assertThat(attributes.maxQpRdAtom()).isEqualTo(16);
            assertThat(attributes.atomicCapability()).isEqualTo(AtomicCapability.HCA);
            assertThat(attributes.maxMw()).isEqualTo(65535);
            assertThat(attributes.maxTotalMulticastQpAttach()).isEqualTo(4096);
            assertThat(attributes.maxSrqSge()).isEqualTo(16);
            assertThat(attributes.localCaAckDelay()).isEqualTo(15);
            assertThat(attributes.portCount()).isEqualTo(1);
            assertThat(attributes.capabilities())
                    .isEqualTo(
                            Set.of(
                                    DeviceCapability.MEM_WINDOW,
                                    DeviceCapability.MEM_WINDOW_TYPE_2B,
                                    DeviceCapability.SRQ_RESIZE,
                                    DeviceCapability.MEM_MGT_EXTENSIONS,
                                    DeviceCapability.PORT_ACTIVE_EVENT,
                                    DeviceCapability.RC_RNR_NAK_GEN));
            assertThat(context.completionVectors()).isEqualTo(2);
        }
    }

    @Test
    void shouldTellTheNewerAttributes() {
        try (Context context = Verbs.devices().getFirst().open()) {
            ExtendedDeviceAttributes attributes = context.extendedAttributes().orElseThrow();

            assertThat(attributes.onDemand())
                    .isEqualTo(new ExtendedDeviceAttributes.OnDemand(1, 0xf, 0, 1, 0));
            assertThat(attributes.onDemand().isSupported()).isTrue();
            assertThat(attributes.completionTimestampMask()).isEqualTo(0xffffffffffffL);
            assertThat(attributes.clockKhz()).isEqualTo(156_250);
            assertThat(attributes.portCount()).isEqualTo(1);

            MockVerbs.failNext("query_device_ex", 95);
            assertThat(context.extendedAttributes()).isEmpty();
        }
    }

    @Test
    void shouldTellHowAPortIs() {
        try (Context context = Verbs.devices().getFirst().open()) {
            PortAttributes port = context.port(1);

            assertThat(port.state()).isEqualTo(PortState.ACTIVE);
            assertThat(port.maxMtu()).isEqualTo(Mtu.MTU_4096);
            assertThat(port.activeMtu()).isEqualTo(Mtu.MTU_1024);
            assertThat(port.maxMessageSize()).isEqualTo(1 << 30);
            assertThat(port.lid()).isEqualTo(17);
            assertThat(port.smLid()).isEqualTo(1);
            assertThat(port.subnetTimeout()).isEqualTo(18);
            assertThat(port.lanes()).isEqualTo(4);
            assertThat(port.laneMbps()).isEqualTo(25_000);
            assertThat(port.physicalState()).isEqualTo(5);
            assertThat(port.linkLayer()).isEqualTo(LinkLayer.ETHERNET);
            assertError(VerbsError.INVALID_ARGUMENT, () -> context.port(2));
            assertThatIllegalArgumentException().isThrownBy(() -> context.port(257));
        }
    }

    @Test
    void shouldTellGidsAndPkeys() {
        try (Context context = Verbs.devices().getFirst().open()) {
            assertThat(context.gid(1, 1)).hasToString("::ffff:10.77.1.1");
            assertThat(context.gid(1, 2)).isEqualTo(Gid.ZERO);
            assertError(VerbsError.INVALID_ARGUMENT, () -> context.gid(1, 9999));
            assertThat(context.gidTable())
                    .containsExactly(
                            new GidEntry(
                                    Gid.parse("fe80::200:5eff:fe00:1"), 1, 0, GidType.ROCE_V2, 1),
                            new GidEntry(Gid.parse("10.77.1.1"), 1, 1, GidType.ROCE_V2, 1));
            assertThat(context.pkey(1, 0)).isEqualTo(0xffff);
            assertThat(context.pkey(1, 1)).isEqualTo(0x8001);
            assertError(VerbsError.INVALID_ARGUMENT, () -> context.pkey(1, 9999));
        }
    }

    @Test
    void shouldRefuseQueriesWhenItIsClosed() {
        Context context = Verbs.devices().getFirst().open();
        context.close();
        context.close();

        assertThat(context.isOpen()).isFalse();
        assertError(VerbsError.CLOSED, context::attributes);
        assertError(VerbsError.CLOSED, context::extendedAttributes);
        assertError(VerbsError.CLOSED, () -> context.port(1));
        assertError(VerbsError.CLOSED, () -> context.gid(1, 0));
        assertError(VerbsError.CLOSED, context::gidTable);
        assertError(VerbsError.CLOSED, () -> context.pkey(1, 0));
        assertError(VerbsError.CLOSED, context::completionVectors);
        assertError(VerbsError.CLOSED, context::pollAsyncEvent);
        assertError(VerbsError.CLOSED, () -> ProtectionDomain.create(context));
    }

    @Test
    void shouldAdoptTheContextsOfOthersOnceAndLeaveThemOpen() {
        try (Context opened = Verbs.devices().getFirst().open()) {
            Context adopted = Context.adopt(opened.pointer());

            assertThat(Context.adopt(opened.pointer())).isSameAs(adopted);
            assertThat(adopted.device()).isEqualTo(opened.device());
            ProtectionDomain domain = ProtectionDomain.create(adopted);
            adopted.close();

            assertThat(domain.isOpen()).isFalse();
            assertThat(opened.port(1).lid()).isEqualTo(17);
            Context again = Context.adopt(opened.pointer());
            assertThat(again).isNotSameAs(adopted);
            again.close();
        }
    }
}
