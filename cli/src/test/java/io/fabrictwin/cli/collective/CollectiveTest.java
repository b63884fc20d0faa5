package io.fabrictwin.cli.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CollectiveTest {
    private static final String H100 = "../examples/collective/h100-16x8-400g.yaml";
    private static final String GH200 = "../examples/collective/gh200-32x4-200g.yaml";

    @TempDir
    private Path folder;

    @Test
    void tellsOneSize() {
        JsonNode row = Run.fine(
                        "collective",
                        "--cluster",
                        H100,
                        "--op",
                        "all_reduce",
                        "--bytes",
                        "1GiB",
                        "--ranks",
                        "32",
                        "-o",
                        "json")
                .json()
                .path(0);
        assertThat(row.path("bytes").longValue()).isEqualTo(1L << 30);
        assertThat(row.path("algorithm").textValue()).isEqualTo("Ring");
        assertThat(row.path("protocol").textValue()).isEqualTo("Simple");
        assertThat(row.path("channels").intValue()).isEqualTo(16);
        assertThat(row.path("boundBy").textValue()).isEqualTo("nic");
        assertThat(row.path("busGBps").doubleValue())
                .isCloseTo(row.path("algorithmGBps").doubleValue() * 62 / 32, within(1e-9));
        assertThat(row.path("timeNs").doubleValue())
                .isLessThan(row.path("ncclExpectsNs").doubleValue());
        assertThat(status(row, "rate of NICs")).isEqualTo("measured");
        assertThat(status(row, "efficiency")).isEqualTo("assumed");
    }

    private static String status(JsonNode answer, String name) {
        for (JsonNode value : answer.path("values")) {
            if (value.path("name").textValue().equals(name)) {
                return value.path("status").textValue();
            }
        }
        return "missing";
    }

    @Test
    void printsSizesAsNcclTestsDoes() {
        String table =
                Run.fine("collective", "--cluster", GH200, "--op", "all_reduce").out();
        assertThat(table.lines().findFirst().orElseThrow())
                .contains("SIZE", "ALGBW GB/s", "BUSBW GB/s", "NCCL EXPECTS");
        assertThat(table.lines().filter(line -> line.contains("iB")).count()).isEqualTo(25);
        assertThat(table).contains("Nothing was measured here", "assumed (-o json lists them)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "all_reduce",
                "all_gather",
                "reduce_scatter",
                "broadcast",
                "reduce",
                "alltoall",
                "gather",
                "scatter",
                "sendrecv"
            })
    void knowsTheOperationsOfNcclTests(String operation) {
        assertThat(Run.fine("collective", "--cluster", H100, "--op", operation, "--bytes", "64M", "-o", "csv")
                        .out())
                .startsWith("bytes,algorithm");
    }

    /** All-reduces of four nodes with GH200 as published, with a launcher's prefix; boeschf/nccl-benchmark-on-alps-2025. */
    @Test
    void fitsTheEfficiencyToATable() throws IOException {
        Path log = Files.writeString(folder.resolve("log.txt"), """
                 0: # nThread 1 nGpus 1 minBytes 8 maxBytes 4294967296
                 0: #       size    count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw #wrong
                 0: #        (B)  (elements)                  (us) (GB/s) (GB/s)         (us) (GB/s) (GB/s)
                 0:            8        2 float  sum  -1  30.94  0.00  0.00  0  30.68  0.00  0.00  0
                 0:   268435456  67108864 float  sum  -1  5567.2  48.22  90.41  0  5551.1  48.36  90.67  0
                 0:  1073741824 268435456 float  sum  -1  21952  48.91  91.71  0  21901  49.03  91.92  0
                 0:  4294967296 1073741824 float  sum  -1  87057  49.33  92.50  0  87049  49.34  92.51  0
                 0: # Out of bounds values : 0 OK
                """);
        String[] command = {
            "collective", "--cluster", GH200, "--op", "all_reduce", "--ranks", "16", "--measured", log.toString()
        };
        assertThat(Run.fine(command).out()).contains("efficiency: 0.9", "before", "after");
        JsonNode fit = Run.fine(Stream.concat(Stream.of(command), Stream.of("-o", "json"))
                        .toArray(String[]::new))
                .json();
        assertThat(fit.path("efficiency").doubleValue()).isBetween(0.9, 0.95);
        assertThat(fit.path("sizesUsed").intValue()).isEqualTo(3);
        assertThat(fit.path("sizes")).hasSize(4);
        assertThat(status(fit, "efficiency")).isEqualTo("fitted");
        assertThat(fit.path("medianErrorAfter").doubleValue())
                .isLessThan(fit.path("medianErrorBefore").doubleValue())
                .isLessThan(0.02);
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("gpus: 8", "gpus: 0", "gpus must be positive"),
                Arguments.of("gpus: 8", "gpu: 8", "node.gpu"),
                Arguments.of("generation: hopper", "generation: kepler", "node.generation must be one of volta"),
                Arguments.of("distance: pxb", "distance: pxn", "node.nics[0].distance must be one of pix"),
                Arguments.of("nccl: 2.26.2", "nccl: \"2.6.4\"", "2.8.0"),
                Arguments.of("nccl: 2.26.2", "nccl: 2.26.2\n  algorithms: [Star]", "algorithm must be one of"),
                Arguments.of("nodes: 16", "nodes: 16\nnodes: 17", "uplicate"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void namesTheFieldOfAMistakeInOneLine(String right, String wrong, String complaint) throws IOException {
        String form = Files.readString(Path.of(H100));
        assertThat(form).contains(right);
        Path file = Files.writeString(folder.resolve("bad.yaml"), form.replace(right, wrong));
        Run.refused(ExitCodes.BAD_DATA, complaint, "collective", "--cluster", file.toString(), "--op", "all_reduce");
    }

    @Test
    void refusesWhatItCannotTell() throws IOException {
        Run.refused(ExitCodes.WRONG_USAGE, "all_gather", "collective", "--cluster", H100, "--op", "allreduce");
        Run.refused(
                ExitCodes.WRONG_USAGE, "no size", "collective", "--cluster", H100, "--op", "reduce", "--bytes", "1XB");
        Run.refused(
                ExitCodes.BAD_DATA,
                "ranks must be",
                "collective",
                "--cluster",
                H100,
                "--op",
                "reduce",
                "--ranks",
                "12");
        Path empty = Files.writeString(folder.resolve("empty.txt"), "nothing\n");
        Run.refused(
                ExitCodes.BAD_DATA,
                "no table of nccl-tests",
                "collective",
                "--cluster",
                H100,
                "--op",
                "reduce",
                "--measured",
                empty.toString());
    }
}
