package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;
import static io.fabrictwin.model.scenario.ScenarioRefusedException.unknown;

import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.scenario.ForkState.HostFacts;
import io.fabrictwin.model.scenario.ForkState.IngressFacts;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.scenario.ForkState.LinkFacts;
import io.fabrictwin.model.scenario.ForkState.SwitchFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Edits a fork's state. What a change names must be there; else it is refused with the names that are. */
final class ChangeApplier implements Change.Cases<ForkState> {
    private final ForkState state;
    private final WorkloadWindow window;
    private final long baseTimeNs;
    /** Thresholds while changes are under way: kmin may pass kmax until the last of them. */
    private final SortedMap<PortId, double[]> thresholds = new TreeMap<>();

    private ChangeApplier(ForkState state, WorkloadWindow window, long baseTimeNs) {
        this.state = state;
        this.window = window;
        this.baseTimeNs = baseTimeNs;
        state.ecn.forEach(
                (port, ecn) -> thresholds.put(port, new double[] {ecn.kminBytes(), ecn.kmaxBytes(), ecn.pmax()}));
    }

    /** The base state with all changes made, in order. */
    static ForkState applied(ForkState base, WorkloadWindow window, Scenario scenario) {
        ForkState state = base.copy();
        ChangeApplier applier = new ChangeApplier(state, window, scenario.baseTimeNs());
        for (Change change : scenario.changes()) {
            change.accept(applier);
        }
        applier.finishThresholds();
        return state;
    }

    private void finishThresholds() {
        state.ecn.replaceAll((port, ecn) -> {
            double[] values = required(thresholds.get(port));
            if (values[0] > values[1]) {
                throw nonsense("ECN Kmin " + ChangeText.bytes(values[0]) + " would be above Kmax "
                        + ChangeText.bytes(values[1]) + " at " + port + "; set both");
            }
            return new EcnProfile(ecn.enabled(), Math.round(values[0]), Math.round(values[1]), values[2]);
        });
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("a key of one map is missing in its twin");
        }
        return value;
    }

    @Override
    public ForkState setEcn(Change.SetEcn change) {
        SortedSet<DeviceId> targets = targets("switch", change.device(), state.switches.keySet());
        int field = switch (change.field()) {
            case KMIN -> 0;
            case KMAX -> 1;
            case PMAX -> 2;
        };
        for (DeviceId device : targets) {
            // ports of one device keep their proportion: a faster port scales its thresholds with its rate
            double least = Double.POSITIVE_INFINITY;
            for (PortId port : portsOf(device)) {
                least = Math.min(least, required(thresholds.get(port))[field]);
            }
            for (PortId port : portsOf(device)) {
                double[] values = required(thresholds.get(port));
                boolean isShare = change.field() == Change.EcnField.PMAX || least == 0;
                values[field] = isShare ? change.value() : change.value() * values[field] / least;
            }
        }
        return state;
    }

    private List<PortId> portsOf(DeviceId device) {
        return state.ecn.keySet().stream()
                .filter(port -> port.device().equals(device))
                .toList();
    }

    @Override
    public ForkState setDcqcn(Change.SetDcqcn change) {
        for (DeviceId host : targets("host", change.host(), state.hosts.keySet())) {
            state.hosts.computeIfPresent(
                    host,
                    (id, facts) -> new HostFacts(
                            facts.address(),
                            dcqcn(facts.dcqcn(), change.field(), change.value()),
                            facts.payloadBytes(),
                            facts.wireBytes()));
        }
        return state;
    }

    private static DcqcnProfile dcqcn(DcqcnProfile old, Change.DcqcnField field, double value) {
        return new DcqcnProfile(
                field == Change.DcqcnField.GAIN ? value : old.g(),
                field == Change.DcqcnField.ALPHA_TIMER ? Math.round(value) : old.alphaTimerNs(),
                field == Change.DcqcnField.RATE_DECREASE_INTERVAL ? Math.round(value) : old.rateDecreaseIntervalNs(),
                field == Change.DcqcnField.RATE_INCREASE_TIMER ? Math.round(value) : old.rateIncreaseTimerNs(),
                field == Change.DcqcnField.ADDITIVE_INCREASE ? value : old.additiveIncreaseBitsPerSecond(),
                field == Change.DcqcnField.HYPER_INCREASE ? value : old.hyperIncreaseBitsPerSecond(),
                field == Change.DcqcnField.MIN_RATE ? value : old.minRateBitsPerSecond(),
                field == Change.DcqcnField.FAST_RECOVERY_TIMES ? (int) value : old.fastRecoveryTimes(),
                old.variant());
    }

    @Override
    public ForkState setBuffer(Change.SetBuffer change) {
        for (DeviceId device : targets("switch", change.device(), state.switches.keySet())) {
            state.switches.computeIfPresent(
                    device, (id, facts) -> new SwitchFacts(facts.routingSeed(), change.bytes()));
        }
        return state;
    }

    @Override
    public ForkState setPfcAlpha(Change.SetPfcAlpha change) {
        SortedSet<DeviceId> targets = targets("switch", change.device(), state.switches.keySet());
        state.pfc.replaceAll((port, facts) -> targets.contains(port.device())
                ? new IngressFacts(
                        facts.enabled(),
                        change.alpha(),
                        facts.reserveBytes(),
                        facts.resumeOffsetBytes(),
                        facts.headroomBytes())
                : facts);
        return state;
    }

    @Override
    public ForkState setLinkUp(Change.SetLinkUp change) {
        editLinks(change.link(), facts -> new LinkFacts(change.isUp(), facts.bitsPerSecond(), facts.delayNs()));
        return state;
    }

    @Override
    public ForkState setDeviceLinksUp(Change.SetDeviceLinksUp change) {
        Collection<DeviceId> all = new ArrayList<>(state.switches.keySet());
        all.addAll(state.hosts.keySet());
        DeviceId device = targets("device", change.device(), all).first();
        state.links.replaceAll((link, facts) ->
                link.a().device().equals(device) || link.b().device().equals(device)
                        ? new LinkFacts(change.isUp(), facts.bitsPerSecond(), facts.delayNs())
                        : facts);
        return state;
    }

    @Override
    public ForkState setLinkRate(Change.SetLinkRate change) {
        editLinks(change.link(), facts -> new LinkFacts(facts.isUp(), change.bitsPerSecond(), facts.delayNs()));
        return state;
    }

    private void editLinks(String name, UnaryOperator<LinkFacts> edit) {
        List<LinkId> named = state.links.keySet().stream()
                .filter(link -> names(link).contains(name))
                .toList();
        if (named.isEmpty()) {
            throw unknown(
                    "link",
                    name,
                    state.links.keySet().stream()
                            .map(link -> names(link).get(0))
                            .toList());
        }
        named.forEach(link -> state.links.computeIfPresent(link, (id, facts) -> edit.apply(facts)));
    }

    /** A link goes by the names of its devices, or of its ports, either end first. */
    private static List<String> names(LinkId link) {
        String a = link.a().device().value();
        String b = link.b().device().value();
        return List.of(a + ":" + b, b + ":" + a, link.a() + ":" + link.b(), link.b() + ":" + link.a());
    }

    @Override
    public ForkState replaceNic(Change.ReplaceNic change) {
        state.storms.remove(targets("host", change.host(), state.hosts.keySet()).first());
        return state;
    }

    @Override
    public ForkState stopJob(Change.StopJob change) {
        return editJob(change.job(), JobFacts::stopping);
    }

    @Override
    public ForkState startJob(Change.StartJob change) {
        JobId job = new JobId(change.job());
        if (state.jobs.containsKey(job)) {
            throw nonsense("job '" + job + "' runs already; give the new one another name");
        }
        state.jobs.put(
                job,
                new JobFacts(
                        placement(change.hosts()),
                        change.queuePairs(),
                        change.collectives(),
                        Collections.emptySortedMap(),
                        false,
                        false,
                        new ForkState.Arrival(change.computeNs(), change.computeJitter())));
        return state;
    }

    @Override
    public ForkState placeRanks(Change.PlaceRanks change) {
        return editJob(change.job(), facts -> {
            if (change.hosts().size() != facts.hosts().size()) {
                throw nonsense("job '" + change.job() + "' has " + facts.hosts().size() + " ranks, but "
                        + change.hosts().size() + " hosts are given");
            }
            return facts.withHosts(placement(change.hosts()));
        });
    }

    private SortedMap<Integer, DeviceId> placement(List<String> names) {
        SortedMap<Integer, DeviceId> hosts = new TreeMap<>();
        for (String name : names) {
            hosts.put(hosts.size(), targets("host", name, state.hosts.keySet()).first());
        }
        if (new HashSet<>(hosts.values()).size() < hosts.size()) {
            throw nonsense("a host is named twice in '" + String.join(",", names) + "'");
        }
        return hosts;
    }

    @Override
    public ForkState setQueuePairs(Change.SetQueuePairs change) {
        return editJob(change.job(), facts -> facts.withQueuePairs(change.count()));
    }

    @Override
    public ForkState renewConnections(Change.RenewConnections change) {
        return editJob(change.job(), JobFacts::withNewPorts);
    }

    @Override
    public ForkState setComputeFactor(Change.SetComputeFactor change) {
        return editJob(change.job(), facts -> {
            if (!facts.hosts().containsKey(change.rank())) {
                throw unknown(
                        "rank",
                        change.job() + "/" + change.rank(),
                        facts.hosts().keySet().stream()
                                .map(rank -> change.job() + "/" + rank)
                                .toList());
            }
            double today = ComputeTimes.factor(window.steps(new JobId(change.job())), change.rank(), baseTimeNs);
            double ratio = change.factor() / today;
            return ratio == 1 ? facts : facts.withComputeFactor(change.rank(), ratio);
        });
    }

    private ForkState editJob(String name, UnaryOperator<JobFacts> edit) {
        JobId job = new JobId(name);
        if (!state.jobs.containsKey(job)) {
            throw unknown(
                    "job", name, state.jobs.keySet().stream().map(JobId::value).toList());
        }
        state.jobs.computeIfPresent(job, (id, facts) -> edit.apply(facts));
        return state;
    }

    private static SortedSet<DeviceId> targets(String what, @Nullable String name, Collection<DeviceId> known) {
        if (name == null) {
            return new TreeSet<>(known);
        }
        for (DeviceId id : known) {
            if (id.value().equals(name)) {
                return new TreeSet<>(List.of(id));
            }
        }
        throw unknown(what, name, known.stream().map(DeviceId::value).toList());
    }
}
