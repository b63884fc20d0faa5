package io.fabrictwin.ingest.parse.torch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.document.JsonElements;
import io.fabrictwin.ingest.parse.workload.CollectiveName;
import io.fabrictwin.model.event.CollectiveOperation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What has to be known of a whole trace before its collectives can be told: the fields at its end, and which call of the
 * host started which kernel. Keeps the collectives of the trace and nothing else.
 */
final class CollectiveSurvey {
    /** More collectives than that are not kept; the longest traces known hold a tenth. */
    private static final int MAX_KEPT = 1_000_000;

    /** What is read of a trace beside its events. */
    static final Set<String> FIELDS = Set.of("distributedInfo", "baseTimeNanoseconds");

    private static final Pattern KERNEL =
            Pattern.compile("nccl\\w*?(AllReduce|AllGather|ReduceScatter|Broadcast|Reduce)(?![a-z])");

    private final Map<Long, Call> callByIdentity = new HashMap<>();
    private final Map<Object, List<Range>> rangesByThread = new HashMap<>();
    private final Map<Long, Kernel> unresolved = new HashMap<>();
    private final List<Kernel> kernels = new ArrayList<>();
    private JsonNode distributedInfo = MissingNode.getInstance();
    private JsonNode baseTime = MissingNode.getInstance();

    /** A host's range around a collective. */
    private record Range(long fromNs, long toNs, Call call) {}

    /** A kernel, and what it was started for. */
    private static final class Kernel {
        private final long startNs;
        private Call call;
        /** What joins it with the host's call in some versions; null: not told. */
        private @Nullable Long identity;

        private long order;

        Kernel(long startNs, Call call) {
            this.startNs = startNs;
            this.call = call;
        }
    }

    /** Reads the trace once, or twice where its kernels do not say what they are. */
    static CollectiveSurvey of(Input input) throws IOException {
        CollectiveSurvey survey = new CollectiveSurvey();
        JsonElements.read(input, "traceEvents", FIELDS, new JsonElements.Handler() {
            @Override
            public void field(String name, JsonNode value) {
                survey.keepField(name, value);
            }

            @Override
            public void element(JsonNode event) {
                survey.keep(event);
            }
        });
        survey.joinByIdentity();
        if (!survey.unresolved.isEmpty()) {
            JsonElements.read(input, "traceEvents", FIELDS, new JsonElements.Handler() {
                @Override
                public void element(JsonNode event) {
                    survey.joinByLaunch(event);
                }
            });
        }
        survey.number();
        return survey;
    }

    JsonNode distributedInfo() {
        return distributedInfo;
    }

    /** What has to be added to the trace's times, ns since 1970. */
    long baseTimeNs() {
        return baseTime.isValueNode() ? baseTime.asLong(0) : 0;
    }

    int kernelCount() {
        return kernels.size();
    }

    /** What a kernel was started for; kernels are counted in the order of the file. */
    Call call(int kernel) {
        return kernels.get(kernel).call;
    }

    /** Its number in its group, or, where the trace does not number them, among those of the trace alike. */
    long sequence(int kernel) {
        Long sequence = call(kernel).sequence();
        return sequence == null ? kernels.get(kernel).order : sequence;
    }

    private void keepField(String name, JsonNode value) {
        if (name.equals("distributedInfo")) {
            distributedInfo = value;
        } else {
            baseTime = value;
        }
    }

    private void keep(JsonNode event) {
        if (TraceEvent.isCollectiveKernel(event)) {
            keepKernel(event);
        } else if (TraceEvent.isCollectiveCall(event)) {
            Long identity = TraceEvent.identity(event, "External id");
            Call call = Call.ofArguments(event.path("args"));
            if (identity != null && call != null && callByIdentity.size() < MAX_KEPT) {
                callByIdentity.put(identity, call);
            }
        } else if (TraceEvent.isCollectiveRange(event)) {
            Long fromNs = TraceEvent.ns(event.path("ts"));
            Long durationNs = TraceEvent.ns(event.path("dur"));
            if (fromNs != null && durationNs != null) {
                rangesByThread
                        .computeIfAbsent(event.path("tid").asText(), thread -> new ArrayList<>())
                        .add(new Range(fromNs, fromNs + durationNs, Call.ofRange(event)));
            }
        }
    }

    private void keepKernel(JsonNode event) {
        if (kernels.size() >= MAX_KEPT) {
            return;
        }
        Call call = Call.ofArguments(event.path("args"));
        Long startNs = TraceEvent.ns(event.path("ts"));
        Kernel kernel = new Kernel(startNs == null ? 0 : startNs, call == null ? ofName(event) : call);
        kernels.add(kernel);
        Long correlation = TraceEvent.identity(event, "correlation");
        if (call == null && correlation != null) {
            kernel.identity = TraceEvent.identity(event, "External id");
            unresolved.put(correlation, kernel);
        }
    }

    private void joinByIdentity() {
        unresolved.values().removeIf(kernel -> {
            Long identity = kernel.identity;
            Call call = identity == null ? null : callByIdentity.get(identity);
            if (call != null) {
                kernel.call = call;
            }
            return call != null;
        });
        rangesByThread.values().forEach(ranges -> ranges.sort(Comparator.comparingLong(Range::fromNs)));
    }

    /** The host's range in which the kernel was started is the collective's. */
    private void joinByLaunch(JsonNode event) {
        if (!TraceEvent.isLaunch(event)) {
            return;
        }
        Long correlation = TraceEvent.identity(event, "correlation");
        Kernel kernel = correlation == null ? null : unresolved.get(correlation);
        Long launchNs = TraceEvent.ns(event.path("ts"));
        List<Range> ranges = rangesByThread.get(event.path("tid").asText());
        if (kernel == null || launchNs == null || ranges == null) {
            return;
        }
        Call call = around(ranges, launchNs);
        if (call != null) {
            kernel.call = call;
        }
    }

    /** The innermost range around a time: of those that began before, the last that had not ended. */
    private static @Nullable Call around(List<Range> ranges, long timeNs) {
        int low = 0;
        int high = ranges.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ranges.get(middle).fromNs() <= timeNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (int i = low - 1; i >= 0 && i >= low - 16; i--) {
            if (ranges.get(i).toNs() >= timeNs) {
                return ranges.get(i).call();
            }
        }
        return null;
    }

    /** The name of the kernel tells the operation and nothing else; of sends and receives it does not tell which. */
    private static Call ofName(JsonNode event) {
        Matcher kernel = KERNEL.matcher(event.path("name").asText(""));
        CollectiveOperation operation = kernel.find() ? CollectiveName.operation(kernel.group(1)) : null;
        return operation == null ? Call.UNKNOWN : new Call(operation, null, null, null);
    }

    private void number() {
        List<Kernel> byTime = new ArrayList<>(kernels);
        byTime.sort(Comparator.comparingLong(kernel -> kernel.startNs));
        Map<String, Long> counted = new HashMap<>();
        for (Kernel kernel : byTime) {
            String alike = kernel.call.group() + " " + kernel.call.operation();
            kernel.order = counted.merge(alike, 1L, Long::sum) - 1;
        }
    }
}
