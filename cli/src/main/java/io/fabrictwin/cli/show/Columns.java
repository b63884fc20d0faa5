package io.fabrictwin.cli.show;

import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.frame.Device;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.frame.Port;
import io.fabrictwin.model.frame.PortActivity;
import io.fabrictwin.model.frame.Queue;
import io.fabrictwin.model.walk.Stop;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The columns of each table that {@code show} prints. */
final class Columns {
    private Columns() {}

    static List<Column<Device>> devices() {
        return List.of(
                Column.text("device", device -> device.id().value()),
                Column.text("kind", device -> lowerCase(device.kind())),
                Column.text("model", Device::model),
                Column.text("address", Device::address),
                Column.number("bufferBytes", "BUFFER", Device::bufferBytes, Units::bytes),
                Column.text("description", Device::description));
    }

    static List<Column<JoinedName>> names() {
        return List.of(
                Column.text("name", JoinedName::name),
                Column.text("names", JoinedName::others),
                Column.text("conflict", JoinedName::conflict));
    }

    static List<Column<Stop>> stops() {
        return List.of(
                Column.text("what", Stop::what),
                Column.text("name", Stop::name),
                Column.text("detail", Stop::detail),
                Column.text("knownBy", Stop::knownBy));
    }

    /** A port with what it did between its newest samples. */
    record ActivePort(Port port, @Nullable PortActivity activity) {
        static List<ActivePort> of(FabricFrame frame) {
            return frame.ports().stream()
                    .map(port -> new ActivePort(port, frame.activity(port.id()).orElse(null)))
                    .toList();
        }

        private @Nullable Double perSecond(String counter) {
            return activity == null ? null : orNull(activity.perSecond(counter));
        }

        private @Nullable Double txBitsPerSecond() {
            return activity == null ? null : orNull(activity.txBitsPerSecond());
        }

        private @Nullable Double load() {
            Double tx = txBitsPerSecond();
            Long rate = port.bitsPerSecond();
            return tx == null || rate == null || rate == 0 ? null : tx / rate;
        }

        private @Nullable Double pausedShare() {
            return activity == null ? null : orNull(activity.pausedShare());
        }
    }

    static List<Column<ActivePort>> ports() {
        return List.of(
                Column.text("port", row -> row.port().id().toString()),
                Column.text("neighbour", row -> text(row.port().neighbour())),
                Column.number("bitsPerSecond", "RATE", row -> row.port().bitsPerSecond(), Units::bitRate),
                Column.text("up", row -> row.port().isUp()),
                Column.number("txBitsPerSecond", "SENDING", ActivePort::txBitsPerSecond, Units::bitRate),
                Column.number("load", "LOAD", ActivePort::load, Units::share),
                Column.number("pausedShare", "PAUSED", ActivePort::pausedShare, Units::share),
                Column.number(
                        "ecnMarkedPacketsPerSecond",
                        "MARKS/S",
                        row -> row.perSecond(CounterName.ECN_MARKED_PACKETS),
                        marks -> String.format(Locale.ROOT, "%.0f", marks.doubleValue())));
    }

    static List<Column<Queue>> queues() {
        return List.of(
                Column.text("port", queue -> queue.port().toString()),
                Column.count("priority", Queue::priority),
                Column.number("depthBytes", "DEPTH", Queue::depthBytes, Units::bytes),
                Column.number("depthMaxBytes", "DEPTH MAX", Queue::depthMaxBytes, Units::bytes),
                Column.text("ecnEnabled", queue -> queue.ecn().enabled()),
                Column.number("ecnKminBytes", "KMIN", queue -> queue.ecn().kminBytes(), Units::bytes),
                Column.number("ecnKmaxBytes", "KMAX", queue -> queue.ecn().kmaxBytes(), Units::bytes),
                Column.number("ecnPmax", "PMAX", queue -> queue.ecn().pmax(), Units::share));
    }

    static List<Column<Link>> links() {
        return List.of(
                Column.text("a", link -> link.id().a().toString()),
                Column.text("b", link -> link.id().b().toString()),
                Column.text("seen", Link::isSeen),
                Column.text("up", Link::isUp),
                Column.number("bitsPerSecond", "RATE", Link::bitsPerSecond, Units::bitRate),
                Column.number("delayNs", "DELAY", Link::delayNs, Units::duration));
    }

    static List<Column<Job>> jobs() {
        return List.of(
                Column.text("job", job -> job.id().value()),
                Column.text("running", Job::isRunning),
                Column.count(
                        "ranks",
                        job -> job.rankCount() != null
                                ? job.rankCount()
                                : job.hosts().isEmpty() ? null : job.hosts().size()),
                Column.count("hosts", job ->
                        (int) job.hosts().values().stream().distinct().count()),
                Column.text(
                        "collectives",
                        job -> job.collectives().stream()
                                .map(planned ->
                                        lowerCase(planned.operation()) + " " + Units.bytes(planned.bytesPerRank()))
                                .toList()),
                Column.count("queuePairsPerConnection", Job::queuePairsPerConnection),
                Column.count("newestStep", Job::newestStep),
                Column.number("newestStepTimeNs", "STEP TIME", Job::newestStepTimeNs, Units::duration));
    }

    static List<Column<Finding>> findings() {
        return List.of(
                Column.text("severity", finding -> lowerCase(finding.severity())),
                Column.text("kind", finding -> lowerCase(finding.kind())),
                Column.text("where", finding -> finding.entities().get(0)),
                Column.number("startNs", "START", Finding::startNs, Units::instant),
                Column.number("endNs", "END", Finding::endNs, Units::instant),
                Column.text("summary", Finding::summary),
                Column.text("suggestion", Finding::suggestion));
    }

    private static @Nullable String lowerCase(@Nullable Enum<?> constant) {
        return constant == null
                ? null
                : constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
