package io.fabrictwin.model.scenario;

import io.fabrictwin.model.scenario.ChangeKey.Help;
import java.util.List;

/** Marking by the egress queues of switches. */
final class EcnKeys {
    static final List<ChangeKey<?>> ALL = List.of(
            ChangeKey.ofAll(
                    ChangeLayer.ECN_AND_DCQCN,
                    "ecn-kmin",
                    TargetForm.SWITCHES,
                    ValueForm.BYTES,
                    "set-ecn",
                    new Help(
                            "queue depth from which packets are marked",
                            "ecn-kmin@leaf1=400KB",
                            "ports of one switch keep their proportion"),
                    (edit, name, bytes) -> edit.thresholds().set(edit.switches(name), EcnThresholds.KMIN, bytes)),
            ChangeKey.ofAll(
                    ChangeLayer.ECN_AND_DCQCN,
                    "ecn-kmax",
                    TargetForm.SWITCHES,
                    ValueForm.BYTES,
                    "set-ecn",
                    new Help(
                            "queue depth above which every packet is marked",
                            "ecn-kmax@leaf1=1600KB",
                            "ports of one switch keep their proportion"),
                    (edit, name, bytes) -> edit.thresholds().set(edit.switches(name), EcnThresholds.KMAX, bytes)),
            ChangeKey.ofAll(
                    ChangeLayer.ECN_AND_DCQCN,
                    "ecn-pmax",
                    TargetForm.SWITCHES,
                    ValueForm.SHARE,
                    "set-ecn",
                    new Help("marking probability at Kmax", "ecn-pmax=0.2", ""),
                    (edit, name, share) -> edit.thresholds().set(edit.switches(name), EcnThresholds.PMAX, share)));

    private EcnKeys() {}
}
