package io.fabrictwin.model.detection;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * InfiniBand: finds a subnet manager that became master after another had been: the one before told last that it was master
 * or that it ended. A manager that stands by from the beginning was never master.
 */
final class SubnetManagersMoved {
    private static final String MASTER = "MASTER";
    private static final Set<String> HAD_BEEN = Set.of(MASTER, "SUBNET_UP", "EXITING");

    /** What a manager told last. */
    private record Told(DeviceId device, String state, long timeNs) {}

    private SubnetManagersMoved() {}

    static List<Finding> of(Context context) {
        List<Told> managers = new ArrayList<>();
        context.frame().states().forEach((key, state) -> {
            if (key.kind() == EntityKind.DEVICE && state.attributes().containsKey(AttributeName.SUBNET_MANAGER_STATE)) {
                Cell cell = context.frame()
                        .standing(key, AttributeName.SUBNET_MANAGER_STATE)
                        .orElse(null);
                if (cell != null && cell.value() instanceof Value.Text text) {
                    managers.add(new Told(
                            new DeviceId(key.owner()), text.text(), cell.stamp().eventTimeNs()));
                }
            }
        });
        Told master = managers.stream()
                .filter(manager -> manager.state().equals(MASTER))
                .max(Comparator.comparingLong(Told::timeNs))
                .orElse(null);
        if (master == null) {
            return List.of();
        }
        return managers.stream()
                .filter(manager -> !manager.device().equals(master.device())
                        && HAD_BEEN.contains(manager.state())
                        && manager.timeNs() < master.timeNs())
                .max(Comparator.comparingLong(Told::timeNs))
                .map(before -> List.of(finding(context, master, before)))
                .orElse(List.of());
    }

    private static Finding finding(Context context, Told master, Told before) {
        return new Finding(
                context.frame().fabric(),
                FindingKind.SUBNET_MANAGER_MOVED,
                Severity.NOTICE,
                master.timeNs(),
                master.timeNs(),
                List.of(master.device().value(), before.device().value()),
                master.device() + " took the subnet over from " + before.device() + ": routes may have been set anew.",
                List.of(
                        before.device() + " told " + before.state() + " at " + Suggestion.time(before.timeNs()),
                        master.device() + " told " + MASTER + " at " + Suggestion.time(master.timeNs())),
                null);
    }
}
