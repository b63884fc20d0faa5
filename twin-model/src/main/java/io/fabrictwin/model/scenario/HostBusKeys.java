package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

import io.fabrictwin.model.cluster.GpuDistance;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.scenario.ChangeKey.Help;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How NICs get at the memory of GPUs. */
final class HostBusKeys {
    private static final ValueForm<GpuDistance> DISTANCE =
            new ValueForm<>("pix, pxb, phb, sys", HostBusKeys::distance, HostBusKeys::word);

    static final List<ChangeKey<?>> ALL = List.of(
            ChangeKey.ofAll(
                    ChangeLayer.PLACEMENT,
                    "gpudirect",
                    TargetForm.HOSTS,
                    ValueForm.either("on", "off"),
                    "set-gpudirect",
                    new Help(
                            "whether the NIC reads and writes the GPU's memory itself",
                            "gpudirect@h3=off",
                            "without, half of what PCIe carries passes; what copies cost beside that is left out"),
                    (edit, host, isDirect) -> edit(edit, host, bus -> bus.withDirect(isDirect))),
            ChangeKey.ofAll(
                    ChangeLayer.PLACEMENT,
                    "nic-distance",
                    TargetForm.HOSTS,
                    DISTANCE,
                    "set-nic-distance",
                    new Help(
                            "what lies between the NIC and its GPU: PCIe switches, the host bridge, another socket",
                            "nic-distance@h3=sys",
                            "beyond pxb NCCL does without GPUDirect; 80 Gbit/s pass between sockets"),
                    (edit, host, distance) -> edit(edit, host, bus -> bus.withDistance(distance))));

    private HostBusKeys() {}

    private static GpuDistance distance(String key, String text) {
        return Arrays.stream(GpuDistance.values())
                .filter(distance -> word(distance).equals(text))
                .findFirst()
                .orElseThrow(() -> nonsense(
                        "'" + text + "' in '" + key + "' is no distance of a NIC from a GPU",
                        Arrays.stream(GpuDistance.values())
                                .map(HostBusKeys::word)
                                .toList()));
    }

    private static String word(GpuDistance distance) {
        return distance.name().toLowerCase(Locale.ROOT);
    }

    private static void edit(ForkEdit edit, @Nullable String name, UnaryOperator<HostBus> change) {
        for (DeviceId host : edit.hosts(name)) {
            HostBus changed = change.apply(edit.state().hostBuses.getOrDefault(host, HostBus.NEAR));
            if (changed.equals(HostBus.NEAR)) {
                edit.state().hostBuses.remove(host);
            } else {
                edit.state().hostBuses.put(host, changed);
            }
        }
    }
}
