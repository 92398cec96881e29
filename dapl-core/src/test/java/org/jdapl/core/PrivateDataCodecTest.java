package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.jdapl.api.DatException;
import org.jdapl.api.PrivateData;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PrivateDataFraming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PrivateDataCodecTest {

    private static final int MAX = 252;

    private static PrivateData bytes(int n) {
        byte[] b = new byte[n];
        for (int i = 0; i < n; i++) {
            b[i] = (byte) (i * 7 + 1);
        }
        return PrivateData.of(b);
    }

    @ParameterizedTest
    @EnumSource(PrivateDataFraming.class)
    void whatIsEncodedIsDecoded(PrivateDataFraming framing) {
        for (boolean reject : new boolean[] {false, true}) {
            int max = MAX - PrivateDataCodec.overhead(framing, reject);
            for (int n : new int[] {0, 1, 3, 4, 5, 52, max}) {
                byte[] wire = PrivateDataCodec.encode(bytes(n), framing, reject, MAX, false);
                assertThat(wire.length).isEqualTo(n + PrivateDataCodec.overhead(framing, reject));
                assertThat(PrivateDataCodec.decode(wire, framing, reject))
                        .as("%s %s %d", framing, reject, n)
                        .isEqualTo(bytes(n));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(PrivateDataFraming.class)
    void oneByteTooManyIsRefusedWithTheLimit(PrivateDataFraming framing) {
        int max = MAX - PrivateDataCodec.overhead(framing, true);
        assertThatThrownBy(() -> PrivateDataCodec.encode(bytes(max + 1), framing, true, MAX, false))
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> assertThat(e.type()).isEqualTo(DatType.INVALID_PARAMETER))
                .hasMessageContaining("maximum of " + max)
                .hasMessageContaining(framing.name());
    }

    @ParameterizedTest
    @EnumSource(PrivateDataFraming.class)
    void aRejectionWithoutTheHeaderIsNotTheConsumers(PrivateDataFraming framing) {
        byte[] consumers = PrivateDataCodec.encode(bytes(0), framing, true, MAX, false);
        assertThat(PrivateDataCodec.canBeConsumersRejection(consumers, framing)).isTrue();
        assertThat(PrivateDataCodec.canBeConsumersRejection(new byte[0], framing))
                .isEqualTo(framing == PrivateDataFraming.RAW);
    }

    @Test
    void framedDataLosesThePaddingOfTheTransport() {
        byte[] wire =
                PrivateDataCodec.encode(bytes(10), PrivateDataFraming.FRAMED, false, MAX, false);
        byte[] padded = Arrays.copyOf(wire, 56);
        assertThat(PrivateDataCodec.decode(padded, PrivateDataFraming.FRAMED, false))
                .isEqualTo(bytes(10));
    }

    @Test
    void theHeaderIsMagicVersionAndBigEndianLength() {
        byte[] wire =
                PrivateDataCodec.encode(
                        bytes(0x0123), PrivateDataFraming.FRAMED, false, 1000, false);
        assertThat(Arrays.copyOf(wire, 4)).containsExactly(0x4A, 0x10, 0x01, 0x23);
    }

    @Test
    void aRejectionOfTheCProviderCarriesItsVersionFirst() {
        byte[] wire =
                PrivateDataCodec.encode(bytes(1), PrivateDataFraming.DAPL_C, true, MAX, false);
        assertThat(wire).containsExactly(2, 0, 2, 0, 1);
        assertThat(PrivateDataCodec.encode(bytes(1), PrivateDataFraming.DAPL_C, false, MAX, false))
                .containsExactly(1);
    }

    @Test
    void bytesOfAnotherFormAreGivenAsTheyAre() {
        byte[][] strange = {
            {},
            {0x4A},
            {0x4A, 0x10, 0},
            {0x4A, 0x20, 0, 1, 9},
            {0x4B, 0x10, 0, 1, 9},
            {0x4A, 0x10, 0, 2, 9},
            {0x4A, 0x10, (byte) 0xFF, (byte) 0xFF, 9}
        };
        for (byte[] b : strange) {
            assertThat(PrivateDataCodec.decode(b, PrivateDataFraming.FRAMED, false).toByteArray())
                    .isEqualTo(b);
        }
        byte[] tooShort = {1, 2, 3};
        assertThat(PrivateDataCodec.decode(tooShort, PrivateDataFraming.DAPL_C, true).toByteArray())
                .isEqualTo(tooShort);
    }

    @Test
    void extensionsAreToldByTheFlagOfTheFramedFormAlone() {
        byte[] with =
                PrivateDataCodec.encode(bytes(3), PrivateDataFraming.FRAMED, false, MAX, true);
        byte[] without =
                PrivateDataCodec.encode(bytes(3), PrivateDataFraming.FRAMED, false, MAX, false);
        assertThat(with[1]).isEqualTo((byte) 0x11);
        assertThat(without[1]).isEqualTo((byte) 0x10);
        assertThat(PrivateDataCodec.decode(with, PrivateDataFraming.FRAMED, false))
                .isEqualTo(bytes(3));
        assertThat(PrivateDataCodec.tellsExtensions(with, PrivateDataFraming.FRAMED)).isTrue();
        assertThat(PrivateDataCodec.tellsExtensions(without, PrivateDataFraming.FRAMED)).isFalse();
        assertThat(PrivateDataCodec.tellsExtensions(with, PrivateDataFraming.RAW)).isFalse();
        byte[] later = with.clone();
        later[1] = 0x21;
        assertThat(PrivateDataCodec.tellsExtensions(later, PrivateDataFraming.FRAMED)).isFalse();
    }
}
