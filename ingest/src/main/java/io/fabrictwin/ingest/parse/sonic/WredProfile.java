package io.fabrictwin.ingest.parse.sonic;

import io.fabrictwin.ingest.parse.RejectCode;
import org.jspecify.annotations.Nullable;

/**
 * When a queue marks. Of the three colours the one that is marked counts: green unless the mode names others only, for
 * all packets are green that no meter has coloured.
 *
 * @param enabled marks at all; null: not told
 * @param kminBytes no marks below; null: not told
 * @param kmaxBytes all packets are marked above; null: not told
 * @param pmax probability of a mark at kmaxBytes, 0 to 1; null: not told
 */
record WredProfile(
        @Nullable Boolean enabled,
        @Nullable Long kminBytes,
        @Nullable Long kmaxBytes,
        @Nullable Double pmax) {
    static final WredProfile NOT_TOLD = new WredProfile(null, null, null, null);

    static WredProfile of(Entry entry) throws RefusedException {
        Fields fields = new Fields(entry.fields());
        String mode = entry.fields().get("ecn");
        Boolean enabled = null;
        if (mode != null) {
            if (!mode.startsWith("ecn_")) {
                throw new RefusedException(
                        RejectCode.BAD_VALUE, "field ecn '" + mode + "' is not ecn_none, ecn_all or colours");
            }
            enabled = !mode.equals("ecn_none");
        }
        String colour = "green";
        if (mode != null && Boolean.TRUE.equals(enabled) && !mode.contains("all") && !mode.contains("green")) {
            colour = mode.contains("yellow") ? "yellow" : "red";
        }
        Integer percent = fields.between(colour + "_drop_probability", 0, 100);
        return new WredProfile(
                enabled,
                fields.notNegative(colour + "_min_threshold"),
                fields.notNegative(colour + "_max_threshold"),
                percent == null ? null : percent / 100.0);
    }
}
