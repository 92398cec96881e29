package org.jdapl.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Makes the site of this repository, and follows every link of it. */
class SiteTest {

    private static final Path ROOT = Path.of("..", "..");

    /** The plan is for those who build JDAPL. */
    private static final Path NO_PAGE = Path.of("docs", "plan.md");

    private static final Pattern LINK = Pattern.compile(" (href|src)=\"([^\"]*)\"");

    @TempDir Path out;

    @Test
    void shouldHaveNoLinkThatLeadsNowhere() throws Exception {
        new Site(ROOT).write(out);
        int followed = 0;
        Set<String> broken = new TreeSet<>();
        for (Path file : files(out, ".html")) {
            Matcher link = LINK.matcher(Files.readString(file));
            while (link.find()) {
                if (!link.group(2).matches("(https?|mailto):.*")) {
                    followed++;
                    if (!leadsSomewhere(file, link.group(2))) {
                        broken.add(out.relativize(file) + ": " + link.group(2));
                    }
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(followed).isGreaterThan(1000);
    }

    private static boolean leadsSomewhere(Path file, String link) throws IOException {
        String[] parts = URLDecoder.decode(link, StandardCharsets.UTF_8).split("#", 2);
        Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]).normalize();
        return Files.isRegularFile(target)
                && (parts.length == 1
                        || Files.readString(target).contains(" id=\"" + parts[1] + "\""));
    }

    @Test
    void shouldNeedNothingFromElsewhere() throws Exception {
        new Site(ROOT).write(out);
        for (Path file : files(out, ".html")) {
            String html = Files.readString(file).replaceAll("(?s)<pre>.*?</pre>", "");
            assertThat(html).as(file.toString()).doesNotContain("<script", "<iframe", "src=\"http");
            assertThat(html).doesNotContainPattern("<link[^>]*href=\"http");
            assertThat(html).contains("name=\"viewport\"");
        }
        assertThat(Files.readString(out.resolve("site.css"))).doesNotContain("url(", "@import");
        for (Path picture : files(out, ".svg")) {
            assertThat(Files.readString(picture)).doesNotContain("<script", "href=", "url(");
        }
    }

    @Test
    void shouldHaveEveryPageOfTheDocumentationInItsOrder() throws Exception {
        List<Path> pages = new Site(ROOT).pages().stream().map(Page::source).toList();
        Set<Path> written =
                files(ROOT.resolve("docs"), ".md").stream()
                        .map(ROOT::relativize)
                        .filter(
                                page ->
                                        !page.equals(NO_PAGE)
                                                && !page.toString().contains("target"))
                        .collect(Collectors.toSet());

        assertThat(pages).doesNotHaveDuplicates().containsAll(written);
        assertThat(pages.subList(0, 3))
                .containsExactly(
                        Path.of("docs/README.md"),
                        Path.of("docs/start.md"),
                        Path.of("docs/concepts.md"));
    }

    @Test
    void shouldLeadFromEachPageToTheNextAndHaveTheContentsOnAll() throws Exception {
        Site site = new Site(ROOT);
        site.write(out);
        List<Page> pages = site.pages();
        for (int i = 0; i < pages.size(); i++) {
            String html = Files.readString(out.resolve(pages.get(i).target()));
            assertThat(html).contains("<nav id=\"contents\"");
            assertThat(html.contains("rel=\"prev\"")).isEqualTo(i > 0);
            assertThat(html.contains("rel=\"next\"")).isEqualTo(i + 1 < pages.size());
            if (i + 1 < pages.size()) {
                Path next = pages.get(i + 1).target();
                assertThat(html)
                        .contains(
                                "rel=\"next\" href=\""
                                        + Site.between(pages.get(i).target(), next)
                                        + "\"");
            }
        }
    }

    @Test
    void shouldRefuseLinksThatLeadNowhere(@TempDir Path root) throws Exception {
        Files.createDirectories(root.resolve("docs"));
        Files.writeString(
                root.resolve("docs/README.md"),
                "# Top\n\n## Pages\n\n| | |\n|---|---|\n| [One](one.md) | a page |\n");
        Files.writeString(
                root.resolve("docs/one.md"),
                """
                # One

                [good](#one) [up](README.md#pages) [gone](two.md) [no heading](README.md#nothing)
                [outside](../../x.md) ![no picture](x.svg)
                """);

        assertThatThrownBy(() -> new Site(root).write(out))
                .isInstanceOf(BrokenLinksException.class)
                .hasMessageContainingAll(
                        "docs/one.md: two.md",
                        "docs/one.md: README.md#nothing",
                        "docs/one.md: ../../x.md",
                        "docs/one.md: x.svg")
                .hasMessageNotContainingAny("#one", "README.md#pages");
    }

    @Test
    void shouldRefuseContentsThatLackAPageOrHaveOneTwice(@TempDir Path root) throws Exception {
        Files.createDirectories(root.resolve("docs"));
        Files.writeString(root.resolve("docs/two.md"), "# Two\n");
        Files.writeString(
                root.resolve("docs/README.md"),
                "# Top\n\n| |\n|---|\n| [One](one.md) |\n| [Two](two.md) |\n| [2](two.md) |\n");

        assertThatThrownBy(() -> new Site(root))
                .isInstanceOf(BrokenLinksException.class)
                .hasMessageContainingAll("docs/one.md", "docs/two.md");
    }

    private static List<Path> files(Path folder, String end) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
    }
}
