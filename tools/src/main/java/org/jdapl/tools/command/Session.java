package org.jdapl.tools.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Command lines, one after the other in one Java VM: what they have in common, and its code once it
 * is warm, is made once. After each of them, {@code exit N} tells its status on standard output.
 */
public final class Session {

    private Session() {}

    /**
     * Runs command lines until there is none. Empty ones, and those that begin with {@code #}, are
     * passed over.
     *
     * @param input where they come from, in UTF-8; read line by line, as they are run
     * @param program runs one, and gives its exit status
     * @return the highest status, 0 where nothing was run
     * @throws IOException where the lines cannot be read
     */
    public static int run(InputStream input, ToIntFunction<List<String>> program)
            throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        int worst = 0;
        for (@Nullable String line = lines.readLine(); line != null; line = lines.readLine()) {
            List<String> words = words(line);
            if (words.isEmpty() || words.getFirst().startsWith("#")) {
                continue;
            }
            int status = program.applyAsInt(words);
            worst = Math.max(worst, status);
            System.err.flush();
            System.out.println("exit " + status);
            System.out.flush();
        }
        return worst;
    }

    /** A line's words: what blanks part, or stands between two quotation marks. */
    private static List<String> words(String line) throws IOException {
        StreamTokenizer tokens = new StreamTokenizer(new StringReader(line));
        tokens.resetSyntax();
        tokens.whitespaceChars(0, ' ');
        tokens.wordChars(' ' + 1, 0xFF);
        tokens.quoteChar('"');
        tokens.quoteChar('\'');
        List<String> words = new ArrayList<>();
        while (tokens.nextToken() != StreamTokenizer.TT_EOF) {
            words.add(tokens.sval);
        }
        return words;
    }
}
