package io.fabrictwin.ingest.parse.torch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.workload.CollectiveName;
import io.fabrictwin.ingest.parse.workload.ElementType;
import io.fabrictwin.model.event.CollectiveMeasured;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.CommunicatorProgressObserved;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the dumps of one input. */
final class FlightRecorderReader {
    private static final double NS_PER_MS = 1e6;
    private static final int SHOWN_CHARACTERS = 200;

    private final Input input;
    private final Sink sink;
    private final JobId job;
    private long record;

    FlightRecorderReader(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        job = new JobId(InputName.withoutRank(input));
    }

    long records() {
        return record;
    }

    /** Reads one dump; the oldest versions are nothing but the list of what they remember. */
    void read(JsonNode value) {
        JsonNode dump = value.isArray() ? JsonNodeFactory.instance.objectNode().set("entries", value) : value;
        if (!dump.isObject()) {
            reject("dump", RejectCode.MALFORMED, "it is neither a dictionary nor a list", dump);
            return;
        }
        ProcessGroups groups = ProcessGroups.of(dump);
        JsonNode told = dump.path("rank");
        Integer rank = told.isInt() && told.intValue() >= 0 ? Integer.valueOf(told.intValue()) : groups.rank(dump);
        if (rank == null) {
            rank = groups.member(InputName.rank(input));
        }
        if (rank == null) {
            sink.unread("collectives of a rank that nothing names");
        }
        Dump context = new Dump(groups, rank, host(dump), newestTimeNs(dump.path("entries")));
        readHeader(dump, context);
        for (Map.Entry<String, JsonNode> group : dump.path("pg_config").properties()) {
            readGroup(group.getKey(), context);
        }
        for (Map.Entry<String, JsonNode> status : dump.path("pg_status").properties()) {
            readStatus(status.getKey(), status.getValue(), context);
        }
        int position = 0;
        for (JsonNode entry : dump.path("entries")) {
            readEntry(position++, entry, context);
        }
    }

    /**
     * What the records of a dump share.
     *
     * @param rank whose dump it is; null: not told
     * @param host where it ran; null: not told
     * @param newestTimeNs the newest time in it; null: there is none
     */
    private record Dump(
            ProcessGroups groups,
            @Nullable Integer rank,
            @Nullable DeviceId host,
            @Nullable Long newestTimeNs) {}

    private void readHeader(JsonNode dump, Dump context) {
        JsonNode version =
                dump.path("nccl_version").isMissingNode() ? dump.path("comm_lib_version") : dump.path("nccl_version");
        Integer rankCount = context.groups().worldSize();
        if (!version.isValueNode() && rankCount == null) {
            accept("dump", List.of());
            return;
        }
        accept(
                "dump",
                List.of(new JobStarted(
                        meta(context.newestTimeNs()),
                        job,
                        rankCount,
                        version.isValueNode() && !version.asText().isBlank() ? "NCCL " + version.asText() : null)));
    }

    /** A group's members; its communicator has its name. */
    private void readGroup(String name, Dump context) {
        ProcessGroups.Group group = context.groups().named(name);
        Integer rank = context.rank();
        DeviceId host = context.host();
        boolean isPlaced =
                group != null && rank != null && host != null && group.ranks().contains(rank);
        if (!isPlaced) {
            sink.unread("pg_config");
        }
        accept(
                "pg_config|" + name,
                group != null && rank != null && host != null && isPlaced
                        ? List.of(new CommunicatorInitialized(
                                meta(context.newestTimeNs()),
                                job,
                                name,
                                rank,
                                group.ranks().size(),
                                host,
                                null,
                                null))
                        : List.of());
    }

    private void readStatus(String id, JsonNode status, Dump context) {
        String place = "pg_status|" + id;
        String communicator = context.groups().nameOf(id);
        Integer rank = context.rank();
        if (!status.isObject()) {
            reject(place, RejectCode.MALFORMED, "it is no dictionary", status);
            return;
        }
        if (communicator == null) {
            sink.unread("pg_status of a group that nothing names");
        }
        if (communicator == null || rank == null) {
            accept(place, List.of());
            return;
        }
        Long enqueued = count(status.path("last_enqueued_collective"));
        Long started = count(status.path("last_started_collective"));
        Long completed = count(status.path("last_completed_collective"));
        boolean isTold = enqueued != null || started != null || completed != null;
        accept(
                place,
                isTold
                        ? List.of(new CommunicatorProgressObserved(
                                meta(context.newestTimeNs()),
                                job,
                                communicator,
                                rank,
                                context.host(),
                                null,
                                enqueued,
                                started,
                                completed))
                        : List.of());
    }

    private void readEntry(int position, JsonNode entry, Dump context) {
        String place = "entries|" + position;
        if (!entry.path("profiling_name").isTextual()) {
            reject(place, RejectCode.MISSING_FIELD, "profiling_name is missing", entry);
            return;
        }
        String name = entry.path("profiling_name").asText();
        CollectiveOperation operation = CollectiveName.operation(name);
        Integer rank = context.rank();
        Long sequence = sequence(entry);
        Long bytes = larger(
                bytes(entry.path("input_sizes"), entry.path("input_dtypes")),
                bytes(entry.path("output_sizes"), entry.path("output_dtypes")));
        if (operation == null) {
            sink.unread("collective of another kind");
        } else if (sequence == null || bytes == null) {
            sink.unread("collective without size");
        }
        if (operation == null || rank == null || sequence == null || bytes == null) {
            accept(place, List.of());
            return;
        }
        String group = context.groups().nameIn(entry);
        JsonNode duration =
                entry.path("duration_ms").isMissingNode() ? entry.path("duration") : entry.path("duration_ms");
        double durationNs = duration.asDouble(-1) * NS_PER_MS;
        accept(
                place,
                List.of(new CollectiveMeasured(
                        meta(time(entry, "time_created_ns", "time_created_us")),
                        job,
                        context.host(),
                        group,
                        rank,
                        sequence,
                        operation,
                        bytes,
                        count(entry.path("time_discovered_started_ns")),
                        duration.isNumber() && durationNs >= 0 && durationNs < Long.MAX_VALUE
                                ? Long.valueOf(Math.round(durationNs))
                                : null,
                        null,
                        null,
                        null)));
    }

    /** Point-to-point operations are counted apart from the group's collectives; versions before 2 counted all in one. */
    private static @Nullable Long sequence(JsonNode entry) {
        String field = entry.path("is_p2p").asBoolean() ? "p2p_seq_id" : "collective_seq_id";
        Long sequence = count(entry.path(field));
        return sequence == null ? count(entry.path("seq_id")) : sequence;
    }

    private static @Nullable Long larger(@Nullable Long one, @Nullable Long other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return Math.max(one, other);
    }

    /** Bytes of all tensors; null: there are none, or their type is not known. */
    private static @Nullable Long bytes(JsonNode sizes, JsonNode types) {
        if (!sizes.isArray() || sizes.isEmpty()) {
            return null;
        }
        long bytes = 0;
        for (int i = 0; i < sizes.size(); i++) {
            // One type stands for all tensors where there are fewer types than tensors.
            JsonNode type = types.path(Math.min(i, types.size() - 1));
            Integer elementBytes = ElementType.bytes(type.asText(""));
            if (elementBytes == null) {
                return null;
            }
            double tensorBytes = elementBytes;
            for (JsonNode dimension : sizes.get(i)) {
                tensorBytes *= dimension.asLong(-1);
            }
            if (!(tensorBytes >= 0 && bytes + tensorBytes < Long.MAX_VALUE / 2.0)) {
                return null;
            }
            bytes += (long) tensorBytes;
        }
        return bytes;
    }

    private static @Nullable DeviceId host(JsonNode dump) {
        String host = dump.path("host_name").asText("").strip();
        return host.isEmpty() || host.startsWith("host_rank") ? null : new DeviceId(host);
    }

    private static @Nullable Long newestTimeNs(JsonNode entries) {
        Long newest = null;
        for (JsonNode entry : entries) {
            Long created = time(entry, "time_created_ns", "time_created_us");
            newest = larger(newest, created);
            newest = larger(newest, count(entry.path("time_discovered_started_ns")));
            newest = larger(newest, count(entry.path("time_discovered_completed_ns")));
        }
        return newest;
    }

    private static @Nullable Long time(JsonNode entry, String nsField, String usField) {
        Long ns = count(entry.path(nsField));
        Long us = ns == null ? count(entry.path(usField)) : null;
        return us == null || us > Long.MAX_VALUE / 1000 ? ns : Long.valueOf(us * 1000);
    }

    /** A whole number from 0 on; null: it is none. The recorder writes -1 for what it does not know. */
    private static @Nullable Long count(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 0
                ? Long.valueOf(value.longValue())
                : null;
    }

    private EventMeta meta(@Nullable Long timeNs) {
        return input.context().meta(record, 0, timeNs);
    }

    private void accept(String place, List<? extends FabricEvent> events) {
        sink.accepted(record++, place, events);
    }

    private void reject(String place, RejectCode code, String reason, JsonNode value) {
        String raw = Optional.of(value)
                .filter(JsonNode::isValueNode)
                .map(JsonNode::asText)
                .orElse(value.getNodeType().name());
        sink.rejected(
                record++,
                place,
                code,
                reason,
                raw.substring(0, Math.min(raw.length(), SHOWN_CHARACTERS)).getBytes(UTF_8));
    }
}
