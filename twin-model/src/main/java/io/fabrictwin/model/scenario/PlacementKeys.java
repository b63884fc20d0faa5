package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;
import static io.fabrictwin.model.scenario.ScenarioRefusedException.unknown;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.ChangeKey.Help;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which jobs run, where, and how long their ranks compute. */
final class PlacementKeys {
    static final ChangeKey<ArrivingJob> START = ChangeKey.of(
            ChangeLayer.PLACEMENT,
            "start",
            TargetForm.JOB,
            ArrivingJob.FORM,
            "start-job",
            new Help(
                    "a new job starts its first step at the base time and runs on",
                    "start@job9=hosts h1,h3; compute 500us; all-reduce 16MB",
                    ""),
            PlacementKeys::start);

    private static final String BY_LEAF = "by-leaf";
    private static final String REVERSE = "reverse";

    /** Ranks whose hosts ranks 0, 1, 2 ... take; or a word for such a list. */
    private static final ValueForm<List<String>> ORDER =
            new ValueForm<>("by-leaf, reverse, or all ranks (3,0,1,2)", PlacementKeys::order, ValueForm.NAMES::print);

    static final List<ChangeKey<?>> ALL = List.of(
            ChangeKey.of(
                    ChangeLayer.PLACEMENT,
                    "job",
                    TargetForm.JOB,
                    ValueForm.word("stop"),
                    "stop-job",
                    new Help("the job ends after the step it is in", "job@job1=stop", ""),
                    (edit, job, stop) -> edit.editJob(job, JobFacts::stopping)),
            START,
            ChangeKey.of(
                    ChangeLayer.PLACEMENT,
                    "hosts",
                    TargetForm.JOB,
                    ValueForm.NAMES,
                    "place-ranks",
                    new Help(
                            "hosts in order of rank, from the job's next step on",
                            "hosts@job0=h0,h2,h1,h3",
                            "ports and computing times stay with the rank"),
                    PlacementKeys::place),
            ChangeKey.of(
                    ChangeLayer.PLACEMENT,
                    "rank-order",
                    TargetForm.JOB,
                    ORDER,
                    "place-ranks",
                    new Help(
                            "the same hosts in another order of rank: rank 0 goes where the first of the list is now",
                            "rank-order@job0=by-leaf",
                            "by-leaf: hosts of one leaf follow each other"),
                    PlacementKeys::reorder),
            ChangeKey.of(
                    ChangeLayer.PLACEMENT,
                    "nic",
                    TargetForm.RANK,
                    ValueForm.NAME,
                    "place-ranks",
                    new Help(
                            "the NIC that the rank uses",
                            "nic@job0/3=server2-nic1",
                            "a NIC that is a device of its own; nic-distance says how far it is from the GPU"),
                    PlacementKeys::setNic),
            ChangeKey.of(
                    ChangeLayer.PLACEMENT,
                    "copy",
                    TargetForm.JOB,
                    CopiedJob.FORM,
                    "start-job",
                    new Help(
                            "a second job like this one, computing and all, starts on other hosts at the base time",
                            "copy@job0=hosts h4,h5,h6,h7; name job9",
                            "without a name it is called JOB-copy; its ports are drawn"),
                    PlacementKeys::copy),
            ChangeKey.of(
                    ChangeLayer.PLACEMENT,
                    "compute-factor",
                    TargetForm.RANK,
                    ValueForm.POSITIVE,
                    "set-compute-factor",
                    new Help(
                            "the rank computes this many times as long as a healthy one; 1 cures a slow rank",
                            "compute-factor@job1/3=1",
                            "what it does today: the median over its steps against that over all ranks"),
                    PlacementKeys::setComputeFactor));

    private PlacementKeys() {}

    private static void start(ForkEdit edit, String name, ArrivingJob arriving) {
        JobId job = new JobId(name);
        if (edit.state().jobs.containsKey(job)) {
            throw nonsense("job '" + job + "' runs already; give the new one another name");
        }
        edit.state()
                .jobs
                .put(
                        job,
                        new JobFacts(
                                placement(edit, arriving.hosts()),
                                arriving.queuePairs(),
                                arriving.collectives(),
                                Collections.emptySortedMap(),
                                false,
                                false,
                                new ForkState.Arrival(arriving.computeNs(), arriving.computeJitter(), null),
                                null));
    }

    private static void place(ForkEdit edit, String job, List<String> hosts) {
        edit.editJob(job, facts -> {
            if (hosts.size() != facts.hosts().size()) {
                throw nonsense("job '" + job + "' has " + facts.hosts().size() + " ranks, but " + hosts.size()
                        + " hosts are given");
            }
            return facts.withHosts(placement(edit, hosts));
        });
    }

    private static List<String> order(String key, String text) {
        if (text.equals(BY_LEAF) || text.equals(REVERSE)) {
            return List.of(text);
        }
        List<String> ranks = ValueForm.NAMES.read(key, text);
        List<Integer> sorted = ranks.stream()
                .map(rank -> ValueForm.count(0).read(key, rank))
                .sorted()
                .toList();
        for (int rank = 0; rank < sorted.size(); rank++) {
            if (sorted.get(rank) != rank) {
                throw nonsense("'" + text + "' in '" + key + "' does not name each rank from 0 to "
                        + (sorted.size() - 1) + " once");
            }
        }
        return ranks;
    }

    private static void reorder(ForkEdit edit, String job, List<String> order) {
        edit.editJob(job, facts -> {
            List<DeviceId> today = new ArrayList<>(facts.hosts().values());
            List<DeviceId> hosts = new ArrayList<>();
            if (order.equals(List.of(BY_LEAF))) {
                Map<DeviceId, List<DeviceId>> byLeaf = new LinkedHashMap<>();
                today.forEach(host -> byLeaf.computeIfAbsent(leaf(edit, host), leaf -> new ArrayList<>())
                        .add(host));
                byLeaf.values().forEach(hosts::addAll);
            } else if (order.equals(List.of(REVERSE))) {
                hosts.addAll(today);
                Collections.reverse(hosts);
            } else if (order.size() == today.size()) {
                order.forEach(rank -> hosts.add(today.get(Integer.parseInt(rank))));
            } else {
                throw nonsense("job '" + job + "' has " + today.size() + " ranks, but " + order.size() + " are given");
            }
            SortedMap<Integer, DeviceId> placed = new TreeMap<>();
            List<Integer> ranks = List.copyOf(facts.hosts().keySet());
            for (int place = 0; place < hosts.size(); place++) {
                placed.put(ranks.get(place), hosts.get(place));
            }
            return placed.equals(facts.hosts()) ? facts : facts.withHosts(placed);
        });
    }

    /** The first switch that a host is cabled to; the host itself where there is none. */
    private static DeviceId leaf(ForkEdit edit, DeviceId host) {
        return edit.state().links.keySet().stream()
                .filter(link ->
                        link.a().device().equals(host) || link.b().device().equals(host))
                .map(link -> link.a().device().equals(host)
                        ? link.b().device()
                        : link.a().device())
                .filter(device -> edit.state().switches.containsKey(device))
                .findFirst()
                .orElse(host);
    }

    private static void setNic(ForkEdit edit, String jobAndRank, String nic) {
        int slash = jobAndRank.lastIndexOf('/');
        String job = jobAndRank.substring(0, slash);
        int rank = Integer.parseInt(jobAndRank.substring(slash + 1));
        edit.editJob(job, facts -> {
            requireRank(facts, job, rank);
            DeviceId device = edit.host(nic);
            SortedMap<Integer, DeviceId> hosts = new TreeMap<>(facts.hosts());
            DeviceId before = hosts.put(rank, device);
            if (device.equals(before)) {
                return facts;
            }
            if (new HashSet<>(hosts.values()).size() < hosts.size()) {
                throw nonsense("another rank of " + job + " uses " + nic + " already");
            }
            return facts.withHosts(hosts);
        });
    }

    private static void requireRank(JobFacts facts, String job, int rank) {
        if (!facts.hosts().containsKey(rank)) {
            throw unknown(
                    "rank",
                    job + "/" + rank,
                    facts.hosts().keySet().stream()
                            .map(known -> job + "/" + known)
                            .toList());
        }
    }

    private static void copy(ForkEdit edit, String job, CopiedJob copied) {
        JobId source = new JobId(job);
        edit.editJob(job, facts -> facts);
        JobFacts facts = edit.state().jobs.get(source);
        if (facts == null) {
            return;
        }
        String chosen = copied.name();
        JobId name = new JobId(chosen == null ? job + "-copy" : chosen);
        if (edit.state().jobs.containsKey(name)) {
            throw nonsense("job '" + name + "' runs already; give the copy another name");
        }
        if (facts.arrival() != null || edit.window().steps(source).isEmpty()) {
            throw nonsense("nothing of job '" + job + "' was recorded that a copy could do again");
        }
        if (copied.hosts().size() != facts.hosts().size()) {
            throw nonsense("job '" + job + "' has " + facts.hosts().size() + " ranks, but "
                    + copied.hosts().size() + " hosts are given");
        }
        edit.state()
                .jobs
                .put(
                        name,
                        new JobFacts(
                                placement(edit, copied.hosts()),
                                facts.queuePairs(),
                                facts.collectives(),
                                facts.computeFactors(),
                                true,
                                false,
                                new ForkState.Arrival(0, 0, source),
                                facts.channels()));
    }

    private static SortedMap<Integer, DeviceId> placement(ForkEdit edit, List<String> names) {
        SortedMap<Integer, DeviceId> hosts = new TreeMap<>();
        for (String name : names) {
            hosts.put(hosts.size(), edit.host(name));
        }
        if (new HashSet<>(hosts.values()).size() < hosts.size()) {
            throw nonsense("a host is named twice in '" + String.join(",", names) + "'");
        }
        return hosts;
    }

    private static void setComputeFactor(ForkEdit edit, String jobAndRank, double factor) {
        int slash = jobAndRank.lastIndexOf('/');
        String job = jobAndRank.substring(0, slash);
        int rank = Integer.parseInt(jobAndRank.substring(slash + 1));
        edit.editJob(job, facts -> {
            requireRank(facts, job, rank);
            double ratio = factor / ComputeTimes.factor(edit.window().steps(new JobId(job)), rank, edit.baseTimeNs());
            return ratio == 1 ? facts : facts.withComputeFactor(rank, ratio);
        });
    }
}
