package io.fabrictwin.ingest.parse.reading;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of interfaces, which brief tables shorten and Junos lends a unit number. */
public final class InterfaceName {
    private static final Pattern SHORT = Pattern.compile("(Eth|Et|Gi|Te|Twe|Fo|Hu|FH|Fa|Po)(\\d.*)");
    private static final Pattern UNIT =
            Pattern.compile("([a-z]{2}-\\d{1,3}/\\d{1,3}/\\d{1,3}(?::\\d{1,2})?)\\.\\d{1,5}");
    private static final Map<String, String> LONG = Map.of(
            "Eth", "Ethernet",
            "Et", "Ethernet",
            "Gi", "GigabitEthernet",
            "Te", "TenGigabitEthernet",
            "Twe", "TwentyFiveGigE",
            "Fo", "FortyGigabitEthernet",
            "Hu", "HundredGigE",
            "FH", "FourHundredGigE",
            "Fa", "FastEthernet",
            "Po", "port-channel");

    private InterfaceName() {}

    /** The whole name of the physical interface; null: it is told by none. */
    public static @Nullable String plain(@Nullable String name) {
        String clean = Name.clean(name);
        if (clean == null) {
            return null;
        }
        Matcher unit = UNIT.matcher(clean);
        if (unit.matches()) {
            return unit.group(1);
        }
        Matcher shortened = SHORT.matcher(clean);
        return shortened.matches() ? LONG.get(shortened.group(1)) + shortened.group(2) : clean;
    }
}
