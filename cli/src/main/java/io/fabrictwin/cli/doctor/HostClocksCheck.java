package io.fabrictwin.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.cli.render.Units;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Whether the clocks of the fabrics' hosts agree, as the live twin knows them. */
final class HostClocksCheck {
    static final String HOST_CLOCKS = "host clocks";

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** Counters are joined to steps of some milliseconds. NTP in one building keeps within it. */
    private static final long MOST_OFFSET_NS = 10_000_000;

    private static final int MOST_HOSTS = 10_000;
    private static final int MOST_NAMED = 3;

    private HostClocksCheck() {}

    static Diagnosis of(URI twin) {
        try {
            int known = 0;
            int unknown = 0;
            long greatestNs = 0;
            List<String> off = new ArrayList<>();
            for (JsonNode fabric : ask(twin, "/health").path("fabrics")) {
                String name = URLEncoder.encode(fabric.asText(), StandardCharsets.UTF_8);
                for (JsonNode clock : ask(twin, "/api/v1/clocks?limit=" + MOST_HOSTS + "&fabric=" + name)
                        .path("items")) {
                    if (!clock.has("offsetNs")) {
                        unknown++;
                        continue;
                    }
                    known++;
                    long offsetNs = clock.path("offsetNs").asLong();
                    greatestNs = Math.max(greatestNs, Math.abs(offsetNs));
                    if (Math.abs(offsetNs) - clock.path("uncertaintyNs").asLong() > MOST_OFFSET_NS) {
                        off.add(clock.path("device").asText() + " by " + Units.duration(offsetNs));
                    }
                }
            }
            return diagnosis(known, unknown, greatestNs, off);
        } catch (IOException e) {
            return Diagnosis.notChecked(HOST_CLOCKS, "no live twin to ask");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Diagnosis.notChecked(HOST_CLOCKS, "stopped before it answered");
        }
    }

    private static JsonNode ask(URI twin, String path) throws IOException, InterruptedException {
        return new ObjectMapper()
                .readTree(HttpClient.newBuilder()
                        .connectTimeout(PATIENCE)
                        .build()
                        .send(
                                HttpRequest.newBuilder(twin.resolve(path))
                                        .timeout(PATIENCE)
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .body());
    }

    private static Diagnosis diagnosis(int known, int unknown, long greatestNs, List<String> off) {
        if (known == 0) {
            return Diagnosis.notChecked(
                    HOST_CLOCKS,
                    unknown == 0
                            ? "the live twin knows no host of a job"
                            : "nothing can be said of " + unknown + " hosts: fabric-twin show clocks tells why");
        }
        String told = known + " known, at most " + Units.duration(greatestNs) + " from the middle one; " + unknown
                + " unknown";
        if (off.isEmpty()) {
            return Diagnosis.fine(HOST_CLOCKS, told);
        }
        int more = off.size() - MOST_NAMED;
        return Diagnosis.problem(
                HOST_CLOCKS,
                told + "; off for sure: " + String.join(", ", off.subList(0, Math.min(off.size(), MOST_NAMED)))
                        + (more > 0 ? " and " + more + " more" : ""),
                "set their clocks by NTP or PTP; what they told until then stays as it was told");
    }
}
