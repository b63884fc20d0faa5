package io.fabrictwin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepTest {
    private static final Path EXAMPLES = Path.of("..", "examples", "step");
    private static final Path CLUSTER = EXAMPLES.resolve("cluster.yaml");
    private static final Path JOB = EXAMPLES.resolve("job.yaml");

    @TempDir
    private Path folder;

    @Test
    void tellsTheStepOfTheExampleByParts() {
        JsonNode answer = Run.fine("step", "--cluster", CLUSTER.toString(), "--job", JOB.toString(), "-o", "json")
                .json();
        double mean = answer.path("stepSeconds").path("mean").doubleValue();
        double sum = 0;
        for (JsonNode part : answer.path("parts")) {
            sum += part.path("seconds").doubleValue();
        }

        assertThat(sum).isCloseTo(mean, within(1e-9));
        assertThat(mean).isGreaterThan(answer.path("nominalSeconds").doubleValue());
        assertThat(answer.path("collectives")).hasSize(8);
        assertThat(answer.path("values").path(0).path("value").textValue()).isEqualTo("350 Tflop/s a GPU");
        assertThat(answer.path("values").path(0).path("status").textValue()).isEqualTo("measured");
    }

    @Test
    void printsTables() {
        String answer = Run.fine("step", "--cluster", CLUSTER.toString(), "--job", JOB.toString())
                .out();

        assertThat(answer)
                .startsWith("step ")
                .contains("PART", "compute", "PARALLELISM", "all-to-all", "SLOWDOWN", "rests on: ");
    }

    @Test
    void comparesUnderTheSameSeeds() throws IOException {
        Path sprayed = edited(CLUSTER, "routing: ecmp", "routing: spray");
        JsonNode answer = Run.fine(
                        "step",
                        "--cluster",
                        CLUSTER.toString(),
                        "--job",
                        JOB.toString(),
                        "--change",
                        sprayed.toString(),
                        "-o",
                        "json")
                .json();

        assertThat(answer.path("ratio").path("p95").doubleValue()).isLessThan(1);
    }

    @Test
    void fitsTheSpeedToAnObservedStep() throws IOException {
        Path observed = edited(JOB, "teraflopsPerSecond: 350", "observedStepSeconds: 10");
        JsonNode answer = Run.fine("step", "--cluster", CLUSTER.toString(), "--job", observed.toString(), "-o", "json")
                .json();

        assertThat(answer.path("nominalSeconds").doubleValue()).isCloseTo(10, within(1e-6));
        JsonNode computing = answer.path("values").path(0);
        assertThat(computing.path("name").textValue()).isEqualTo("computing");
        assertThat(computing.path("status").textValue()).isEqualTo("fitted");
        assertThat(computing.path("source").textValue()).isEqualTo("fit to an observed step of 10 s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpus: 1024|gpus: 1000|= 1024 GPUs, but parallelism.gpus is 1000",
                "layers: 32, count|layer: 32, count|model.experts.layers is missing",
                "microBatch: 1|microBatch: 1, colour: 3|batch.colour is not a field of this form",
                "sharding: optimizer|sharding: some|optimizer.sharding must be one of none, optimizer, full: some",
                "compute: {teraflopsPerSecond: 350}|compute: {observedStepSeconds: 0.1}|without computing",
                "scatterSeed: 7|hosts: [1, 2]|hosts names 2 nodes, the job needs 128",
                "batch: {|batch: [|no YAML"
            })
    void aBadJobIsToldInOneLine(String from, String to, String reason) throws IOException {
        Path job = edited(JOB, from, to);

        assertThat(Run.refused(
                                ExitCodes.BAD_DATA,
                                reason,
                                "step",
                                "--cluster",
                                CLUSTER.toString(),
                                "--job",
                                job.toString())
                        .err())
                .contains("job.yaml");
    }

    @Test
    void aBadClusterIsToldInOneLine() throws IOException {
        Path cluster = edited(CLUSTER, "nccl: 2.26.2", "nccl: newest");

        Run.refused(ExitCodes.BAD_DATA, "newest", "step", "--cluster", cluster.toString(), "--job", JOB.toString());
    }

    private Path edited(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(from);
        return Files.writeString(folder.resolve(String.valueOf(file.getFileName())), text.replace(from, to));
    }
}
