package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** What the ports of one run did, summed up for people. */
final class RunView {
    private final ForkRun.Outcome run;

    RunView(ForkRun.Outcome run) {
        this.run = run;
    }

    /** Share of packets that were marked. */
    double markedShare() {
        double sent = sum(port -> true, port -> run.result().txBytes(port));
        double marked = sum(
                port -> true,
                port -> run.result().markedFraction(port).orElse(0)
                        * run.result().txBytes(port));
        return sent == 0 ? 0 : marked / sent;
    }

    double pausedNs() {
        return sum(port -> true, port -> run.result().pausedNs(port).orElse(0));
    }

    /** Time in ns that the ingress at this port held its neighbour. */
    double pausedByNs(PortId ingress, LinkId link) {
        return sum(
                port -> run.egress().get(port).equals(link.opposite(ingress)),
                port -> run.result().pausedNs(port).orElse(0));
    }

    long deepestBytes() {
        return deepestBytes(port -> true);
    }

    long deepestBytes(PortId egress) {
        return deepestBytes(port -> run.egress().get(port).equals(egress));
    }

    private long deepestBytes(IntPredicate wanted) {
        return IntStream.range(0, run.egress().size())
                .filter(wanted)
                .mapToLong(port -> run.result().queuePeakBytes(port).orElse(0))
                .max()
                .orElse(0);
    }

    double droppedBytes() {
        return sum(port -> true, port -> run.result().droppedBytes(port).orElse(0));
    }

    /** Bytes over a link, both ways. */
    double bytesOver(LinkId link) {
        return sum(
                port -> run.egress().get(port).equals(link.a())
                        || run.egress().get(port).equals(link.b()),
                port -> run.result().txBytes(port));
    }

    /** Bytes that a device has sent. */
    double bytesSentBy(DeviceId device) {
        return sum(
                port -> run.egress().get(port).device().equals(device),
                port -> run.result().txBytes(port));
    }

    private double sum(IntPredicate wanted, IntToDoubleFunction value) {
        return IntStream.range(0, run.egress().size())
                .filter(wanted)
                .mapToDouble(value)
                .sum();
    }
}
