package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopyTargetTest {

    @TempDir private Path dir;

    @Test
    void shouldAppearUnderItsNameOnlyWhenComplete() throws Exception {
        Path file = dir.resolve("made");
        try (CopyTarget target = CopyTarget.create(file, CopyTarget.partOf(file))) {
            target.write(ByteBuffer.wrap(new byte[] {3, 4}), 2);
            target.write(ByteBuffer.wrap(new byte[] {1, 2}), 0);
            assertThat(file).doesNotExist();
            target.commit();
        }
        assertThat(file).hasBinaryContent(new byte[] {1, 2, 3, 4});
        assertThat(dir).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void shouldLeaveNothingAndKeepTheOldFileWhenItIsGivenUp() throws Exception {
        Path file = Files.writeString(dir.resolve("old"), "old");
        try (CopyTarget target = CopyTarget.create(file, CopyTarget.partOf(file))) {
            target.write(ByteBuffer.allocate(10), 0);
        }
        assertThat(file).hasContent("old");
        assertThat(Cli.names(dir)).containsExactly(file.getFileName().toString());
    }

    @Test
    void shouldPutAFileIntoADirectoryAndFollowALinkToAFile() throws Exception {
        Path real = Files.createFile(dir.resolve("real"));
        Path link = Files.createSymbolicLink(dir.resolve("link"), real);
        assertThat(CopyTarget.resolve(dir, "new")).isEqualTo(dir.resolve("new"));
        assertThat(CopyTarget.resolve(link, "x")).isEqualTo(real.toRealPath());
        assertThat(CopyTarget.resolve(dir.resolve("other"), "x")).isEqualTo(dir.resolve("other"));
    }

    @Test
    void shouldRefusePlacesThatAFileMustNotTake() throws Exception {
        assertThatThrownBy(() -> CopyTarget.resolve(Path.of("/dev/null"), "x"))
                .hasMessageContaining("not a regular file");
        assertThatThrownBy(() -> CopyTarget.resolve(dir.resolve("no/where"), "x"))
                .hasMessageContaining("there is no directory");
        Files.createDirectory(dir.resolve("sub"));
        assertThatThrownBy(() -> CopyTarget.resolve(dir, "sub"))
                .hasMessageContaining("it is a directory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../x", "/etc/x", "a/b", "a\0b"})
    void shouldTakeNoPathForANameFromElsewhere(String name) {
        assertThatThrownBy(() -> CopyTarget.resolve(dir, name))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("not a plain file name");
    }
}
