package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recorded job that arrives once more.
 *
 * @param hosts by rank
 * @param name of the copy; null: that of the job with {@code -copy} behind it
 */
record CopiedJob(List<String> hosts, @Nullable String name) {
    static final ValueForm<CopiedJob> FORM =
            new ValueForm<>("hosts h4,h5,h6,h7; name job9", CopiedJob::parse, CopiedJob::text);

    CopiedJob {
        hosts = List.copyOf(hosts);
    }

    private String text() {
        return "hosts " + ValueForm.NAMES.print(hosts) + (name == null ? "" : "; name " + name);
    }

    private static CopiedJob parse(String key, String text) {
        List<String> hosts = List.of();
        String name = null;
        for (String part : text.split(";", -1)) {
            String[] words = part.strip().split("\\s+", 2);
            String value = words.length == 2 ? words[1] : "";
            switch (words[0]) {
                case "hosts" -> hosts = ValueForm.NAMES.read(key, value);
                case "name" -> name = ValueForm.NAME.read(key, value);
                default -> throw nonsense("'" + part.strip() + "' in '" + key + "' is neither hosts nor a name");
            }
        }
        if (hosts.isEmpty()) {
            throw nonsense("'" + key + "' needs hosts, as in 'hosts h4,h5; name job9'");
        }
        return new CopiedJob(hosts, name);
    }
}
