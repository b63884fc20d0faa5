package io.fabrictwin.ingest.parse.nccl.profiler;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.nccl.words.CommunicatorId;
import io.fabrictwin.ingest.parse.nccl.words.Words;
import io.fabrictwin.model.event.CollectiveMeasured;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.RankGaugesObserved;
import io.fabrictwin.model.id.JobId;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A collective of one rank and what happened between its begin and its end. */
final class TracedCollective {
    /** More waits than this are open at once in no trace that is whole. */
    private static final int MAX_OPEN_WAITS = 1 << 14;

    private final CollectiveOperation operation;
    private final String communicator;
    private final long sequence;
    private final long bytes;
    private final JsonNode arguments;
    private final Map<String, Double> openWaits = new HashMap<>();
    private final SortedMap<String, Double> waitedMicroseconds = new TreeMap<>();
    private @Nullable Long startNs;
    private @Nullable Long endNs;
    private boolean isStillRunning;

    private TracedCollective(
            CollectiveOperation operation, String communicator, long sequence, long bytes, JsonNode arguments) {
        this.operation = operation;
        this.communicator = communicator;
        this.sequence = sequence;
        this.bytes = bytes;
        this.arguments = arguments;
    }

    /**
     * What a begin tells; null: something is missing.
     *
     * @param counts how many sends and receives each communicator had: they bear no number of their own
     */
    static @Nullable TracedCollective of(JsonNode event, Map<String, Long> counts) {
        JsonNode arguments = event.path("args");
        CollectiveOperation operation = Words.operation(event.path("name").asText(""));
        Integer typeBytes = Words.bytesOfType(arguments.path("Datatype").asText(""));
        JsonNode hash = arguments.path("CommHash");
        JsonNode count = arguments.path("Count");
        if (operation == null || typeBytes == null || !hash.isIntegralNumber() || !count.canConvertToLong()) {
            return null;
        }
        String communicator = CommunicatorId.of(hash.bigIntegerValue().longValue());
        JsonNode number = arguments.path("SeqNum");
        long sequence = number.canConvertToLong() && number.isNumber()
                ? number.longValue()
                : counts.merge(communicator + " " + operation, 1L, Long::sum) - 1;
        return new TracedCollective(
                operation, communicator, sequence, Math.multiplyExact(count.longValue(), (long) typeBytes), arguments);
    }

    /** A channel of the kernel, by the GPU's clock; an end of zero: it had not ended. */
    void ran(JsonNode kernel) {
        long start = kernel.path("StartGpuClk").asLong(0);
        long stop = kernel.path("StopGpuClk").asLong(0);
        if (start > 0) {
            startNs = startNs == null ? start : Math.min(startNs, start);
        }
        if (stop > 0) {
            endNs = endNs == null ? stop : Math.max(endNs, stop);
        } else {
            isStillRunning = true;
        }
    }

    /** A wait for the peer, for the network or for the own GPU: the split tells whose fault a delay is. */
    void waited(JsonNode event, boolean isBegin) {
        String name = event.path("name").asText("");
        String key = name + "/" + event.path("id").asText("");
        double time = event.path("ts").asDouble();
        if (isBegin) {
            if (openWaits.size() < MAX_OPEN_WAITS) {
                openWaits.put(key, time);
            }
            return;
        }
        Double began = openWaits.remove(key);
        if (began != null && time >= began) {
            waitedMicroseconds.merge(name + "Microseconds", time - began, Double::sum);
        }
    }

    void tell(JobId job, LineRecord record) {
        Long start = startNs;
        Long end = isStillRunning ? null : endNs;
        JsonNode rank = arguments.path("Rank");
        record.at(end == null ? start : end);
        record.add(meta -> new CollectiveMeasured(
                meta,
                job,
                null,
                communicator,
                rank.isInt() ? Integer.valueOf(rank.intValue()) : null,
                sequence,
                operation,
                bytes,
                start,
                start == null || end == null || end < start ? null : Long.valueOf(end - start),
                word("Algorithm") == null
                        ? null
                        : Words.algorithm(arguments.path("Algorithm").asText()),
                word("Protocol") == null
                        ? null
                        : Words.protocol(arguments.path("Protocol").asText()),
                channels()));
        if (!waitedMicroseconds.isEmpty() && rank.isInt()) {
            record.add(meta -> new RankGaugesObserved(meta, job, rank.intValue(), null, waitedMicroseconds));
        }
    }

    private @Nullable String word(String field) {
        String word = arguments.path(field).asText("");
        return word.isEmpty() ? null : word;
    }

    private @Nullable Integer channels() {
        JsonNode told = arguments.has("nChannels") ? arguments.path("nChannels") : arguments.path("nMaxChannels");
        return told.isInt() ? Integer.valueOf(told.intValue()) : null;
    }
}
