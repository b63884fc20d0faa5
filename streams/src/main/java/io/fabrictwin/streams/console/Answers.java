package io.fabrictwin.streams.console;

import io.fabrictwin.model.backtest.Accuracy;
import io.fabrictwin.model.calibration.Skill;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.frame.Device;
import io.fabrictwin.model.frame.EcnSettings;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.frame.Port;
import io.fabrictwin.model.frame.PortActivity;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.frame.Queue;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.layout.FabricLayout;
import io.fabrictwin.model.layout.PlacedLink;
import io.fabrictwin.model.measure.CollectiveMeasure;
import io.fabrictwin.model.measure.CriticalPath;
import io.fabrictwin.model.measure.Measures;
import io.fabrictwin.model.scenario.ForecastScope;
import io.fabrictwin.streams.query.Shared;
import io.fabrictwin.streams.query.Sharing;
import io.fabrictwin.streams.query.Step;
import io.fabrictwin.streams.query.TwinCut;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns what the twin knows of one fabric at one cut into what the API answers. */
final class Answers {
    /** Mark in the name of fabrics that are made up. */
    private static final String SYNTHETIC = "synthetic";
    /** What the formats of sources begin with that are made up. */
    private static final String SYNTHETIC_SOURCE = "synth";

    private static final long SECOND_NS = 1_000_000_000L;

    private final TwinCut cut;
    private final Sharing sharing;
    private final FabricFrame frame;

    Answers(Shared shared, FabricId fabric) {
        this.cut = shared.cut();
        this.sharing = shared.sharing();
        this.frame = cut.frame(fabric);
    }

    /** The same for the same answers: every answer is a function of state, positions, and what is missing or not folded yet. */
    String tag() {
        String tag =
                frame.digest() + "-" + Integer.toHexString(frame.positions().hashCode()) + "-"
                        + Integer.toHexString(sharing.lagRecords().hashCode());
        return sharing.isComplete() ? tag : tag + "-without-" + join(sharing.missing());
    }

    private static String join(Collection<Integer> partitions) {
        return partitions.stream().map(String::valueOf).collect(Collectors.joining("."));
    }

    Views.Frame frame() {
        Long reachNs = frame.eventTimeReachNs().orElse(null);
        return new Views.Frame(
                frame.fabric().value(),
                frame.digest(),
                isSynthetic(),
                byName(frame.positions().nextOffsets()),
                reachNs,
                reachNs == null ? null : time(reachNs),
                sharing.instance(),
                sharing.isComplete(),
                List.copyOf(sharing.missing()),
                byName(sharing.lagRecords()),
                new Views.Counts(
                        frame.devices().size(),
                        frame.ports().size(),
                        frame.links().size(),
                        frame.queues().size(),
                        frame.jobs().size()));
    }

    static SortedMap<String, Long> byName(Map<Positions.Partition, Long> byPartition) {
        SortedMap<String, Long> byName = new TreeMap<>();
        byPartition.forEach((partition, number) -> byName.put(partition.toString(), number));
        return byName;
    }

    private boolean isSynthetic() {
        return frame.fabric().value().toLowerCase(Locale.ROOT).contains(SYNTHETIC)
                || frame.states().values().stream()
                        .flatMap(state -> state.attributes().values().stream())
                        .anyMatch(attribute ->
                                attribute.newest().stamp().source().format().startsWith(SYNTHETIC_SOURCE));
    }

    List<Views.Device> devices() {
        return frame.devices().stream().map(Answers::device).toList();
    }

    private static Views.Device device(Device device) {
        return new Views.Device(
                device.id().value(),
                device.kind() == null ? null : word(device.kind()),
                device.description(),
                device.model(),
                device.address(),
                device.routingSeed(),
                device.bufferBytes());
    }

    /** A device by any of its names, with all that is its own; empty where nothing was told of it. */
    Optional<Views.WholeDevice> device(String name, Views.Source source) {
        DeviceId id = frame.identities().device(new DeviceId(name));
        return frame.device(id)
                .map(device -> new Views.WholeDevice(
                        frame.fabric().value(),
                        source,
                        device(device),
                        ports(port -> port.id().device().equals(id)),
                        frame.queues().stream()
                                .filter(queue -> queue.port().device().equals(id))
                                .map(Answers::queue)
                                .toList()));
    }

    List<Views.Port> ports() {
        return ports(port -> true);
    }

    private List<Views.Port> ports(Predicate<Port> wanted) {
        Long reachNs = frame.eventTimeReachNs().orElse(null);
        return frame.ports().stream()
                .filter(wanted)
                .map(port -> port(port, reachNs))
                .toList();
    }

    private Views.Port port(Port port, @Nullable Long reachNs) {
        PortActivity activity = frame.activity(port.id()).orElse(null);
        return new Views.Port(
                port.id().device().value(),
                port.id().name(),
                port.neighbour() == null ? null : port.neighbour().toString(),
                port.bitsPerSecond(),
                port.isUp(),
                port.adminUp(),
                port.alias(),
                port.mtuBytes(),
                load(activity, port.bitsPerSecond()),
                activity == null ? null : orNull(activity.txBitsPerSecond()),
                activity == null ? null : bits(activity.perSecond(CounterName.RX_BYTES)),
                activity == null ? null : orNull(activity.pausedShare()),
                activity == null ? null : orNull(activity.perSecond(CounterName.ECN_MARKED_PACKETS)),
                activity == null ? null : activity.intervalNs(),
                activity == null ? null : activity.toNs(),
                activity == null || reachNs == null ? null : reachNs - activity.toNs());
    }

    private static @Nullable Double load(@Nullable PortActivity activity, @Nullable Long bitsPerSecond) {
        Double sent = activity == null ? null : orNull(activity.txBitsPerSecond());
        return sent == null || bitsPerSecond == null || bitsPerSecond == 0 ? null : sent / bitsPerSecond;
    }

    List<Views.Queue> queues() {
        return frame.queues().stream().map(Answers::queue).toList();
    }

    private static Views.Queue queue(Queue queue) {
        EcnSettings ecn = queue.ecn();
        return new Views.Queue(
                queue.port().device().value(),
                queue.port().name(),
                queue.priority(),
                queue.depthBytes(),
                queue.depthMaxBytes(),
                ecn.enabled(),
                ecn.kminBytes(),
                ecn.kmaxBytes(),
                ecn.pmax());
    }

    List<Views.Link> links() {
        return frame.links().stream()
                .map(link -> new Views.Link(
                        link.id().a().toString(),
                        link.id().b().toString(),
                        state(link),
                        link.bitsPerSecond(),
                        link.delayNs()))
                .toList();
    }

    private static String state(Link link) {
        if (!link.isSeen()) {
            return "planned";
        }
        Boolean isUp = link.isUp();
        return isUp == null ? "unknown" : isUp ? "up" : "down";
    }

    /** @param stepLimit most steps of each job */
    List<Views.Job> jobs(int stepLimit) {
        return frame.jobs().stream().map(job -> job(job, stepLimit)).toList();
    }

    /** A job; empty where nothing was told of it. */
    Optional<Views.WholeJob> job(String name, int stepLimit, Views.Source source) {
        return frame.jobs().stream()
                .filter(job -> job.id().value().equals(name))
                .findFirst()
                .map(job -> new Views.WholeJob(frame.fabric().value(), source, job(job, stepLimit)));
    }

    private Views.Job job(Job job, int stepLimit) {
        List<Step> steps = cut.steps(frame.fabric(), job.id());
        return new Views.Job(
                job.id().value(),
                job.isRunning(),
                job.rankCount(),
                job.queuePairsPerConnection(),
                job.newestStep(),
                job.newestStepTimeNs(),
                job.hosts().values().stream()
                        .map(host -> host.value())
                        .distinct()
                        .toList(),
                steps.subList(Math.max(0, steps.size() - stepLimit), steps.size()).stream()
                        .map(Answers::step)
                        .toList());
    }

    private static Views.Step step(Step step) {
        Long computeEndNs = step.computeEndNs();
        return new Views.Step(
                step.number(),
                step.startNs(),
                step.stepTimeNs(),
                computeEndNs == null ? null : computeEndNs - step.startNs());
    }

    Views.Topology topology() {
        FabricLayout layout = FabricLayout.of(frame);
        Map<String, String> kindByDevice = new HashMap<>();
        frame.devices().forEach(device -> {
            if (device.kind() != null) {
                kindByDevice.put(device.id().value(), word(device.kind()));
            }
        });
        Map<PortId, Port> portById = new HashMap<>();
        frame.ports().forEach(port -> portById.put(port.id(), port));
        Map<PortId, Link> linkByPort = new HashMap<>();
        frame.links().forEach(link -> linkByPort.put(link.id().a(), link));
        return new Views.Topology(
                frame.fabric().value(),
                frame.digest(),
                layout.tiers(),
                layout.devices().stream()
                        .map(placed -> new Views.Node(
                                placed.device().value(),
                                kindByDevice.get(placed.device().value()),
                                placed.tier(),
                                placed.x(),
                                placed.y()))
                        .toList(),
                layout.links().stream()
                        .map(placed -> edge(placed, linkByPort, portById))
                        .toList());
    }

    private Views.Edge edge(PlacedLink placed, Map<PortId, Link> linkByPort, Map<PortId, Port> portById) {
        Link link = linkByPort.get(placed.link().a());
        return new Views.Edge(
                link == null ? "unknown" : state(link),
                link == null ? null : link.bitsPerSecond(),
                placed.parallel(),
                placed.parallelCount(),
                edgeEnd(placed.link().a(), portById),
                edgeEnd(placed.link().b(), portById));
    }

    private Views.EdgeEnd edgeEnd(PortId id, Map<PortId, Port> portById) {
        Port port = portById.get(id);
        PortActivity activity = frame.activity(id).orElse(null);
        return new Views.EdgeEnd(
                id.device().value(),
                id.name(),
                load(activity, port == null ? null : port.bitsPerSecond()),
                activity == null ? null : orNull(activity.pausedShare()),
                activity == null ? null : orNull(activity.txBitsPerSecond()),
                activity == null ? null : orNull(activity.perSecond(CounterName.ECN_MARKED_PACKETS)));
    }

    static Views.Finding finding(io.fabrictwin.model.detection.Finding finding) {
        Long endNs = finding.endNs();
        return new Views.Finding(
                finding.id(),
                finding.fabric().value(),
                word(finding.kind()),
                word(finding.severity()),
                endNs != null,
                finding.startNs(),
                time(finding.startNs()),
                endNs,
                endNs == null ? null : time(endNs),
                finding.entities(),
                finding.summary(),
                finding.evidence(),
                finding.suggestion());
    }

    static Views.Forecast forecast(io.fabrictwin.model.scenario.Forecast forecast) {
        return new Views.Forecast(
                forecast.name(),
                forecast.fabric().value(),
                forecast.baseDigest(),
                forecast.baseTimeNs(),
                time(forecast.baseTimeNs()),
                scope(forecast.scope()),
                forecast.changes(),
                forecast.seed(),
                forecast.jobs().stream().map(Answers::jobForecast).toList(),
                forecast.accuracy(),
                forecast.values().stream()
                        .map(value ->
                                new Views.UsedValue(value.name(), value.value(), word(value.status()), value.source()))
                        .toList(),
                forecast.ports().stream()
                        .map(port -> new Views.PortForecast(port.port().toString(), port.base(), port.fork()))
                        .toList());
    }

    private static Views.@Nullable Scope scope(@Nullable ForecastScope scope) {
        return scope == null
                ? null
                : new Views.Scope(
                        scope.windowFromNs(),
                        scope.windowToNs(),
                        scope.reading().words(),
                        scope.knownAtNs());
    }

    static Views.Accuracy accuracy(Accuracy accuracy) {
        Skill skill = accuracy.skill();
        return new Views.Accuracy(
                accuracy.kind().isEmpty() ? "all" : accuracy.kind(),
                accuracy.scored(),
                accuracy.meanAbsoluteError(),
                accuracy.medianAbsoluteError(),
                accuracy.bias(),
                accuracy.held().hits(),
                accuracy.held().count(),
                accuracy.verdictRight().hits(),
                skill == null ? null : skill.value(),
                skill == null ? null : skill.low(),
                skill == null ? null : skill.high(),
                accuracy.isDrifting());
    }

    private static Views.JobForecast jobForecast(io.fabrictwin.model.scenario.JobForecast job) {
        var ratio = job.ratio();
        return new Views.JobForecast(
                job.job().value(),
                job.firstStep(),
                job.lastStep(),
                job.recordedStepTimeNs(),
                job.forecastStepTimeNs(),
                ratio == null ? null : new Views.Ratio(ratio.low(), ratio.likely(), ratio.high()),
                job.verdict().words(),
                job.reasons(),
                job.baseParts(),
                job.forkParts(),
                measures(job.baseMeasures()),
                measures(job.forkMeasures()));
    }

    private static Views.@Nullable Measures measures(@Nullable Measures measures) {
        if (measures == null) {
            return null;
        }
        CriticalPath path = measures.criticalPath();
        return new Views.Measures(
                measures.runs(),
                measures.steps(),
                measures.collectives().stream().map(Answers::collective).toList(),
                measures.tail(),
                measures.stepTimes(),
                measures.stepJitter(),
                measures.recovery(),
                path == null
                        ? null
                        : new Views.CriticalPath(
                                path.computeShare(),
                                path.lateShare(),
                                path.sendingShare(),
                                path.waitingShare(),
                                path.gates().stream()
                                        .map(gate ->
                                                new Views.PortWait(gate.port().toString(), gate.share()))
                                        .toList()),
                measures.interference(),
                measures.scaling(),
                measures.unknown());
    }

    private static Views.CollectiveMeasure collective(CollectiveMeasure measure) {
        return new Views.CollectiveMeasure(
                word(measure.operation()),
                measure.bytes(),
                measure.ranks(),
                measure.count(),
                measure.timeMeanNs(),
                measure.timeMedianNs(),
                measure.timeJitter(),
                measure.skewMeanNs(),
                measure.algorithmBytesPerSecond(),
                measure.busBytesPerSecond());
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? (Double) value.getAsDouble() : null;
    }

    private static @Nullable Double bits(OptionalDouble bytes) {
        return bytes.isPresent() ? (Double) (8 * bytes.getAsDouble()) : null;
    }

    /** PAUSE_STORM as pause-storm. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String time(long ns) {
        return Instant.ofEpochSecond(ns / SECOND_NS, ns % SECOND_NS).toString();
    }
}
