package io.fabrictwin.model.frame;

import static io.fabrictwin.model.state.AttributeName.*;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.state.EntityKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is in a server; null is unknown.
 *
 * @param nics in order of name
 * @param paths how far GPUs are from NICs
 */
public record HostInventory(List<Nic> nics, List<GpuNicPath> paths) {
    /** A NIC. */
    public record Nic(
            String name,
            @Nullable String guid,
            @Nullable Integer nicPort,
            @Nullable Long bitsPerSecond) {}

    /** What lies between a GPU and a NIC, as NCCL words it. */
    public record GpuNicPath(String gpu, String nic, String path) {}

    public HostInventory {
        nics = List.copyOf(nics);
        paths = List.copyOf(paths);
    }

    /** What the frame has of a server; empty where nothing was told. */
    public static HostInventory of(FabricFrame frame, DeviceId host) {
        List<Nic> nics = new ArrayList<>();
        for (Entity nic : frame.entities(EntityKind.HOST_NIC, host.value())) {
            nics.add(new Nic(nic.path(1), nic.text(GUID), nic.count(NIC_PORT), nic.whole(BITS_PER_SECOND)));
        }
        List<GpuNicPath> paths = new ArrayList<>();
        for (Entity path : frame.entities(EntityKind.GPU_NIC_PATH, host.value())) {
            String words = path.text(PATH);
            if (words != null) {
                paths.add(new GpuNicPath(path.path(1), path.path(2), words));
            }
        }
        return new HostInventory(nics, paths);
    }

    public Optional<Nic> nic(String name) {
        return nics.stream().filter(nic -> nic.name().equals(name)).findFirst();
    }
}
