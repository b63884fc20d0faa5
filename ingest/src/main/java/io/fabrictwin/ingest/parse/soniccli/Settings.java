package io.fabrictwin.ingest.parse.soniccli;

import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.reading.Figure;
import io.fabrictwin.model.event.BufferSet;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.id.DeviceId;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A named list of settings between two rules: an ECN profile, a buffer pool, a buffer profile. Which queues it is bound
 * to is not told, so it is taken as the switch's.
 */
final class Settings {
    private final String kind;
    private final String name;
    private final Map<String, String> values = new TreeMap<>();

    /** With its title, such as {@code Profile: lossless}. */
    Settings(String title) {
        int colon = title.indexOf(':');
        kind = (colon < 0 ? title : title.substring(0, colon)).strip();
        name = colon < 0 ? "" : title.substring(colon + 1).strip();
    }

    void take(String key, String value) {
        values.put(key, value);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    void tell(DeviceId device, Facts facts) {
        if (kind.equals("Pool")) {
            Long size = Figure.whole(values.remove("size"));
            if (size != null) {
                facts.add(new BufferSet(facts.meta(), device, name, size));
            }
        } else if (values.containsKey("ecn") || values.containsKey("green_min_threshold")) {
            tellEcn(device, facts);
            return;
        } else if (values.containsKey("xoff")) {
            tellHeadroom(device, facts);
            return;
        }
        String prefix = name.isEmpty() ? kind : kind + " " + name;
        values.forEach((key, value) -> facts.tuned(device, null, prefix + " " + key, value));
    }

    private void tellEcn(DeviceId device, Facts facts) {
        String mode = values.get("ecn");
        boolean isYellow = mode != null && mode.contains("yellow") && !mode.contains("green");
        String colour = isYellow ? "yellow" : mode != null && mode.equals("ecn_red") ? "red" : "green";
        Double percent = Figure.number(values.get(colour + "_drop_probability"));
        facts.add(new EcnProfileSet(
                facts.meta(),
                device,
                null,
                null,
                name,
                mode == null ? null : Boolean.valueOf(!mode.equals("ecn_none")),
                Figure.whole(values.get(colour + "_min_threshold")),
                Figure.whole(values.get(colour + "_max_threshold")),
                percent == null || percent < 0 || percent > 100 ? null : percent / 100));
    }

    private void tellHeadroom(DeviceId device, Facts facts) {
        Double exponent = Figure.number(values.get("dynamic_th"));
        facts.add(new PfcProfileSet(
                facts.meta(),
                device,
                null,
                null,
                name,
                null,
                exponent == null || Math.abs(exponent) > 30 ? null : Double.valueOf(Math.pow(2, exponent)),
                Figure.whole(values.get("static_th")),
                Figure.whole(values.get("size")),
                resumeOffset(),
                Figure.whole(values.get("xoff"))));
    }

    private @Nullable Long resumeOffset() {
        return Figure.whole(values.get("xon_offset"));
    }
}
