package io.fabrictwin.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.cli.render.Units;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** What runs and lies beside the broker: the data folder's disk and the live twin. */
final class PlaceCheck {
    static final String DATA_DISK = "data disk";
    static final String TWIN = "live twin";

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final double LEAST_FREE_SHARE = 0.05;
    private static final long LEAST_FREE_BYTES = 2L << 30;

    private PlaceCheck() {}

    static Diagnosis disk(Path data) {
        Path existing = data.toAbsolutePath();
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (existing == null) {
            return Diagnosis.problem(DATA_DISK, data + " can be nowhere", "name another folder with --data");
        }
        if (!Files.isWritable(existing)) {
            return Diagnosis.problem(
                    DATA_DISK,
                    existing + " cannot be written to",
                    "give this user the right, or name another with --data");
        }
        try {
            FileStore store = Files.getFileStore(existing);
            long free = store.getUsableSpace();
            long total = store.getTotalSpace();
            String told = Units.bytes(free) + " free of " + Units.bytes(total) + " at " + data;
            return free < LEAST_FREE_BYTES || free < LEAST_FREE_SHARE * total
                    ? Diagnosis.problem(DATA_DISK, told, "make room: stores, snapshots and the embedded log lie there")
                    : Diagnosis.fine(DATA_DISK, told);
        } catch (IOException e) {
            return Diagnosis.problem(DATA_DISK, "the disk of " + data + " does not answer: " + e, "look at the disk");
        }
    }

    /** @param isNamed whether a person named it, so that it has to be there */
    static Diagnosis twin(URI twin, boolean isNamed) {
        HttpResponse<String> answer;
        try {
            answer = HttpClient.newBuilder()
                    .connectTimeout(PATIENCE)
                    .build()
                    .send(
                            HttpRequest.newBuilder(twin.resolve("/ready"))
                                    .timeout(PATIENCE)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            return isNamed
                    ? Diagnosis.problem(TWIN, "none answers at " + twin, "start it with fabric-twin up")
                    : Diagnosis.notChecked(TWIN, "none runs at " + twin + "; name another with --twin");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Diagnosis.notChecked(TWIN, "stopped before it answered");
        }
        try {
            JsonNode ready = new ObjectMapper().readTree(answer.body());
            String told = ready.path("state").asText("unknown") + ", "
                    + ready.path("lagRecords").asText("unknown how many") + " records to fold";
            if (answer.statusCode() == 200) {
                return Diagnosis.fine(TWIN, told);
            }
            JsonNode rebuild = ready.path("rebuild");
            return Diagnosis.problem(
                    TWIN,
                    told
                            + (rebuild.isMissingNode()
                                    ? ""
                                    : ", " + rebuild.path("foldedRecords") + " of " + rebuild.path("targetRecords")
                                            + " read again since it began"),
                    ready.path("detail").asText("wait until it has caught up"));
        } catch (IOException e) {
            return Diagnosis.problem(TWIN, twin + " is no live twin of ours", "name the right address with --twin");
        }
    }
}
