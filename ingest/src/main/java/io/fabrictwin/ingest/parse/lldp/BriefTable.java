package io.fabrictwin.ingest.parse.lldp;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A table with a neighbour on each line; names that are too long for their column push the rest to the next line. */
final class BriefTable {
    private static final Pattern IOS =
            Pattern.compile("\\s*Device ID\\s+Local Intf\\s+Hold-?time\\s+Capability\\s+Port ID\\s*");
    private static final Pattern EOS = Pattern.compile("\\s*Port\\s+Neighbor Device ID\\s+Neighbor Port ID\\s+TTL\\s*");
    private static final Pattern JUNOS =
            Pattern.compile("\\s*Local Interface\\s+Parent Interface\\s+Chassis Id\\s+Port info\\s+System Name\\s*");
    private static final Pattern VRP = Pattern.compile(
            "\\s*Local Int(?:f|erface)\\s+(?:Exptime\\(s\\)\\s+)?Neighbor Int(?:f|erface)\\s+Neighbor Dev(?:ice)?.*|\\s*Local Intf\\s+Neighbor Dev\\s+Neighbor Intf\\s+Exptime.*");
    private static final Pattern IOS_ROW =
            Pattern.compile("(\\S{1,60})\\s+(\\d{1,6})\\s+(?:([A-Z](?:,?\\s?[A-Z]){0,8})\\s+)?(\\S.*?)\\s*");

    private final Shape shape;
    private final int column;
    private final boolean isDeviceFirst;
    private @Nullable String waiting;

    private enum Shape {
        IOS,
        EOS,
        JUNOS,
        VRP
    }

    private BriefTable(Shape shape, int column, boolean isDeviceFirst) {
        this.shape = shape;
        this.column = column;
        this.isDeviceFirst = isDeviceFirst;
    }

    /** The table that begins with this line of headings; null: it is none. */
    static @Nullable BriefTable of(String line) {
        if (IOS.matcher(line).matches()) {
            return new BriefTable(Shape.IOS, line.indexOf("Local Intf"), true);
        }
        if (EOS.matcher(line).matches()) {
            return new BriefTable(Shape.EOS, 0, true);
        }
        if (JUNOS.matcher(line).matches()) {
            return new BriefTable(Shape.JUNOS, 0, true);
        }
        return VRP.matcher(line).matches()
                ? new BriefTable(Shape.VRP, 0, line.indexOf("Neighbor Dev") < line.indexOf("Neighbor Int"))
                : null;
    }

    /** Whether a name waits for the rest of its row. */
    boolean isWaiting() {
        return waiting != null;
    }

    /** The neighbour of a row; null: it is none, or goes on. */
    @Nullable
    Neighbour read(String line) {
        return shape == Shape.IOS ? ios(line) : words(line);
    }

    private @Nullable Neighbour ios(String line) {
        String name = waiting;
        String rest = line;
        waiting = null;
        if (name == null) {
            if (line.stripTrailing().length() <= column || !line.strip().contains(" ")) {
                waiting = line.strip();
                return null;
            }
            name = line.substring(0, column).strip();
            rest = line.substring(column);
        }
        Matcher row = IOS_ROW.matcher(rest.strip());
        if (!row.matches()) {
            return null;
        }
        Neighbour neighbour = new Neighbour();
        neighbour.take(Field.SYSTEM_NAME, name);
        neighbour.take(Field.LOCAL_PORT, row.group(1));
        neighbour.take(Field.CAPABILITIES, row.group(3));
        neighbour.take(Field.PORT, row.group(4));
        return neighbour;
    }

    private @Nullable Neighbour words(String line) {
        String[] words = line.strip().split("\\s+", -1);
        Neighbour neighbour = new Neighbour();
        if (shape == Shape.EOS && words.length >= 4) {
            neighbour.take(Field.LOCAL_PORT, words[0]);
            neighbour.take(Field.SYSTEM_NAME, words[1]);
            neighbour.take(Field.PORT, words[2]);
            return neighbour;
        }
        if (shape == Shape.JUNOS && words.length >= 4) {
            neighbour.take(Field.LOCAL_PORT, words[0]);
            neighbour.take(Field.CHASSIS, words[2]);
            neighbour.take(Field.PORT, words[3]);
            neighbour.take(Field.SYSTEM_NAME, words.length > 4 ? words[4] : null);
            return neighbour;
        }
        if (shape == Shape.VRP && words.length >= 3) {
            boolean hasTime = words[1].matches("\\d+");
            int first = hasTime ? 2 : 1;
            if (words.length < first + 2) {
                return null;
            }
            neighbour.take(Field.LOCAL_PORT, words[0]);
            neighbour.take(isDeviceFirst ? Field.SYSTEM_NAME : Field.PORT, words[first]);
            neighbour.take(isDeviceFirst ? Field.PORT : Field.SYSTEM_NAME, words[first + 1]);
            return neighbour;
        }
        return null;
    }
}
