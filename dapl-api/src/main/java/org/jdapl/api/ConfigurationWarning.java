package org.jdapl.api;

/**
 * Something in a configuration file that is not used as it stands. What else is in the file counts.
 *
 * @param file the file
 * @param line the line, counted from 1; 0 where the file as a whole is meant
 * @param field the field of the line by its name in the file's documentation, or the name of a
 *     setting; empty where none is meant
 * @param problem what is wrong
 */
public record ConfigurationWarning(String file, int line, String field, String problem) {

    /**
     * The warning as compilers print theirs.
     *
     * @return {@code file:line: field: problem}, without what is not given
     */
    @Override
    public String toString() {
        return file
                + (line == 0 ? "" : ":" + line)
                + ": "
                + (field.isEmpty() ? "" : field + ": ")
                + problem;
    }
}
