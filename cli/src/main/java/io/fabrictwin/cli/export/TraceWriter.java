package io.fabrictwin.cli.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.fabrictwin.cli.render.Units;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the JSON form of trace events, one after another: slices, counters and instants on tracks that are named where they
 * are first used. Times are microseconds after the trace's begin, exact to the nanosecond; the begin itself stands beside them.
 */
final class TraceWriter implements AutoCloseable {
    /** Values beside an event. */
    interface Arguments {
        void write(JsonGenerator out) throws IOException;
    }

    private record Track(String process, String name) {}

    private final JsonGenerator out;
    private final long beginNs;
    private final Map<String, Integer> processes = new LinkedHashMap<>();
    private final Map<Track, Integer> tracks = new LinkedHashMap<>();
    private long events;

    /** Begins a trace whose first event is not before {@code beginNs}, ns since 1970. */
    TraceWriter(OutputStream stream, long beginNs) {
        this.beginNs = beginNs;
        try {
            out = new JsonFactory().createGenerator(stream);
            out.writeStartObject();
            out.writeStringField("displayTimeUnit", "ns");
            out.writeObjectFieldStart("otherData");
            out.writeStringField("begin", Units.instant(beginNs));
            out.writeStringField("beginNs", Long.toString(beginNs));
            out.writeEndObject();
            out.writeArrayFieldStart("traceEvents");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Something that took time; slices of one track lie apart or within each other. */
    void slice(String process, String track, String name, long fromNs, long toNs, Arguments arguments) {
        event(process, track, name, "X", fromNs, toNs, arguments);
    }

    /** Something that happened. */
    void instant(String process, String track, String name, long atNs, Arguments arguments) {
        event(process, track, name, "i", atNs, null, arguments);
    }

    /** A value that holds until the next of its name. */
    void counter(String process, String name, long atNs, double value) {
        event(process, "", name, "C", atNs, null, json -> json.writeNumberField("value", value));
    }

    private void event(
            String process,
            String track,
            String name,
            String phase,
            long atNs,
            @Nullable Long toNs,
            Arguments arguments) {
        try {
            int processId = processId(process);
            int trackId = track.isEmpty() ? 0 : trackId(process, processId, track);
            out.writeStartObject();
            out.writeStringField("name", name);
            out.writeStringField("ph", phase);
            out.writeNumberField("ts", micros(atNs - beginNs));
            if (toNs != null) {
                out.writeNumberField("dur", micros(toNs - atNs));
            } else if (phase.equals("i")) {
                out.writeStringField("s", "p");
            }
            out.writeNumberField("pid", processId);
            out.writeNumberField("tid", trackId);
            out.writeObjectFieldStart("args");
            arguments.write(out);
            out.writeEndObject();
            out.writeEndObject();
            events++;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int processId(String process) throws IOException {
        Integer known = processes.get(process);
        if (known != null) {
            return known;
        }
        int id = processes.size() + 1;
        processes.put(process, id);
        name("process_name", id, 0, process);
        return id;
    }

    private int trackId(String process, int processId, String track) throws IOException {
        Track key = new Track(process, track);
        Integer known = tracks.get(key);
        if (known != null) {
            return known;
        }
        int id = tracks.size() + 1;
        tracks.put(key, id);
        name("thread_name", processId, id, track);
        return id;
    }

    private void name(String what, int processId, int trackId, String name) throws IOException {
        out.writeStartObject();
        out.writeStringField("name", what);
        out.writeStringField("ph", "M");
        out.writeNumberField("pid", processId);
        out.writeNumberField("tid", trackId);
        out.writeObjectFieldStart("args");
        out.writeStringField("name", name);
        out.writeEndObject();
        out.writeEndObject();
    }

    private static BigDecimal micros(long ns) {
        return BigDecimal.valueOf(ns, 3);
    }

    /** Events written, names of tracks not counted. */
    long events() {
        return events;
    }

    @Override
    public void close() {
        try {
            out.writeEndArray();
            out.writeEndObject();
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
