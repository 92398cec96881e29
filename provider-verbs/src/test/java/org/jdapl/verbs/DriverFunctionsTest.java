package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Memory;
import org.jdapl.verbs.struct.IbvContext;
import org.jdapl.verbs.struct.VerbsContext;
import org.junit.jupiter.api.Test;

class DriverFunctionsTest {
    private static final long FUNCTION = 0x1234;

    private final long verbs = Arena.ofAuto().allocate(VerbsContext.SIZE, 8).address();
    private final long context = verbs + VerbsContext.CONTEXT;
    private final DriverFunctions functions = new DriverFunctions(context);

    DriverFunctionsTest() {
        Memory.putLong(context + IbvContext.ABI_COMPAT, -1);
        Memory.putLong(verbs + VerbsContext.SZ, VerbsContext.SIZE);
    }

    @Test
    void shouldFindWhatTheDriverHas() {
        Memory.putLong(verbs + VerbsContext.ADVISE_MR, FUNCTION);
        Memory.putLong(context + IbvContext.OPS_BIND_MW, FUNCTION);

        assertThat(functions.get("advise_mr")).hasToString("ibv_advise_mr");
        assertThat(functions.operation("bind_mw")).hasToString("ibv_bind_mw");
        assertThat(functions.find("alloc_null_mr")).isEmpty();
    }

    @Test
    void shouldSayWhatTheDriverLacks() {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> functions.operation("alloc_mw"))
                .withMessageStartingWith("ibv_alloc_mw: not supported (EOPNOTSUPP): the driver")
                .extracting(VerbsException::error)
                .isEqualTo(VerbsError.NOT_SUPPORTED);
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> functions.get("advise_mr"))
                .extracting(VerbsException::error)
                .isEqualTo(VerbsError.NOT_SUPPORTED);
    }

    @Test
    void shouldNotReadBeforeTheBeginningOfAnOlderStructure() {
        Memory.putLong(verbs + VerbsContext.QUERY_PORT, FUNCTION);
        Memory.putLong(verbs + VerbsContext.ADVISE_MR, FUNCTION);
        Memory.putLong(verbs + VerbsContext.SZ, VerbsContext.SIZE - 8);

        assertThat(functions.find("query_port")).isEmpty();
        assertThat(functions.find("advise_mr")).isPresent();
    }

    @Test
    void shouldNotLookForAStructureThatIsNotThere() {
        Memory.putLong(verbs + VerbsContext.ADVISE_MR, FUNCTION);
        Memory.putLong(context + IbvContext.ABI_COMPAT, 0);

        assertThat(functions.find("advise_mr")).isEmpty();
    }
}
