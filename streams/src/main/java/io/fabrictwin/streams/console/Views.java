package io.fabrictwin.streams.console;

import io.fabrictwin.model.measure.Recovery;
import io.fabrictwin.model.measure.ScaledJob;
import io.fabrictwin.model.measure.StepTimes;
import io.fabrictwin.model.measure.Tail;
import io.fabrictwin.model.scenario.PortLoad;
import io.fabrictwin.model.scenario.StepParts;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What the API answers, field by field in this order. A field that is unknown is left out, never zero. Times are event
 * times, ns since 1970, with the ISO form beside them; shares are 0 to 1.
 */
final class Views {
    private Views() {}

    /** Why a request has no answer. */
    record Failure(String code, String message, String whatToDo) {}

    /** How the service is. */
    record Health(
            String status,
            String state,
            boolean brokerReachable,
            @Nullable Long lagRecords,
            @Nullable Rebuild rebuild,
            @Nullable String detail,
            String instance,
            boolean isComplete,
            List<Integer> missing,
            List<String> fabrics) {}

    /** How far folding is with what was in the log when it began. */
    record Rebuild(long foldedRecords, long targetRecords) {}

    /**
     * Part of a long list.
     *
     * @param missing numbers of the partitions that nobody answers for: of these, what was last known
     */
    record Page<T>(
            String fabric,
            String digest,
            boolean isComplete,
            List<Integer> missing,
            int total,
            int offset,
            List<T> items) {}

    /**
     * The instances that share the work, as the one that tells this sees them.
     *
     * @param lagRecords of each partition, records of the log that are not folded yet
     */
    record Instances(
            String instance,
            int partitions,
            boolean isComplete,
            List<Integer> missing,
            SortedMap<String, Long> positions,
            SortedMap<String, Long> lagRecords,
            List<Instance> instances) {}

    /**
     * One of them.
     *
     * @param partitions numbers of those that it folds
     * @param ageMs how long ago it last answered
     * @param detail why it does not
     */
    record Instance(
            String instance,
            boolean isAnswering,
            List<Integer> partitions,
            @Nullable Long ageMs,
            @Nullable String detail) {}

    /**
     * Who tells of one thing.
     *
     * @param partition number of the partitions that what is told of it goes to
     * @param isComplete whether who folds them tells this, and knows all others
     * @param lagRecords records of these partitions that are not folded yet
     * @param ageMs how old the oldest part of it is
     */
    record Source(
            String instance,
            @Nullable Integer partition,
            boolean isComplete,
            @Nullable Long lagRecords,
            long ageMs) {}

    record WholeDevice(String fabric, Source source, Device device, List<Port> ports, List<Queue> queues) {}

    record WholeJob(String fabric, Source source, Job job) {}

    /**
     * What is known, and up to where.
     *
     * @param instance who put it together
     * @param missing numbers of the partitions that nobody answers for: of these, what was last known
     * @param lagRecords of each partition, records of the log that are not in it yet
     */
    record Frame(
            String fabric,
            String digest,
            boolean isSynthetic,
            SortedMap<String, Long> positions,
            @Nullable Long eventTimeReachNs,
            @Nullable String eventTimeReach,
            String instance,
            boolean isComplete,
            List<Integer> missing,
            SortedMap<String, Long> lagRecords,
            Counts counts) {}

    record Counts(int devices, int ports, int links, int queues, int jobs) {}

    record Device(
            String device,
            @Nullable String kind,
            @Nullable String description,
            @Nullable String model,
            @Nullable String address,
            @Nullable Long routingSeed,
            @Nullable Long bufferBytes) {}

    /**
     * @param load share of the line rate that was sent between the two newest samples
     * @param pausedShare share of that time in which the port was not allowed to send
     * @param markedPacketsPerSecond packets newly ECN-marked
     * @param ageNs how far the newest sample lies behind the newest fact of the fabric
     */
    record Port(
            String device,
            String port,
            @Nullable String neighbour,
            @Nullable Long bitsPerSecond,
            @Nullable Boolean isUp,
            @Nullable Boolean adminUp,
            @Nullable String alias,
            @Nullable Integer mtuBytes,
            @Nullable Double load,
            @Nullable Double txBitsPerSecond,
            @Nullable Double rxBitsPerSecond,
            @Nullable Double pausedShare,
            @Nullable Double markedPacketsPerSecond,
            @Nullable Long intervalNs,
            @Nullable Long sampledNs,
            @Nullable Long ageNs) {}

    /**
     * What a port, or one of its queues, did in the window that ends with its newest sample.
     *
     * @param priority of a queue
     * @param ageNs how far the newest sample lies behind the newest fact of the fabric
     * @param coveredShare share of the span that lies between samples
     * @param isStale whether a newer sample is overdue
     * @param hasGap whether samples are missing
     * @param hasReset whether a counter went down: how far it went meanwhile is unknown and left out
     * @param isCoarse whether samples lie further apart than the span
     * @param pausedShare share of the time in which the port was not allowed to send
     * @param pausingShare share of the time in which it held its neighbour
     * @param markedShare ECN-marked packets of those sent
     * @param depthBytes newest depth, whenever that was told
     * @param depthMeanBytes mean over the window
     * @param depthMaxBytes most in the window
     * @param preFecBitErrorRate newest share of bits that came wrong, whenever that was told
     * @param symbolErrorsPerBit symbol errors in the window over the bits that the line carried, busy or idle
     * @param retransmitsPerSecond causes to send again, of the counters that NICs tell of them
     * @param perSecond increase of each counter that is known
     */
    record PortWindow(
            String device,
            String port,
            @Nullable Integer priority,
            String span,
            long toNs,
            long ageNs,
            double coveredShare,
            boolean isStale,
            boolean hasGap,
            boolean hasReset,
            boolean isCoarse,
            @Nullable Double load,
            @Nullable Double txBitsPerSecond,
            @Nullable Double pausedShare,
            @Nullable Double pausingShare,
            @Nullable Double markedShare,
            @Nullable Long depthBytes,
            @Nullable Double depthMeanBytes,
            @Nullable Long depthMaxBytes,
            @Nullable Double preFecBitErrorRate,
            @Nullable Double postFecBitErrorRate,
            @Nullable Double symbolErrorsPerBit,
            @Nullable Double retransmitsPerSecond,
            SortedMap<String, Double> perSecond) {}

    /**
     * What a job did in the window that ends with its newest completed step, or else its newest collective.
     *
     * @param steps how many were completed; 0: nobody tells of them
     * @param exposedShare share of the steps' time after their slowest rank had computed
     * @param slowestRankNs mean computing time a step of the slowest rank
     * @param medianRankNs of the median rank
     * @param slowestRail number of the NICs on which collectives take longest
     * @param slowestRailLagNs by how much longer than on the median rail, over one of each operation and size
     */
    record JobWindow(
            String job,
            String span,
            long toNs,
            long ageNs,
            int steps,
            @Nullable Double meanStepNs,
            @Nullable Long longestStepNs,
            @Nullable Double exposedShare,
            @Nullable Integer slowestRank,
            @Nullable Double slowestRankNs,
            @Nullable Double medianRankNs,
            @Nullable Integer slowestRail,
            @Nullable Double slowestRailLagNs,
            List<CollectiveWindow> collectives) {}

    /**
     * Collectives of one operation and size in a window.
     *
     * @param sizeClassBytes the power of two that their size is at least, and less than twice
     * @param meanNs mean time once all ranks had come
     * @param busBytesPerSecond bus bandwidth as NCCL's tests define it
     */
    record CollectiveWindow(
            String operation,
            long sizeClassBytes,
            int count,
            double meanNs,
            @Nullable Double busBytesPerSecond) {}

    /**
     * How far a host's clock is from the others', by the collectives in which they met.
     *
     * @param reference the clock that it is told against; absent: unknown
     * @param facts collectives that the estimate is made of
     * @param offsetNs its time minus the reference's
     * @param uncertaintyNs the true offset is not further away than that
     * @param skewPpm millionths by which it goes faster than the reference
     * @param toldOffsetNs what a time service told of it
     * @param unknown why nothing can be said; absent where something is
     */
    record Clock(
            String device,
            @Nullable String reference,
            int facts,
            @Nullable Long offsetNs,
            @Nullable Long uncertaintyNs,
            @Nullable Double skewPpm,
            @Nullable Double skewUncertaintyPpm,
            @Nullable Long toldOffsetNs,
            @Nullable Long toldUncertaintyNs,
            @Nullable String unknown) {}

    record Queue(
            String device,
            String port,
            @Nullable Integer priority,
            @Nullable Long depthBytes,
            @Nullable Long depthMaxBytes,
            @Nullable Boolean ecnEnabled,
            @Nullable Long ecnKminBytes,
            @Nullable Long ecnKmaxBytes,
            @Nullable Double ecnPmax) {}

    /** @param state up, down, planned (nobody saw it) or unknown */
    record Link(
            String a,
            String b,
            String state,
            @Nullable Long bitsPerSecond,
            @Nullable Long delayNs) {}

    /** @param steps the newest ones kept, oldest first */
    record Job(
            String job,
            boolean isRunning,
            @Nullable Integer rankCount,
            @Nullable Integer queuePairsPerConnection,
            @Nullable Long newestStep,
            @Nullable Long newestStepTimeNs,
            List<String> hosts,
            List<Step> steps) {}

    record Step(
            long step,
            long startNs,
            long stepTimeNs,
            @Nullable Long computeNs) {}

    record Finding(
            String id,
            String fabric,
            String kind,
            String severity,
            boolean isOver,
            long startNs,
            String start,
            @Nullable Long endNs,
            @Nullable String end,
            List<String> entities,
            String summary,
            List<String> evidence,
            @Nullable String suggestion) {}

    /** What of history a forecast was asked about, and from; {@code knownAtNs}: null means all that the log held. */
    record Scope(
            long windowFromNs,
            long windowToNs,
            String reading,
            @Nullable Long knownAtNs) {}

    record Forecast(
            String name,
            String fabric,
            String baseDigest,
            long baseTimeNs,
            String baseTime,
            @Nullable Scope scope,
            List<String> changes,
            long seed,
            List<JobForecast> jobs,
            String accuracy,
            List<UsedValue> values,
            List<PortForecast> ports) {}

    record UsedValue(String name, String value, String status, String source) {}

    record PortForecast(
            String port, @Nullable PortLoad base, @Nullable PortLoad fork) {}

    /** Errors are relative to the step time that came; null where there is nothing to tell. */
    record Accuracy(
            String kind,
            int scored,
            @Nullable Double meanAbsoluteError,
            @Nullable Double medianAbsoluteError,
            @Nullable Double bias,
            int intervalHeld,
            int intervals,
            int verdictRight,
            @Nullable Double crpsSkill,
            @Nullable Double crpsSkillLow,
            @Nullable Double crpsSkillHigh,
            boolean isDrifting) {}

    record Scenario(
            String id,
            String name,
            String fabric,
            long baseTimeNs,
            long windowFromNs,
            long windowToNs,
            List<String> changes,
            long seed,
            String stage,
            String detail,
            int ahead,
            @Nullable String worker,
            @Nullable String forecastKey) {}

    record JobForecast(
            String job,
            long firstStep,
            long lastStep,
            @Nullable Double recordedStepTimeNs,
            @Nullable Double forecastStepTimeNs,
            @Nullable Ratio ratio,
            String verdict,
            List<String> reasons,
            @Nullable StepParts baseParts,
            @Nullable StepParts forkParts,
            @Nullable Measures baseMeasures,
            @Nullable Measures forkMeasures) {}

    record Measures(
            int runs,
            int steps,
            List<CollectiveMeasure> collectives,
            @Nullable Tail tail,
            @Nullable StepTimes stepTimes,
            @Nullable Double stepJitter,
            @Nullable Recovery recovery,
            @Nullable CriticalPath criticalPath,
            @Nullable Double interference,
            List<ScaledJob> scaling,
            List<String> unknown) {}

    record CollectiveMeasure(
            String operation,
            long bytes,
            int ranks,
            int count,
            double timeMeanNs,
            double timeMedianNs,
            @Nullable Double timeJitter,
            double skewMeanNs,
            @Nullable Double algorithmBytesPerSecond,
            @Nullable Double busBytesPerSecond) {}

    record CriticalPath(
            double computeShare,
            @Nullable Double lateShare,
            double sendingShare,
            double waitingShare,
            List<PortWait> gates) {}

    record PortWait(String port, double share) {}

    record Ratio(double low, double likely, double high) {}

    /** @param tiers number of rows of the drawing */
    record Topology(String fabric, String digest, int tiers, List<Node> nodes, List<Edge> edges) {}

    /** @param tier 0: hosts; n: n links from the nearest host; -1: joined to none */
    record Node(String device, @Nullable String kind, int tier, double x, double y) {}

    /** @param parallel position among the links between the same devices */
    record Edge(String state, @Nullable Long bitsPerSecond, int parallel, int parallelCount, EdgeEnd a, EdgeEnd b) {}

    /** One end of a link: what its port sends into it. */
    record EdgeEnd(
            String device,
            String port,
            @Nullable Double load,
            @Nullable Double pausedShare,
            @Nullable Double txBitsPerSecond,
            @Nullable Double markedPacketsPerSecond) {}

    /** What the stream of changes tells: read again what you show. */
    record Changed(List<FabricDigest> fabrics, int openFindings, int forecasts, String status, boolean isComplete) {}

    record FabricDigest(String fabric, String digest) {}
}
