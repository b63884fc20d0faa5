package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What the ports of one run did, summed up for people. */
final class RunView {
    private final ForkRun.Outcome run;

    private final Map<PortId, List<Integer>> portsByEgress = new HashMap<>();

    RunView(ForkRun.Outcome run) {
        this.run = run;
        for (int port = 0; port < run.egress().size(); port++) {
            portsByEgress
                    .computeIfAbsent(run.egress().get(port), egress -> new ArrayList<>())
                    .add(port);
        }
    }

    /** Share of packets that were marked. */
    double markedShare() {
        double sent = all().mapToDouble(port -> run.result().txBytes(port)).sum();
        double marked = all().mapToDouble(
                        port -> run.result().markedFraction(port).orElse(0)
                                * run.result().txBytes(port))
                .sum();
        return sent == 0 ? 0 : marked / sent;
    }

    double pausedNs() {
        return all().mapToDouble(this::pausedNs).sum();
    }

    /** Time in ns that the ingress at this port held its neighbour. */
    double pausedByNs(PortId ingress, LinkId link) {
        return of(link.opposite(ingress)).mapToDouble(this::pausedNs).sum();
    }

    private double pausedNs(int port) {
        return run.result().pausedNs(port).orElse(0);
    }

    long deepestBytes() {
        return deepestBytes(all());
    }

    long deepestBytes(PortId egress) {
        return deepestBytes(of(egress));
    }

    private long deepestBytes(IntStream ports) {
        return ports.mapToLong(port -> run.result().queuePeakBytes(port).orElse(0))
                .max()
                .orElse(0);
    }

    double droppedBytes() {
        return all().mapToDouble(port -> run.result().droppedBytes(port).orElse(0))
                .sum();
    }

    /** Bytes over a link, both ways. */
    double bytesOver(LinkId link) {
        return IntStream.concat(of(link.a()), of(link.b()))
                .mapToDouble(port -> run.result().txBytes(port))
                .sum();
    }

    /** Bytes that a device has sent. */
    double bytesSentBy(DeviceId device) {
        return all().filter(port -> run.egress().get(port).device().equals(device))
                .mapToDouble(port -> run.result().txBytes(port))
                .sum();
    }

    private IntStream all() {
        return IntStream.range(0, run.egress().size());
    }

    private IntStream of(PortId egress) {
        return portsByEgress.getOrDefault(egress, List.of()).stream().mapToInt(Integer::intValue);
    }
}
