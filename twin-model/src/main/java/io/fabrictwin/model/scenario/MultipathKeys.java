package io.fabrictwin.model.scenario;

import io.fabrictwin.model.scenario.ChangeKey.Help;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import java.util.List;

/** Over which paths a job's bytes go. */
final class MultipathKeys {
    static final List<ChangeKey<?>> ALL = List.of(
            ChangeKey.of(
                    ChangeLayer.MULTIPATH,
                    "queue-pairs",
                    TargetForm.JOB,
                    ValueForm.count(1),
                    "set-queue-pairs",
                    new Help(
                            "queue pairs over which each message is split, from the job's next step on",
                            "queue-pairs@job0=4",
                            "ports of new ones are drawn"),
                    (edit, job, count) -> edit.editJob(job, facts -> facts.withQueuePairs(count))),
            ChangeKey.of(
                    ChangeLayer.MULTIPATH,
                    "destination-ports",
                    TargetForm.JOB,
                    ValueForm.word("new"),
                    "renew-connections",
                    new Help(
                            "all connections get other destination ports, so other paths, from the job's next step on",
                            "destination-ports@job0=new",
                            "the ports are drawn"),
                    (edit, job, value) -> edit.editJob(job, JobFacts::withNewPorts)));

    private MultipathKeys() {}
}
