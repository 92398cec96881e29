package org.jdapl.provider.soft.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TerminateCodeTest {

    /** The registry, typed in a second time: layer and type, then the codes. */
    private static final String[] REGISTRY = {
        "0/0 00",
        "0/1 00 01 02 03 04 09 ff",
        "0/2 05 06 07 08 09 ff",
        "1/0 00",
        "1/1 00 01 02 03 04",
        "1/2 01 02 03 04 05 06",
        "2/0 01 02 03 04 05 06 07",
    };

    @Test
    void shouldHoldExactlyTheRegisteredReasons() {
        String ours =
                Stream.of(TerminateCode.values())
                        .filter(code -> code != TerminateCode.UNKNOWN)
                        .map(TerminateCodeTest::text)
                        .sorted()
                        .collect(Collectors.joining("\n"));
        String registry =
                Stream.of(REGISTRY)
                        .flatMap(
                                line ->
                                        Stream.of(line.substring(4).split(" "))
                                                .map(code -> line.substring(0, 4) + code))
                        .sorted()
                        .collect(Collectors.joining("\n"));

        assertThat(ours).isEqualTo(registry);
    }

    @Test
    void shouldFindEveryReasonByItsNumbersAndNothingElse() {
        Map<Integer, TerminateCode> byNumbers = new HashMap<>();
        for (TerminateCode code : TerminateCode.values()) {
            assertThat(byNumbers.put(key(code.layer(), code.type(), code.code()), code))
                    .as("a second %s", code)
                    .isNull();
            assertThat(code.sentence()).isNotBlank();
        }
        for (int layer = 0; layer < 16; layer++) {
            for (int type = 0; type < 16; type++) {
                for (int code = 0; code < 256; code++) {
                    TerminateCode expected =
                            layer == 0 && type == 0
                                    ? TerminateCode.RDMAP_LOCAL_CATASTROPHIC
                                    : byNumbers.getOrDefault(
                                            key(layer, type, code), TerminateCode.UNKNOWN);
                    assertThat(TerminateCode.of(layer, type, code)).isEqualTo(expected);
                }
            }
        }
        assertThat(TerminateCode.of(-1, -1, -1)).isEqualTo(TerminateCode.UNKNOWN);
    }

    @Test
    void shouldRepeatHeadersOnlyForErrorsThatHaveASegmentOfKnownLayout() {
        for (TerminateCode code : TerminateCode.values()) {
            boolean local = code.type() <= 0;
            boolean version = code.layer() == 1 && code.name().endsWith("VERSION");
            assertThat(code.carriesDdpHeader()).as("%s", code).isEqualTo(!local && !version);
            if (code.carriesReadRequestHeader()) {
                assertThat(code.carriesDdpHeader()).isTrue();
            }
        }
    }

    private static int key(int layer, int type, int code) {
        return layer << 16 | type << 8 | code;
    }

    private static String text(TerminateCode code) {
        return "%d/%d %02x".formatted(code.layer(), code.type(), code.code());
    }
}
