package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.scenario.ChangeKey.Help;
import io.fabrictwin.model.scenario.ForkState.IngressFacts;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Who pauses whom, and when. */
final class PfcKeys {
    static final List<ChangeKey<?>> ALL = List.of(
            ChangeKey.ofAll(
                    ChangeLayer.PFC,
                    "pfc-alpha",
                    TargetForm.SWITCHES,
                    ValueForm.POSITIVE,
                    "set-pfc-alpha",
                    new Help(
                            "dynamic pause threshold of all ingress ports, times the free memory",
                            "pfc-alpha@leaf0=1/8",
                            ""),
                    PfcKeys::setAlpha),
            ChangeKey.of(
                    ChangeLayer.PFC,
                    "pause-storm",
                    TargetForm.HOST,
                    ValueForm.word("off"),
                    "replace-nic",
                    new Help(
                            "the NIC is replaced by one that sends no pause frames of its own",
                            "pause-storm@h5=off",
                            ""),
                    (edit, host, off) -> edit.state().storms.remove(edit.host(host))));

    private PfcKeys() {}

    private static void setAlpha(ForkEdit edit, @Nullable String name, double alpha) {
        SortedSet<DeviceId> targets = edit.switches(name);
        edit.state()
                .pfc
                .replaceAll((port, facts) -> targets.contains(port.device())
                        ? new IngressFacts(
                                facts.enabled(),
                                alpha,
                                facts.reserveBytes(),
                                facts.resumeOffsetBytes(),
                                facts.headroomBytes())
                        : facts);
    }
}
