package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;
import static io.fabrictwin.model.scenario.ScenarioRefusedException.unknown;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.ChangeKey.Help;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
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
                                new ForkState.Arrival(arriving.computeNs(), arriving.computeJitter())));
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
            if (!facts.hosts().containsKey(rank)) {
                throw unknown(
                        "rank",
                        jobAndRank,
                        facts.hosts().keySet().stream()
                                .map(known -> job + "/" + known)
                                .toList());
            }
            double ratio = factor / ComputeTimes.factor(edit.window().steps(new JobId(job)), rank, edit.baseTimeNs());
            return ratio == 1 ? facts : facts.withComputeFactor(rank, ratio);
        });
    }
}
