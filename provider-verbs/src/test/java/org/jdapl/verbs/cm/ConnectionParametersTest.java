package org.jdapl.verbs.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

class ConnectionParametersTest {

    @Test
    void shouldReadBackWhatItWroteForC() {
        byte[] data = new byte[255];
        data[0] = 1;
        data[254] = (byte) 0x80;
        ConnectionParameters written =
                ConnectionParameters.builder()
                        .privateData(data)
                        .responderResources(200)
                        .initiatorDepth(3)
                        .flowControl(true)
                        .retryCount(5)
                        .rnrRetryCount(6)
                        .sharedReceiveQueue(true)
                        .queuePairNumber(0xFF_FFFF)
                        .build();
        ConnectionParameters read;
        try (Arena arena = Arena.ofConfined()) {
            read = ConnectionParameters.read(written.write(arena));
        }

        assertThat(read.privateData()).isEqualTo(data);
        assertThat(read.responderResources()).isEqualTo(200);
        assertThat(read.initiatorDepth()).isEqualTo(3);
        assertThat(read.flowControl()).isTrue();
        assertThat(read.retryCount()).isEqualTo(5);
        assertThat(read.rnrRetryCount()).isEqualTo(6);
        assertThat(read.sharedReceiveQueue()).isTrue();
        assertThat(read.queuePairNumber()).isEqualTo(0xFF_FFFF);
    }

    @Test
    void shouldNotShareItsPrivateData() {
        byte[] data = {1, 2};
        ConnectionParameters parameters = ConnectionParameters.withPrivateData(data);
        data[0] = 9;
        parameters.privateData()[1] = 9;

        assertThat(parameters.privateData()).containsExactly(1, 2);
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        ConnectionParameters.Builder builder = ConnectionParameters.builder();

        assertThatThrownBy(() -> builder.privateData(new byte[256]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("privateData.length=256");
        assertThatThrownBy(() -> builder.responderResources(256))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("responderResources=256");
        assertThatThrownBy(() -> builder.initiatorDepth(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("initiatorDepth=-1");
        assertThatThrownBy(() -> builder.retryCount(8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("retryCount=8");
        assertThatThrownBy(() -> builder.queuePairNumber(0x100_0000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("queuePairNumber=16777216");
    }
}
