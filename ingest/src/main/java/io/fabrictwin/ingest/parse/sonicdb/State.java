package io.fabrictwin.ingest.parse.sonicdb;

import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.ingest.parse.reading.Name;
import io.fabrictwin.ingest.parse.reading.Readings;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Entries of STATE_DB and APPL_DB about ports, transceivers and neighbours. */
final class State {
    private static final long BITS_PER_MEGABIT = 1_000_000;
    private static final Pattern LANE = Pattern.compile("([rt]x)(\\d{1,2})(power|bias)");

    private final DeviceId device;
    private final Sink sink;

    State(DeviceId device, Sink sink) {
        this.device = device;
        this.sink = sink;
    }

    /** Adds what the entry tells; false: it is of a table that is not read here. */
    boolean tell(String table, String key, Map<String, String> fields, Facts facts) {
        if (key.isEmpty()) {
            return false;
        }
        PortId port = new PortId(device, Name.clean(key) == null ? "port" : String.valueOf(Name.clean(key)));
        switch (table) {
            case "PORT_TABLE", "MGMT_PORT_TABLE", "LAG_TABLE" -> port(port, fields, facts);
            case "FABRIC_PORT_TABLE" -> fabricPort(port, fields, facts);
            case "TRANSCEIVER_DOM_SENSOR" -> transceiver(port, fields, facts);
            case "TRANSCEIVER_PM" -> performance(port, fields, facts);
            case "TRANSCEIVER_INFO" -> facts.named(device, port, NameScheme.SERIAL, told(fields.get("serial")));
            case "LLDP_ENTRY_TABLE" -> neighbour(port, fields, facts);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String told(@Nullable String text) {
        return Figure.isAbsent(text) ? null : text;
    }

    private static @Nullable Boolean isUp(@Nullable String text) {
        return "up".equals(text) ? Boolean.TRUE : "down".equals(text) ? Boolean.FALSE : null;
    }

    private static void port(PortId port, Map<String, String> fields, Facts facts) {
        Long megabits = Figure.whole(fields.get("speed"));
        Long rate = megabits == null || megabits > Integer.MAX_VALUE ? null : Long.valueOf(megabits * BITS_PER_MEGABIT);
        String alias = told(fields.get("alias"));
        Boolean isUp = isUp(fields.get("oper_status"));
        Boolean isAdminUp = isUp(fields.get("admin_status"));
        Long mtu = Figure.whole(fields.get("mtu"));
        if (alias != null || (rate != null && isUp == null)) {
            facts.add(new PortDiscovered(facts.meta(), port, rate, alias, null));
        }
        if (isUp != null) {
            facts.add(new PortStateObserved(facts.meta(), port, isUp, isUp ? "up" : "down", rate, null));
        }
        if (isAdminUp != null || mtu != null) {
            facts.add(new PortConfigured(
                    facts.meta(),
                    port,
                    isAdminUp,
                    null,
                    mtu == null || mtu > Integer.MAX_VALUE ? null : mtu.intValue(),
                    told(fields.get("fec")),
                    alias,
                    null));
        }
    }

    private static void fabricPort(PortId port, Map<String, String> fields, Facts facts) {
        Boolean isUp = isUp(fields.get("STATUS"));
        if (isUp != null) {
            facts.add(new PortStateObserved(facts.meta(), port, isUp, isUp ? "up" : "down", null, null));
        }
    }

    private void transceiver(PortId port, Map<String, String> fields, Facts facts) {
        Readings readings = new Readings(device);
        fields.forEach((field, value) -> {
            Double number = Figure.number(value);
            Matcher lane = LANE.matcher(field);
            if (lane.matches()) {
                String name = lane.group(1) + (lane.group(3).equals("power") ? "PowerDbm" : "BiasMilliamperes");
                readings.gauge(port, "lane " + lane.group(2), name, number);
            } else if (field.equals("temperature")) {
                readings.gauge(port, "transceiver", "temperatureCelsius", number);
            } else if (field.equals("voltage")) {
                readings.gauge(port, "transceiver", "voltageVolts", number);
            } else {
                readings.gauge(port, "transceiver", field, number);
            }
        });
        readings.drainTo(facts);
    }

    private void performance(PortId port, Map<String, String> fields, Facts facts) {
        Readings readings = new Readings(device);
        fields.forEach((field, value) -> readings.gauge(port, "transceiver", field, Figure.number(value)));
        readings.drainTo(facts);
    }

    private void neighbour(PortId port, Map<String, String> fields, Facts facts) {
        String mac = Name.mac(fields.get("lldp_rem_chassis_id"));
        String name = Name.clean(told(fields.get("lldp_rem_sys_name")));
        String remote = name == null ? mac : name;
        String remotePort = Name.clean(told(fields.get("lldp_rem_port_id")));
        if (remote == null || remotePort == null) {
            sink.unread("neighbour without a name or port");
            return;
        }
        PortId far = new PortId(new DeviceId(remote), remotePort);
        if (!far.equals(port)) {
            facts.add(new LinkDiscovered(facts.meta(), new LinkId(port, far), null, null, null));
        }
        facts.named(far.device(), null, NameScheme.MAC, mac);
        String address = told(fields.get("lldp_rem_man_addr"));
        facts.named(
                far.device(),
                null,
                NameScheme.ADDRESS,
                address == null ? null : address.split(",", -1)[0].toLowerCase(Locale.ROOT));
    }
}
