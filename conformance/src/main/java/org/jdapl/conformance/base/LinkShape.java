package org.jdapl.conformance.base;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jdapl.api.data.CompletionType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.PrivateDataFraming;

/**
 * What a test wants of an endpoint and its dispatchers.
 *
 * @param receives receives that may be posted at once
 * @param requests requests that may be posted at once
 * @param segments most segments of a send, a receive and a write
 * @param readsIn reads that it serves at once
 * @param readsOut reads that it may have outstanding
 * @param framing how private data travels
 * @param oneDispatcher whether one dispatcher takes everything, so that the order of all its events
 *     can be seen
 * @param unsignalled whether posts may be unsignalled
 */
public record LinkShape(
        int receives,
        int requests,
        int segments,
        int readsIn,
        int readsOut,
        PrivateDataFraming framing,
        boolean oneDispatcher,
        boolean unsignalled) {

    /** What most tests want: a dispatcher for each kind of event, framed private data. */
    public static final LinkShape PLAIN =
            new LinkShape(64, 64, 4, 4, 4, PrivateDataFraming.FRAMED, false, false);

    /**
     * This shape with one dispatcher for everything.
     *
     * @return the shape
     */
    public LinkShape withOneDispatcher() {
        return new LinkShape(
                receives, requests, segments, readsIn, readsOut, framing, true, unsignalled);
    }

    /**
     * This shape with other depths.
     *
     * @param in reads that it serves at once
     * @param out reads that it may have outstanding
     * @return the shape
     */
    public LinkShape withReads(int in, int out) {
        return new LinkShape(
                receives, requests, segments, in, out, framing, oneDispatcher, unsignalled);
    }

    /**
     * This shape with other queues.
     *
     * @param receiveCount receives that may be posted at once
     * @param requestCount requests that may be posted at once
     * @return the shape
     */
    public LinkShape withQueues(int receiveCount, int requestCount) {
        return new LinkShape(
                receiveCount,
                requestCount,
                segments,
                readsIn,
                readsOut,
                framing,
                oneDispatcher,
                unsignalled);
    }

    /**
     * This shape with another framing.
     *
     * @param other how private data travels
     * @return the shape
     */
    public LinkShape withFraming(PrivateDataFraming other) {
        return new LinkShape(
                receives, requests, segments, readsIn, readsOut, other, oneDispatcher, unsignalled);
    }

    /**
     * This shape with posts that may be unsignalled.
     *
     * @return the shape
     */
    public LinkShape withUnsignalled() {
        return new LinkShape(
                receives, requests, segments, readsIn, readsOut, framing, oneDispatcher, true);
    }

    /**
     * The attributes of such an endpoint.
     *
     * @return the attributes
     */
    public EndpointAttributes attributes() {
        return EndpointAttributes.builder()
                .maxReceives(receives)
                .maxRequests(requests)
                .maxReceiveSegments(segments)
                .maxRequestSegments(segments)
                .maxWriteSegments(segments)
                .maxReadsIn(readsIn)
                .maxReadsOut(readsOut)
                .privateDataFraming(framing)
                .requestCompletions(
                        unsignalled ? CompletionType.UNSIGNALLED : CompletionType.THRESHOLD)
                .build();
    }

    /**
     * Writes the shape down.
     *
     * @return names and values
     */
    public Map<String, String> toFields() {
        Map<String, String> f = new LinkedHashMap<>();
        f.put("receives", Integer.toString(receives));
        f.put("requests", Integer.toString(requests));
        f.put("segments", Integer.toString(segments));
        f.put("readsIn", Integer.toString(readsIn));
        f.put("readsOut", Integer.toString(readsOut));
        f.put("framing", framing.name());
        f.put("oneDispatcher", Boolean.toString(oneDispatcher));
        f.put("unsignalled", Boolean.toString(unsignalled));
        return f;
    }

    /**
     * Reads a shape.
     *
     * @param fields what {@link #toFields()} wrote
     * @return the shape
     */
    public static LinkShape ofFields(Map<String, String> fields) {
        return new LinkShape(
                number(fields, "receives"),
                number(fields, "requests"),
                number(fields, "segments"),
                number(fields, "readsIn"),
                number(fields, "readsOut"),
                PrivateDataFraming.valueOf(text(fields, "framing")),
                Boolean.parseBoolean(text(fields, "oneDispatcher")),
                Boolean.parseBoolean(text(fields, "unsignalled")));
    }

    private static int number(Map<String, String> fields, String name) {
        return Integer.parseInt(text(fields, name));
    }

    private static String text(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("a shape needs " + name);
        }
        return value;
    }
}
