package io.fabrictwin.ingest.parse.lldp;

import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Understands text line by line; a neighbour is told when the next begins. */
final class NeighbourText {
    private static final Pattern LLDPCTL = Pattern.compile("\\s*Interface:\\s+([^,\\s]{1,60}),\\s*via:.*");
    private static final Pattern KEY_VALUE = Pattern.compile(
            "lldp\\.(\\S{1,60}?)\\.(via|rid|age|chassis\\.[\\w.-]+|port\\.[\\w.-]+|(?:vlan|ppvid|pi|lldp-med|unknown-tlvs|ttl)[^=]*)=(.*)");
    private static final Pattern EOS_INTERFACE =
            Pattern.compile("\\s*Interface (\\S{1,60}) detected \\d+ LLDP neighbors.*");
    private static final Pattern EOS_NEIGHBOUR = Pattern.compile("\\s*Neighbor \\S.*, age .*");
    private static final Pattern VRP_INTERFACE =
            Pattern.compile("\\s*(\\S{1,60}) has \\d+ neighbor\\(?s?\\)?\\s*:?\\s*");
    private static final Pattern VRP_NEIGHBOUR = Pattern.compile("\\s*Neighbor index\\s*:.*");
    private static final Pattern PAIR =
            Pattern.compile("\\s*(?:- )?([A-Za-z][\\w ./()-]{1,50}?)\\s*:(?:\\s+|(?=\\S))(.*)");
    private static final Pattern RULE = Pattern.compile("\\s*-{3,}[- ]*");
    private static final Pattern TYPED = Pattern.compile("(mac|ifname|local|ip|ifalias)\\s+(\\S.*)");
    private static final List<String> OTHER_PARTS =
            List.of("IEEE802", "Link aggregation", "Link Aggregation", "Power ");

    private final Consumer<Neighbour> done;
    private @Nullable Neighbour open;
    private @Nullable String local;
    private @Nullable BriefTable table;

    /** What a line is. */
    enum Kind {
        BEGIN,
        PART,
        OTHER
    }

    NeighbourText(Consumer<Neighbour> done) {
        this.done = done;
    }

    Kind take(String line) {
        BriefTable begun = BriefTable.of(line);
        if (begun != null) {
            end();
            table = begun;
            return Kind.OTHER;
        }
        Kind kind = takeBeginning(line);
        if (kind != Kind.OTHER) {
            table = null;
            return kind;
        }
        BriefTable rows = table;
        if (rows != null
                && !line.isBlank()
                && !RULE.matcher(line).matches()
                && !PAIR.matcher(line).matches()) {
            return takeRow(rows, line);
        }
        return takePair(line);
    }

    void end() {
        Neighbour neighbour = open;
        open = null;
        if (neighbour != null && !neighbour.isEmpty()) {
            done.accept(neighbour);
        }
    }

    private void begin(@Nullable String localPort) {
        end();
        Neighbour neighbour = new Neighbour();
        neighbour.take(Field.LOCAL_PORT, localPort);
        open = neighbour;
    }

    private Kind takeBeginning(String line) {
        Matcher matcher = LLDPCTL.matcher(line);
        if (matcher.matches()) {
            begin(matcher.group(1));
            return Kind.BEGIN;
        }
        matcher = KEY_VALUE.matcher(line);
        if (matcher.matches()) {
            return takeKeyValue(matcher.group(1), matcher.group(2), matcher.group(3));
        }
        matcher = EOS_INTERFACE.matcher(line);
        if (!matcher.matches()) {
            matcher = VRP_INTERFACE.matcher(line);
        }
        if (matcher.matches()) {
            end();
            local = matcher.group(1);
            return Kind.PART;
        }
        if (EOS_NEIGHBOUR.matcher(line).matches() || VRP_NEIGHBOUR.matcher(line).matches()) {
            begin(local);
            return Kind.BEGIN;
        }
        return Kind.OTHER;
    }

    private Kind takeKeyValue(String port, String key, String value) {
        if (key.equals("via")) {
            begin(port);
            return Kind.BEGIN;
        }
        boolean isNew = open == null;
        if (isNew) {
            begin(port);
        }
        Neighbour neighbour = open;
        if (neighbour != null) {
            switch (key) {
                case "chassis.mac", "chassis.ifname", "chassis.local" -> neighbour.take(Field.CHASSIS, value);
                case "chassis.name" -> neighbour.take(Field.SYSTEM_NAME, value);
                case "chassis.descr" -> neighbour.take(Field.SYSTEM_DESCRIPTION, value);
                case "chassis.mgmt-ip" -> neighbour.take(Field.ADDRESS, value);
                case "chassis.Bridge.enabled", "chassis.Router.enabled", "chassis.Station.enabled" ->
                    neighbour.take(
                            Field.CAPABILITIES, value.equals("on") ? key.substring(8, key.lastIndexOf('.')) : null);
                case "port.ifname", "port.mac", "port.local" -> neighbour.take(Field.PORT, value);
                case "port.descr" -> neighbour.take(Field.PORT_DESCRIPTION, value);
                default -> {
                    // Timers, VLANs, power.
                }
            }
        }
        return isNew ? Kind.BEGIN : Kind.PART;
    }

    private Kind takeRow(BriefTable rows, String line) {
        Neighbour row = rows.read(line);
        if (row == null) {
            return rows.isWaiting() ? Kind.PART : Kind.OTHER;
        }
        end();
        open = row;
        return Kind.BEGIN;
    }

    private Kind takePair(String line) {
        Matcher pair = PAIR.matcher(line);
        Field field = pair.matches() ? Field.of(pair.group(1)) : null;
        if (field == null) {
            boolean isOther = OTHER_PARTS.stream().anyMatch(line::contains);
            Neighbour neighbour = open;
            if (isOther && neighbour != null) {
                // What follows repeats names of fields for other things; the first of each name counts.
                return Kind.PART;
            }
            return neighbour == null || line.isBlank() ? Kind.OTHER : Kind.PART;
        }
        Neighbour neighbour = open;
        boolean isNew =
                neighbour == null || ((field == Field.CHASSIS || field == Field.LOCAL_PORT) && neighbour.has(field));
        if (isNew) {
            begin(field == Field.LOCAL_PORT ? null : local);
            neighbour = open;
        }
        if (neighbour != null) {
            takeTyped(neighbour, field, pair.group(2).strip());
        }
        return isNew ? Kind.BEGIN : Kind.PART;
    }

    private static void takeTyped(Neighbour neighbour, Field field, String value) {
        Matcher typed = TYPED.matcher(value);
        boolean isTyped = (field == Field.CHASSIS || field == Field.PORT) && typed.matches();
        if (field == Field.CAPABILITIES && value.endsWith(", off")) {
            return;
        }
        neighbour.take(field, isTyped ? typed.group(2) : value);
    }
}
