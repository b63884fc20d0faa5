package io.fabrictwin.cli.export;

import static io.fabrictwin.cli.export.ColumnType.DECIMAL;
import static io.fabrictwin.cli.export.ColumnType.FLAG;
import static io.fabrictwin.cli.export.ColumnType.TEXT;
import static io.fabrictwin.cli.export.ColumnType.TIME;
import static io.fabrictwin.cli.export.ColumnType.WHOLE;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The tables there are. Names of columns end in their units. */
enum Table {
    STEPS(
            true,
            text("job"),
            whole("step"),
            time("start_time"),
            time("compute_end_time"),
            time("end_time"),
            whole("step_time_ns"),
            whole("steps_averaged")),
    COLLECTIVES(
            true,
            text("job"),
            whole("step"),
            whole("collective"),
            whole("rank"),
            text("operation"),
            whole("bytes_per_rank"),
            time("start_time"),
            time("end_time"),
            whole("duration_ns")),
    COMPUTE(true, text("job"), whole("step"), whole("rank"), text("host"), whole("compute_ns")),
    PORT_COUNTERS(true, text("device"), text("port"), whole("priority"), text("counter"), whole("value")),
    /** Between two samples of one source; what a sample does not tell, or what was reset, is nothing. */
    PORT_INTERVALS(
            true,
            text("device"),
            text("port"),
            whole("priority"),
            time("from_time"),
            time("to_time"),
            decimal("tx_bits_per_second"),
            decimal("rx_bits_per_second"),
            decimal("paused_share"),
            decimal("ecn_marked_packets_per_second"),
            decimal("pfc_rx_frames_per_second"),
            decimal("pfc_tx_frames_per_second"),
            decimal("dropped_packets_per_second")),
    QUEUE_SAMPLES(
            true, text("device"), text("port"), whole("priority"), whole("depth_bytes"), whole("depth_max_bytes")),
    GAUGES(true, text("device"), text("port"), text("component"), text("gauge"), decimal("value")),
    /** Settings and facts of topology and jobs, one attribute a row. */
    CHANGES(
            true,
            text("event"),
            text("entity_kind"),
            text("entity"),
            text("attribute"),
            text("value"),
            decimal("number")),
    FINDINGS(
            false,
            text("fabric"),
            text("kind"),
            text("severity"),
            time("start_time"),
            time("end_time"),
            text("entities"),
            text("summary"),
            text("evidence"),
            text("suggestion")),
    FORECASTS(
            false,
            text("fabric"),
            text("scenario"),
            time("base_time"),
            text("changes"),
            whole("seed"),
            text("job"),
            whole("first_step"),
            whole("last_step"),
            decimal("recorded_step_time_ns"),
            decimal("forecast_step_time_ns"),
            decimal("ratio_low"),
            decimal("ratio_likely"),
            decimal("ratio_high"),
            text("verdict"),
            text("reasons")),
    /** Of the frame at the span's end. */
    PORTS(
            false,
            text("fabric"),
            text("device"),
            text("port"),
            whole("bits_per_second"),
            text("neighbour"),
            flag("is_up"),
            flag("admin_up"),
            text("alias"),
            whole("mtu_bytes")),
    LINKS(
            false,
            text("fabric"),
            text("a"),
            text("b"),
            flag("is_seen"),
            flag("is_up"),
            whole("bits_per_second"),
            whole("delay_ns"));

    /** A column. */
    record Column(String name, ColumnType type) {}

    private final boolean isOfEvents;

    @SuppressWarnings("ImmutableEnumChecker") // a copy that nobody can change
    private final List<Column> columns;

    Table(boolean isOfEvents, Column... columns) {
        this.isOfEvents = isOfEvents;
        this.columns = isOfEvents ? Stream.concat(ofEvent(), Stream.of(columns)).toList() : List.of(columns);
    }

    /** Whether rows are told by events, one after another. */
    boolean isOfEvents() {
        return isOfEvents;
    }

    List<Column> columns() {
        return columns;
    }

    /** As people and files name it. */
    String fileName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What every row has that comes from an event: when, of what fabric, and the event's identity. */
    private static Stream<Column> ofEvent() {
        return Stream.of(
                time("event_time"), text("fabric"), text("source"), whole("source_record"), whole("source_index"));
    }

    private static Column text(String name) {
        return new Column(name, TEXT);
    }

    private static Column whole(String name) {
        return new Column(name, WHOLE);
    }

    private static Column decimal(String name) {
        return new Column(name, DECIMAL);
    }

    private static Column flag(String name) {
        return new Column(name, FLAG);
    }

    private static Column time(String name) {
        return new Column(name, TIME);
    }
}
