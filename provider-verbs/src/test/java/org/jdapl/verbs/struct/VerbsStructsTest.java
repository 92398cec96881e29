package org.jdapl.verbs.struct;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdapl.verbs.c.CCompiler;
import org.jdapl.verbs.c.HeaderProbe;
import org.jdapl.verbs.ffm.Struct;
import org.junit.jupiter.api.Test;

class VerbsStructsTest {

    @Test
    void shouldHaveTheLayoutsAndConstantsOfTheInstalledHeader() {
        CCompiler.assume("infiniband/verbs.h");
        HeaderProbe probe =
                new HeaderProbe("infiniband/verbs.h")
                        .structs(VerbsStructs.all())
                        .constants(VerbsStructs.constants());

        assertThat(probe.differences()).isEmpty();
        assertThat(probe.count()).isGreaterThan(1000);
    }

    @Test
    void shouldListEveryStructureOfThePackage() throws Exception {
        URI here = VerbsStructs.class.getResource("VerbsStructs.class").toURI();
        List<String> classes;
        try (Stream<Path> files = Files.list(Path.of(here).getParent())) {
            classes =
                    files.map(file -> file.getFileName().toString().replace(".class", ""))
                            .filter(name -> name.startsWith("Ibv") || name.equals("VerbsContext"))
                            .toList();
        }

        assertThat(VerbsStructs.all().stream().map(VerbsStructsTest::className))
                .containsExactlyInAnyOrderElementsOf(classes);
    }

    /** {@code struct ibv_send_wr} is IbvSendWr. */
    private static String className(Struct struct) {
        String name = struct.cName().substring(struct.cName().indexOf(' ') + 1);
        return Pattern.compile("_")
                .splitAsStream(name)
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
    }

    @Test
    void shouldPutTheUnionsOfASendRequestWhereCDoes() {
        Struct layout = IbvSendWr.LAYOUT;

        assertThat(layout.size()).isEqualTo(128);
        assertThat(IbvSendWr.WR_RDMA_RKEY).isEqualTo(48);
        assertThat(IbvSendWr.WR_ATOMIC_RKEY).isEqualTo(64);
        assertThat(IbvSendWr.QP_TYPE_XRC_REMOTE_SRQN).isEqualTo(72);
        assertThat(IbvSendWr.BIND_MW_MW).isEqualTo(80);
    }
}
