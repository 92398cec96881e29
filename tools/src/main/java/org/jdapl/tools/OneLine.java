package org.jdapl.tools;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jdapl.api.DatException;
import org.jdapl.verbs.error.VerbsException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever goes wrong into one line on standard error and an exit status. */
final class OneLine implements IParameterExceptionHandler, IExecutionExceptionHandler {

    /** A second failure is mostly a consequence of the first, and would hide it. */
    private final AtomicBoolean printed = new AtomicBoolean();

    OneLine() {}

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        print(command, text(e) + " (see '" + command + " --help')");
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine commandLine, ParseResult parsed) {
        print(commandLine.getCommandSpec().qualifiedName(), text(e));
        if (Main.debugs(commandLine)) {
            e.printStackTrace();
        }
        return ExitCode.FAILURE;
    }

    /**
     * Prints a line, if none was printed before.
     *
     * @return whether it was printed
     */
    boolean print(String command, String text) {
        if (!printed.compareAndSet(false, true)) {
            return false;
        }
        System.err.println(command + ": " + flat(text));
        System.err.flush();
        return true;
    }

    /** What went wrong, in the user's words. */
    static String text(Throwable e) {
        return switch (e) {
            case Failure f -> f.line();
            case UnmatchedArgumentException u -> unmatched(u);
            case ParameterException p -> String.valueOf(p.getMessage());
            case DatException d -> d.text();
            case VerbsException v -> String.valueOf(v.getMessage());
            case IOException io -> reason(io);
            case InterruptedException _ -> "interrupted";
            case OutOfMemoryError _ -> "not enough memory: " + e.getMessage();
            default -> "internal error: " + e + " (--debug shows where)";
        };
    }

    /** Why a file operation failed, without the path, which the caller names in its own words. */
    static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "no such file or directory";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "it exists already";
            case NotDirectoryException _ -> "not a directory";
            case DirectoryNotEmptyException _ -> "the directory is not empty";
            default -> {
                @Nullable String message =
                        e instanceof FileSystemException f && f.getReason() != null
                                ? f.getReason()
                                : e.getMessage();
                yield message == null ? e.getClass().getSimpleName() : decapitalized(message);
            }
        };
    }

    /** One line of printable text, whatever a peer or an operating system put into it. */
    static String flat(String text) {
        return text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    }

    private static String unmatched(UnmatchedArgumentException e) {
        String first = e.getUnmatched().getFirst();
        boolean root = e.getCommandLine().getParent() == null;
        String what =
                e.isUnknownOption()
                        ? "unknown option"
                        : root ? "unknown command" : "unexpected argument";
        List<String> suggestions = root || e.isUnknownOption() ? e.getSuggestions() : List.of();
        return what
                + " '"
                + first
                + "'"
                + (suggestions.isEmpty() ? "" : "; did you mean " + suggestions.getFirst() + "?");
    }

    private static String decapitalized(String text) {
        // "No space left on device" reads better inside a sentence; "EOF" stays.
        return text.length() > 1 && Character.isLowerCase(text.charAt(1))
                ? text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1)
                : text;
    }
}
