package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.scenario.ChangeKey.Help;
import io.fabrictwin.model.scenario.ForkState.SwitchFacts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Packet memory of switches, and who queues where. */
final class QueueKeys {
    static final List<ChangeKey<?>> ALL = List.of(ChangeKey.ofAll(
            ChangeLayer.QUEUES,
            "buffer",
            TargetForm.SWITCHES,
            ValueForm.BYTES,
            "set-buffer",
            new Help("shared packet memory", "buffer@spine0=32MiB", ""),
            QueueKeys::setBuffer));

    private QueueKeys() {}

    private static void setBuffer(ForkEdit edit, @Nullable String name, long bytes) {
        for (DeviceId device : edit.switches(name)) {
            edit.state().switches.computeIfPresent(device, (id, facts) -> new SwitchFacts(facts.routingSeed(), bytes));
        }
    }
}
