package org.jdapl.verbs.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.junit.jupiter.api.Test;

class MissingLibraryTest {
    private static final String PROPERTY = "org.jdapl.verbs.librdmacm.so.1";

    @Test
    void shouldSayWhatIsMissingAndWhatHelps() {
        String before = System.getProperty(PROPERTY);
        System.setProperty(PROPERTY, "/nowhere/librdmacm.so.1");
        try {
            // Twice: what failed once is tried again, and nothing is broken by it.
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(EventChannel::create)
                        .isInstanceOfSatisfying(
                                VerbsException.class,
                                e -> assertThat(e.error()).isEqualTo(VerbsError.UNAVAILABLE))
                        .hasMessageContaining("/nowhere/librdmacm.so.1 was not found")
                        .hasMessageContaining("install librdmacm1");
            }
        } finally {
            if (before == null) {
                System.clearProperty(PROPERTY);
            } else {
                System.setProperty(PROPERTY, before);
            }
        }
    }
}
