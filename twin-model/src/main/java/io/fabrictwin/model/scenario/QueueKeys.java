package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.ChangeKey.Help;
import io.fabrictwin.model.scenario.ForkState.SwitchFacts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Packet memory of switches, and who queues where. */
final class QueueKeys {
    /** The job whose name stands for what no known job explains. */
    private static final String BACKGROUND = "background";

    static final ChangeKey<Integer> PRIORITY = ChangeKey.of(
            ChangeLayer.QUEUES,
            "priority",
            TargetForm.JOB,
            ValueForm.PRIORITY,
            "set-priority",
            new Help(
                    "the priority that a job's traffic is in; 'background' is what no known job explains",
                    "priority@job1=4",
                    "a priority of its own has queues of its own at every port, hosts' too, set as those in use unless"
                            + " changed; a storm stays in the priority in use"),
            QueueKeys::setPriority);

    static final List<ChangeKey<?>> ALL = List.of(
            ChangeKey.ofAll(
                    ChangeLayer.QUEUES,
                    "buffer",
                    TargetForm.SWITCHES,
                    ValueForm.BYTES,
                    "set-buffer",
                    new Help("shared packet memory", "buffer@spine0=32MiB", ""),
                    QueueKeys::setBuffer),
            PRIORITY,
            ChangeKey.of(
                    ChangeLayer.QUEUES,
                    "queue",
                    TargetForm.PRIORITY,
                    ValueForm.PRIORITY,
                    "set-priority-map",
                    new Help(
                            "the queue of a priority; priorities in one queue wait for each other",
                            "queue@4=3",
                            "at all devices; priorities of one queue are marked and paused as one"),
                    (edit, priority, queue) -> edit.state().queueOfPriority.put(Integer.parseInt(priority), queue)),
            ChangeKey.of(
                    ChangeLayer.QUEUES,
                    "ets-weight",
                    TargetForm.PRIORITY,
                    ValueForm.POSITIVE,
                    "set-ets",
                    new Help(
                            "part of a line that a priority may have when others want it too; their sum is the whole",
                            "ets-weight@4=30",
                            "at all devices; 1 where not set; makes a priority not strict"),
                    (edit, priority, weight) -> {
                        QueueClass queues = edit.state().queuesOf(Integer.parseInt(priority));
                        queues.weight = weight;
                        queues.isStrict = false;
                    }),
            ChangeKey.of(
                    ChangeLayer.QUEUES,
                    "strict",
                    TargetForm.PRIORITY,
                    ValueForm.ON_OFF,
                    "set-strict-priority",
                    new Help(
                            "whether a priority goes before all that share by weight, and before strict ones of lower number",
                            "strict@4=on",
                            "at all devices"),
                    (edit, priority, isOn) -> edit.state().queuesOf(Integer.parseInt(priority)).isStrict = isOn),
            ChangeKey.of(
                    ChangeLayer.QUEUES,
                    "dscp-priority",
                    TargetForm.DSCP,
                    ValueForm.PRIORITY,
                    "set-dscp-map",
                    new Help(
                            "the priority that packets of a DSCP are put in",
                            "dscp-priority@26=4",
                            "cannot be told: no event says which DSCP a job's packets carry; priority@JOB asks the same"),
                    (edit, dscp, priority) -> edit.cannotTell("no event says which jobs send packets of DSCP " + dscp
                            + ", so what its map moves is not known; ask with priority@JOB=" + priority)));

    private QueueKeys() {}

    private static void setBuffer(ForkEdit edit, @Nullable String name, long bytes) {
        for (DeviceId device : edit.switches(name)) {
            edit.state().switches.computeIfPresent(device, (id, facts) -> new SwitchFacts(facts.routingSeed(), bytes));
        }
    }

    private static void setPriority(ForkEdit edit, String name, int priority) {
        JobId job = new JobId(name);
        if (edit.state().jobs.containsKey(job)) {
            edit.state().priorityOfJob.put(job, priority);
        } else if (name.equals(BACKGROUND)) {
            if (edit.state().background.isEmpty()) {
                throw nonsense("no port carries background here, so it cannot be put in another priority");
            }
            edit.state().priorityOfBackground = priority;
        } else {
            edit.editJob(name, facts -> facts);
        }
    }
}
