package org.jdapl.core.config;

/**
 * A good line of a {@code dat.conf}.
 *
 * @param file the file
 * @param line the line, counted from 1
 * @param name {@code ia_name}: what the consumer opens
 * @param api {@code api_version}, for example {@code u2.0}
 * @param isDefault whether the line says {@code default}, not {@code nondefault}
 * @param library {@code lib_path}: the library, or {@code jdapl:PROVIDER}
 * @param parameters {@code ia_params}
 */
public record DatConfEntry(
        String file,
        int line,
        String name,
        String api,
        boolean isDefault,
        String library,
        String parameters) {

    /**
     * Where it is written.
     *
     * @return {@code file:line}
     */
    public String source() {
        return file + ":" + line;
    }
}
