package org.jdapl.provider.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdapl.provider.soft.testkit.Host;
import org.jdapl.provider.soft.testkit.Loop;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.Pair;
import org.junit.jupiter.api.Test;

class FirstContactTest {

    @Test
    void sendsWritesAndReads() {
        try (Host a = new Host();
                Host b = new Host()) {
            Pair x = a.pair();
            Pair y = b.pair();
            Memory mx = a.memory(1 << 20).fill(1);
            Memory my = b.memory(1 << 20);
            y.receive(my, 0, 1 << 20);
            Loop loop = new Loop(a, b);
            loop.connect(x, y);

            x.send(mx, 0, 1 << 20);
            loop.until("receive", () -> y.received.size() == 1 && x.sent.size() == 1);
            assertThat(x.sent.remove().status()).isZero();
            assertThat(y.received.peek().length()).isEqualTo(1 << 20);
            assertThat(y.received.remove().status()).isZero();
            assertThat(mx.segment().mismatch(my.segment())).isEqualTo(-1);

            mx.fill(2);
            x.write(mx, 0, 1 << 20, my.key(), my.address());
            loop.until("write", () -> x.sent.size() == 1);
            loop.until("placed", () -> mx.segment().mismatch(my.segment()) == -1);
            assertThat(x.sent.remove().status()).isZero();

            my.fill(3);
            x.read(mx, 0, 1 << 20, my.key(), my.address());
            loop.until("read", () -> x.sent.size() == 1);
            assertThat(x.sent.remove().status()).isZero();
            assertThat(mx.segment().mismatch(my.segment())).isEqualTo(-1);

            a.adapter.connectionManager().disconnect(x.qp, true);
            loop.until(
                    "both disconnected",
                    () ->
                            x.events().contains("disconnected")
                                    && y.events().contains("disconnected"));
            x.close();
            y.close();
        }
    }
}
