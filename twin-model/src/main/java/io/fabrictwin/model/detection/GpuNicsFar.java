package io.fabrictwin.model.detection;

import io.fabrictwin.model.frame.HostInventory;
import io.fabrictwin.model.frame.HostInventory.GpuNicPath;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds ranks that send by a NIC behind another host bridge or socket although one stands nearer to their GPU. */
final class GpuNicsFar {
    /** As NCCL orders them, near to far. From the host bridge on, traffic shares what the processor's own takes. */
    private static final List<String> DISTANCES = List.of("PIX", "PXB", "PHB", "NODE", "SYS");

    private static final int FIRST_FAR = DISTANCES.indexOf("PHB");

    private GpuNicsFar() {}

    static List<Finding> of(Context context) {
        Map<DeviceId, HostInventory> inventories = new HashMap<>();
        List<Finding> findings = new ArrayList<>();
        context.frame().states().forEach((key, state) -> {
            if (key.kind() == EntityKind.RANK && state.attributes().containsKey(AttributeName.NIC)) {
                Cell nic = context.frame().standing(key, AttributeName.NIC).orElse(null);
                String gpu = context.frame().text(key, AttributeName.GPU);
                String host = context.frame().text(key, AttributeName.HOST);
                if (gpu != null && host != null && nic != null && nic.value() instanceof Value.Text name) {
                    HostInventory inventory = inventories.computeIfAbsent(
                            new DeviceId(host), id -> HostInventory.of(context.frame(), id));
                    Finding finding = finding(
                            context,
                            key,
                            host,
                            gpu,
                            name.text(),
                            inventory,
                            nic.stamp().eventTimeNs());
                    if (finding != null) {
                        findings.add(finding);
                    }
                }
            }
        });
        return findings;
    }

    private static @Nullable Finding finding(
            Context context,
            EntityKey rank,
            String host,
            String gpu,
            String nic,
            HostInventory inventory,
            long sinceNs) {
        GpuNicPath own = null;
        GpuNicPath nearest = null;
        for (GpuNicPath path : inventory.paths()) {
            if (path.gpu().equals(gpu) && distance(path) >= 0) {
                own = path.nic().equals(nic) ? path : own;
                nearest = nearest == null || distance(path) < distance(nearest) ? path : nearest;
            }
        }
        if (own == null || nearest == null || distance(own) < FIRST_FAR || distance(nearest) >= distance(own)) {
            return null;
        }
        return new Finding(
                context.frame().fabric(),
                FindingKind.GPU_NIC_FAR,
                Severity.WARNING,
                sinceNs,
                null,
                List.of(host, nic, rank.owner()),
                "Rank " + rank.path().get(1) + " of " + rank.owner() + " sends by " + nic
                        + ", far from its GPU, though " + nearest.nic() + " is nearer.",
                List.of(
                        gpu + " of " + host + " to " + nic + ": " + own.path(),
                        gpu + " of " + host + " to " + nearest.nic() + ": " + nearest.path()),
                null);
    }

    private static int distance(GpuNicPath path) {
        return DISTANCES.indexOf(path.path());
    }
}
