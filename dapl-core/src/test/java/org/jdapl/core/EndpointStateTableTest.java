package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.ServiceType;
import org.jdapl.core.EndpointStateTable.Effect;
import org.jdapl.core.EndpointStateTable.Rule;
import org.jdapl.core.EndpointStateTable.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EndpointStateTableTest {

    private static final Set<String> EVENTS =
            Arrays.stream(ConnectionEvent.class.getPermittedSubclasses())
                    .map(Class::getSimpleName)
                    .collect(Collectors.toSet());

    private static boolean isPost(Trigger trigger) {
        return trigger == Trigger.POST_RECEIVE || trigger == Trigger.POST_REQUEST;
    }

    private static boolean isEvent(Trigger trigger) {
        return trigger.ordinal() >= Trigger.REQUEST_ARRIVED.ordinal();
    }

    @ParameterizedTest
    @EnumSource(Trigger.class)
    void eachStateHasARuleForEachTrigger(Trigger trigger) {
        for (EndpointState state : EndpointStateTable.states()) {
            Rule rule = EndpointStateTable.rule(state, trigger);
            assertThat(rule).as("%s in %s", trigger, state).isNotNull();
            assertThat(rule.next())
                    .as("%s in %s", trigger, state)
                    .satisfiesAnyOf(
                            next -> assertThat(next).isNull(),
                            next -> assertThat(next).isIn(EndpointStateTable.states()));
        }
    }

    @ParameterizedTest
    @EnumSource(Trigger.class)
    void whatHasNoEffectChangesNothing(Trigger trigger) {
        for (EndpointState state : EndpointStateTable.states()) {
            Rule rule = EndpointStateTable.rule(state, trigger);
            if (rule.effect() != Effect.DONE) {
                assertThat(rule.next()).as("%s in %s", trigger, state).isEqualTo(state);
                assertThat(rule.event()).as("%s in %s", trigger, state).isNull();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Trigger.class)
    void callsAreRefusedAndLateEventsAreDropped(Trigger trigger) {
        for (EndpointState state : EndpointStateTable.states()) {
            Effect effect = EndpointStateTable.rule(state, trigger).effect();
            if (isEvent(trigger)) {
                assertThat(effect).as("%s in %s", trigger, state).isIn(Effect.DONE, Effect.IGNORED);
            } else if (!isPost(trigger)) {
                assertThat(effect)
                        .as("%s in %s", trigger, state)
                        .isIn(Effect.DONE, Effect.NO_EFFECT, Effect.REFUSED);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Trigger.class)
    void anEventIsRaisedExactlyWhereAConnectionBeginsOrEnds(Trigger trigger) {
        for (EndpointState state : EndpointStateTable.states()) {
            Rule rule = EndpointStateTable.rule(state, trigger);
            boolean begins = rule.next() == EndpointState.CONNECTED && state != rule.next();
            boolean ends = rule.next() == EndpointState.DISCONNECTED && state != rule.next();
            if (begins) {
                assertThat(rule.event()).isEqualTo("Established");
            } else if (ends) {
                assertThat(rule.event()).isIn(EVENTS).isNotEqualTo("Established");
            } else {
                assertThat(rule.event()).as("%s in %s", trigger, state).isNull();
            }
        }
    }

    @Test
    void nothingButAResetLeavesDisconnected() {
        for (Trigger trigger : Trigger.values()) {
            Rule rule = EndpointStateTable.rule(EndpointState.DISCONNECTED, trigger);
            if (trigger == Trigger.RESET) {
                assertThat(rule.next()).isEqualTo(EndpointState.UNCONNECTED);
            } else if (trigger != Trigger.CLOSE) {
                assertThat(rule.next()).isEqualTo(EndpointState.DISCONNECTED);
            }
        }
    }

    @Test
    void requestsArePostedInConnectedAndFlushedInDisconnectedAndNowhereElse() {
        for (EndpointState state : EndpointStateTable.states()) {
            Effect expected =
                    switch (state) {
                        case CONNECTED -> Effect.DONE;
                        case DISCONNECTED -> Effect.FLUSHED;
                        default -> Effect.REFUSED;
                    };
            assertThat(EndpointStateTable.rule(state, Trigger.POST_REQUEST).effect())
                    .as("%s", state)
                    .isEqualTo(expected);
        }
    }

    @Test
    void everyConnectionCanBeEndedByItsConsumerAndByItsTransport() {
        for (EndpointState state : EndpointStateTable.states()) {
            if (state.isLive()) {
                for (Trigger trigger : Set.of(Trigger.DISCONNECT_ABRUPT, Trigger.BROKEN)) {
                    assertThat(EndpointStateTable.rule(state, trigger).next())
                            .as("%s in %s", trigger, state)
                            .isEqualTo(EndpointState.DISCONNECTED);
                }
                assertThat(EndpointStateTable.rule(state, Trigger.CLOSE).effect())
                        .isEqualTo(Effect.DONE);
            }
        }
    }

    @Test
    void anEndpointForDatagramsIsReadyAsItIsMadeAndBreaksOnly() {
        ServiceType datagrams = ServiceType.UNRELIABLE_DATAGRAM;
        for (EndpointState state : EndpointStateTable.states(datagrams)) {
            for (Trigger trigger : Trigger.values()) {
                Rule rule = EndpointStateTable.rule(datagrams, state, trigger);
                boolean breaks = state == EndpointState.UNCONNECTED && trigger == Trigger.BROKEN;
                boolean resets = state == EndpointState.DISCONNECTED && trigger == Trigger.RESET;
                boolean closes = trigger == Trigger.CLOSE;
                if (breaks) {
                    assertThat(rule.next()).isEqualTo(EndpointState.DISCONNECTED);
                    assertThat(rule.event()).isEqualTo("Broken");
                } else if (resets) {
                    assertThat(rule.next()).isEqualTo(EndpointState.UNCONNECTED);
                } else if (!closes) {
                    assertThat(rule.next()).as("%s in %s", trigger, state).isEqualTo(state);
                }
            }
        }
        assertThat(
                        EndpointStateTable.rule(
                                        datagrams, EndpointState.UNCONNECTED, Trigger.POST_REQUEST)
                                .effect())
                .isEqualTo(Effect.DONE);
    }

    @Test
    void thePageInTheDocsIsTheTable() throws IOException {
        Path page =
                Path.of(System.getProperty("basedir", "."))
                        .resolve("../docs/endpoint-states.md")
                        .normalize();
        if (Boolean.getBoolean("jdapl.regenerate")) {
            Files.writeString(page, EndpointStateTable.toMarkdown());
        }
        assertThat(page)
                .as("print it anew with: %s", EndpointStateTable.REGENERATE)
                .hasContent(EndpointStateTable.toMarkdown());
    }
}
