package org.jdapl.conformance.historic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.api.DatException;
import org.jdapl.api.ErrorScope;
import org.jdapl.api.PrivateData;
import org.jdapl.api.Remedy;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.junit.jupiter.api.Test;

/** Codes, texts and exchanged forms of the contract: what other stacks once got wrong in them. */
class ContractValuesTest {

    private static final int SOME_MORE = 1000;

    @Test
    void everyFailureHasTheClassBitAndItsOwnNumber() {
        Set<Integer> values = new HashSet<>();
        for (DatType type : DatType.values()) {
            for (DatSubtype subtype : DatSubtype.values()) {
                DatCode code = DatCode.error(type, subtype);
                if (type != DatType.SUCCESS) {
                    assertThat(code.isError()).as("%s", code).isTrue();
                    assertThat(code.value()).as("%s", code).isNegative();
                    assertThat(values.add(code.value())).as("%s is unique", code).isTrue();
                }
            }
        }
        assertThat(DatCode.SUCCESS.isError()).isFalse();
        assertThat(DatCode.SUCCESS.value()).isZero();
    }

    @Test
    void everyRefusalOfAPostIsAnErrorWithAText() {
        Set<String> texts = new HashSet<>();
        for (int status = PostStatus.PROVIDER_ERROR; status < PostStatus.OK; status++) {
            assertThat(PostStatus.code(status).isError()).as("status %s", status).isTrue();
            assertThat(texts.add(PostStatus.describe(status))).as("status %s", status).isTrue();
        }
        for (int strange : new int[] {1, PostStatus.PROVIDER_ERROR - 1, Integer.MIN_VALUE}) {
            assertThat(PostStatus.code(strange).isError()).as("status %s", strange).isTrue();
            assertThat(PostStatus.describe(strange)).contains(Integer.toString(strange));
        }
        assertThat(PostStatus.code(PostStatus.OK)).isEqualTo(DatCode.SUCCESS);
    }

    @Test
    void everyCodeHasAText() {
        Set<String> texts = new HashSet<>();
        for (DatType type : DatType.values()) {
            for (DatSubtype subtype : DatSubtype.values()) {
                String text =
                        new DatException(
                                        DatCode.error(type, subtype),
                                        "it failed",
                                        ErrorScope.CALL,
                                        Remedy.NONE)
                                .getMessage();
                assertThat(text).contains("it failed", type.name());
                assertThat(texts.add(text)).as(text).isTrue();
            }
        }
        for (DatSubtype subtype : DatSubtype.values()) {
            assertThat(subtype.text()).as(subtype.name()).isNotBlank();
        }
    }

    @Test
    void everyNumberOfAnOperationOrAStatusCanBePrinted() {
        for (int number = -SOME_MORE; number < SOME_MORE; number++) {
            assertThat(CompletionStatus.of(number).toString()).isNotBlank();
        }
        for (CompletionStatus status : CompletionStatus.values()) {
            assertThat(CompletionStatus.of(status.value())).isEqualTo(status);
        }
        for (OperationKind kind : OperationKind.values()) {
            assertThat(kind.toString()).isNotBlank();
        }
        IntStream.of(-1, CompletionStatus.values().length, Integer.MAX_VALUE, Integer.MIN_VALUE)
                .forEach(
                        unknown ->
                                assertThat(CompletionStatus.of(unknown))
                                        .as("status %s", unknown)
                                        .isNotEqualTo(CompletionStatus.SUCCESS));
    }

    @Test
    void aRemoteRegionIsWrittenTheSameEverywhere() {
        RemoteRegion region = new RemoteRegion(0x8877_6655_4433_2211L, 0x9000_0001L, 0xFFFF_FFFEL);

        ByteBuffer own = ByteBuffer.allocate(RemoteRegion.ENCODED_BYTES);
        own.order(ByteOrder.LITTLE_ENDIAN);
        region.encode(own);
        assertThat(HexFormat.of().formatHex(own.array()))
                .isEqualTo("4a44525200000001887766554433221100000000" + "9000000100000000fffffffe");
        assertThat(RemoteRegion.decode(own.flip())).isEqualTo(region);

        ByteBuffer triplet = ByteBuffer.allocate(RemoteRegion.TRIPLET_BYTES);
        region.encodeTriplet(triplet);
        assertThat(HexFormat.of().formatHex(triplet.array()))
                .isEqualTo("887766554433221190000001fffffffe");
        assertThat(RemoteRegion.decodeTriplet(triplet.flip())).isEqualTo(region);
        triplet.clear().order(ByteOrder.LITTLE_ENDIAN);
        region.encodeTriplet(triplet);
        assertThat(HexFormat.of().formatHex(triplet.array()))
                .isEqualTo("112233445566778801000090feffffff");
        assertThat(RemoteRegion.decodeTriplet(triplet.flip())).isEqualTo(region);
    }

    @Test
    void aBufferThatIsTooShortForARemoteRegionIsRefusedAndLeftAlone() {
        RemoteRegion region = new RemoteRegion(1, 2, 3);
        ByteBuffer own = ByteBuffer.allocate(RemoteRegion.ENCODED_BYTES - 1);
        ByteBuffer triplet = ByteBuffer.allocate(RemoteRegion.TRIPLET_BYTES - 1);

        assertTooShort(() -> region.encode(own), "31 bytes");
        assertTooShort(() -> RemoteRegion.decode(own), "31 bytes");
        assertTooShort(() -> region.encodeTriplet(triplet), "15 bytes");
        assertTooShort(() -> RemoteRegion.decodeTriplet(triplet), "15 bytes");
        assertThat(own.position()).isZero();
        assertThat(triplet.position()).isZero();
    }

    private static void assertTooShort(ThrowingCallable call, String bytes) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> assertThat(e.code().type()).isEqualTo(DatType.INVALID_PARAMETER))
                .hasMessageContaining(bytes);
    }

    @Test
    void privateDataIsTheCallersNoLonger() {
        byte[] given = {1, 2, 3};
        PrivateData data = PrivateData.of(given);
        given[0] = 9;
        data.toByteArray()[1] = 9;

        assertThat(data.toByteArray()).containsExactly(1, 2, 3);
        assertThat(data.asByteBuffer().isReadOnly()).isTrue();
    }
}
