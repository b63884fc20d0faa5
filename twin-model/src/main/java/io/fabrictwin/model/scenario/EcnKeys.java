package io.fabrictwin.model.scenario;

import io.fabrictwin.model.scenario.ChangeKey.Help;
import java.util.List;

/** Marking by the egress queues of switches. */
final class EcnKeys {
    static final List<ChangeKey<?>> ALL = List.of(
            ChangeKey.ofAll(
                    ChangeLayer.ECN_AND_DCQCN,
                    "ecn-kmin",
                    TargetForm.QUEUES,
                    ValueForm.BYTES,
                    "set-ecn",
                    new Help(
                            "queue depth from which packets are marked",
                            "ecn-kmin@leaf1=400KB",
                            "ports of one switch keep their proportion"),
                    (edit, name, bytes) -> edit.queues().setThreshold(name, QueueEdit.KMIN, bytes)),
            ChangeKey.ofAll(
                    ChangeLayer.ECN_AND_DCQCN,
                    "ecn-kmax",
                    TargetForm.QUEUES,
                    ValueForm.BYTES,
                    "set-ecn",
                    new Help(
                            "queue depth above which every packet is marked",
                            "ecn-kmax@leaf1:Ethernet8=1600KB",
                            "ports of one switch keep their proportion"),
                    (edit, name, bytes) -> edit.queues().setThreshold(name, QueueEdit.KMAX, bytes)),
            ChangeKey.ofAll(
                    ChangeLayer.ECN_AND_DCQCN,
                    "ecn-pmax",
                    TargetForm.QUEUES,
                    ValueForm.SHARE,
                    "set-ecn",
                    new Help("marking probability at Kmax", "ecn-pmax@leaf1/3=0.2", ""),
                    (edit, name, share) -> edit.queues().setThreshold(name, QueueEdit.PMAX, share)),
            ChangeKey.ofAll(
                    ChangeLayer.ECN_AND_DCQCN,
                    "ecn",
                    TargetForm.QUEUES,
                    ValueForm.ON_OFF,
                    "set-ecn",
                    new Help("whether packets are marked at all", "ecn@/3=off", ""),
                    (edit, name, isOn) -> edit.queues().setMarking(name, isOn)));

    private EcnKeys() {}
}
