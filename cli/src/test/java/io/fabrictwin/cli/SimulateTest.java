package io.fabrictwin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class SimulateTest {
    private static final String GOOD = """
            { "fabric": {
                "nodes": [ {"id": "h0", "kind": "host"}, {"id": "h1", "kind": "host"}, {"id": "h9", "kind": "host"},
                           {"id": "s0", "kind": "switch", "bufferBytes": 33554432} ],
                "links": [ {"a": "h0", "b": "s0", "gbps": 100, "delayNs": 1000},
                           {"a": "h1", "b": "s0", "gbps": 100, "delayNs": 1000, "pfcAlpha": 0.125,
                            "ecn": {"enabled": true, "kminBytes": 400000, "kmaxBytes": 1600000, "pmax": 0.2}} ],
                "transport": {
                  "kind": "roce-dcqcn", "payloadBytes": 1003, "wireBytes": 1051, "ackBytes": 60,
                  "ecn": {"enabled": true, "kminBytes": 400000, "kmaxBytes": 1600000, "pmax": 0.2},
                  "pfc": {"enabled": true, "alpha": 0.125, "reserveBytes": 4096, "resumeOffsetBytes": 3072},
                  "dcqcn": {"variant": "mlx", "g": 0.00390625, "alphaTimerUs": 1, "rateDecreaseIntervalUs": 4,
                            "rateIncreaseTimerUs": 300, "aiMbps": 20, "haiMbps": 200, "minRateMbps": 1000,
                            "fastRecoveryTimes": 1}}},
              "flows": [ {"id": 7, "src": "h0", "dst": "h1", "bytes": 20000000, "startNs": 0, "path": ["h0", "s0", "h1"]},
                         {"id": 3, "src": "h1", "dst": "h0", "bytes": 1003, "startNs": 5, "after": [7]} ] }
            """;

    private static final String FIRMWARE = """
            "variant": "firmware", "notificationIntervalUs": 4, "initialAlpha": 1, "leastKeptShare": 0.5, \
            "firstRateMbps": 0, "byteCounterBytes": 2000000""";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** 19,941 packets: (20,000,000 + 19,941 x 48) B at 12.5 B/ns, a packet at the switch, 4 us, two acknowledgements. */
    @Test
    void printsOneCase() throws IOException {
        assertThat(run(write("good.json", GOOD).toString())).isZero();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        JsonNode first = result.path("flows").get(1);
        assertThat(first.path("id").intValue()).isEqualTo(7);
        long expected = Math.round((20_000_000 + 19_941 * 48 + 1051 + 2 * 60) / 12.5 + 4000);
        assertThat(first.path("endNs").longValue()).isBetween(expected - 2, expected + 2);
        assertThat(result.path("flows").get(0).path("startNs").longValue())
                .isEqualTo(first.path("endNs").longValue());
        JsonNode hostPort = result.path("ports").get(0);
        assertThat(hostPort.path("node").textValue()).isEqualTo("h0");
        assertThat(hostPort.has("queueMeanBytes")).isFalse();
        assertThat(result.path("ports").get(1).has("queueMeanBytes")).isTrue();
        assertThat(result.path("stats").has("wallMs")).isTrue();
        assertThat(err.toString()).isEmpty();
    }

    /** Nodes, links and flows in any order are the same case; so are a hundred runs of it. */
    @Test
    void theOrderOfTheFileDoesNotMatter() throws IOException {
        ObjectNode form = (ObjectNode) new ObjectMapper().readTree(GOOD.replace("\"after\": [7]", "\"after\": []"));
        String expected = null;
        for (int run = 0; run < 100; run++) {
            for (ArrayNode list : List.of(
                    form.withArray("/fabric/nodes"), form.withArray("/fabric/links"), form.withArray("/flows"))) {
                List<JsonNode> elements = new ArrayList<>();
                list.forEach(elements::add);
                Collections.shuffle(elements, new Random(run));
                list.removeAll().addAll(elements);
            }
            out.getBuffer().setLength(0);
            assertThat(run(write("shuffled.json", form.toString()).toString())).isZero();
            String result = out.toString().replaceAll("\"wallMs\":[0-9.]+", "");
            assertThat(result).as("order %d", run).isEqualTo(expected == null ? result : expected);
            expected = result;
        }
    }

    @Test
    void leavesOutWhatIdealSharesDoNotModel() throws IOException {
        Path file = write("ideal.json", GOOD.replace("roce-dcqcn", "ideal"));
        assertThat(run(file.toString())).isZero();
        JsonNode port =
                new ObjectMapper().readTree(out.toString()).path("ports").get(1);
        assertThat(port.has("txBytes")).isTrue();
        assertThat(port.has("queueMeanBytes") || port.has("pausedNs") || port.has("markedFraction"))
                .isFalse();
    }

    @Test
    void writesTheGoodOnesAndFailsForTheBadOnes() throws IOException {
        Path results = folder.resolve("results");
        int code = run(
                write("a.json", GOOD).toString(),
                write("b.json", "{").toString(),
                write("c.json", GOOD).toString(),
                "--out",
                results.toString());
        assertThat(code).isEqualTo(ExitCodes.BAD_DATA);
        assertThat(err.toString()).contains("b.json line 1", "1 of 3 cases are bad");
        try (Stream<Path> written = Files.list(results)) {
            assertThat(written.map(file -> file.getFileName().toString()).sorted())
                    .containsExactly("a.json", "c.json");
        }
        assertThat(Files.readString(results.resolve("a.json"))).endsWith("}\n");
    }

    @Test
    void severalCasesNeedAFolder() throws IOException {
        assertThat(run(write("a.json", GOOD).toString(), write("b.json", GOOD).toString()))
                .isEqualTo(ExitCodes.WRONG_USAGE);
        assertThat(err.toString()).contains("--out");
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("\"gbps\": 100,", "\"gbps\": -100,", "fabric.links[0].gbps must not be negative"),
                Arguments.of("\"gbps\": 100,", "\"gbps\": 0,", "fabric.links[0]: bitsPerSecond must be"),
                Arguments.of("\"startNs\": 5", "\"startNs\": -5", "flows[1].startNs must not be negative"),
                Arguments.of("\"bytes\": 1003", "\"bytes\": 1.5", "flows[1].bytes must be a whole number"),
                Arguments.of("\"bytes\": 1003", "\"size\": 1003", "flows[1].bytes is missing"),
                Arguments.of("\"bytes\": 1003", "\"bytes\": 1003, \"size\": 1", "flows[1].size is not a field"),
                Arguments.of("\"id\": 3", "\"id\": 7", "flows[1].id is given twice"),
                Arguments.of("\"after\": [7]", "\"after\": [8]", "flows[1].after[0] names no flow"),
                Arguments.of("\"after\": [7]", "\"after\": [3]", "flows: after is part of a cycle: flow 3 waits"),
                Arguments.of("\"dst\": \"h0\"", "\"dst\": \"h9\"", "flows[1].dst cannot be reached from h1"),
                Arguments.of("\"dst\": \"h0\"", "\"dst\": \"s0\"", "flows[1].dst is not a host"),
                Arguments.of("\"path\": [\"h0\", \"s0\", \"h1\"]", "\"path\": [\"h0\", \"h1\"]", "flows[0].path[1]"),
                Arguments.of("\"kind\": \"roce-dcqcn\"", "\"kind\": \"udp\"", "fabric.transport: kind must be one of"),
                Arguments.of("\"pmax\": 0.2}} ]", "\"pmax\": 2}} ]", "fabric.links[1].ecn: pmax must lie in 0..1"),
                Arguments.of("\"variant\": \"mlx\"", "\"variant\": \"x\"", "fabric.transport.dcqcn: variant"),
                Arguments.of(
                        "\"variant\": \"mlx\"",
                        "\"variant\": \"paper\"",
                        "fabric.transport.dcqcn.notificationIntervalUs is missing"),
                Arguments.of(
                        "\"variant\": \"mlx\"",
                        "\"variant\": \"paper\", \"notificationIntervalUs\": 50, \"byteCounterBytes\": 10000000",
                        "fabric.transport.dcqcn.rateDecreaseIntervalUs is not a field"),
                Arguments.of(
                        "\"rateDecreaseIntervalUs\": 4",
                        "\"rateDecreaseIntervalUs\": 0",
                        "fabric.transport.dcqcn: rateDecreaseIntervalNs"),
                Arguments.of(
                        "\"variant\": \"mlx\"",
                        FIRMWARE.replace("0.5", "1.5"),
                        "fabric.transport.dcqcn: leastKeptShare must lie in 0..1"),
                Arguments.of("\"pfcAlpha\": 0.125,", "\"pfcAlpha\": 1, \"pfcAlpha\": 2,", "Duplicate field"),
                Arguments.of("\"kind\": \"host\"}, {\"id\": \"h1\"", "\"kind\": \"host\"}, {\"id\": \"h0\"", "twice"));
    }

    /** A flow alone is never marked: all variants take the time of the first example. */
    @Test
    void takesEveryVariantOfRateControl() throws IOException {
        String paper = GOOD.replace(
                        "\"variant\": \"mlx\"",
                        "\"variant\": \"paper\", \"notificationIntervalUs\": 50, \"byteCounterBytes\": 10000000")
                .replace("\"rateDecreaseIntervalUs\": 4,", "");
        String firmware = GOOD.replace("\"variant\": \"mlx\"", FIRMWARE);
        long expected = Math.round((20_000_000 + 19_941 * 48 + 1051 + 2 * 60) / 12.5 + 4000);
        for (String text : new String[] {paper, firmware}) {
            out.getBuffer().setLength(0);
            assertThat(run(write("variant.json", text).toString())).isZero();
            JsonNode flow =
                    new ObjectMapper().readTree(out.toString()).path("flows").get(1);
            assertThat(flow.path("endNs").longValue()).isBetween(expected - 2, expected + 2);
        }
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void namesTheFieldOfAMistakeInOneLine(String right, String wrong, String complaint) throws IOException {
        assertThat(GOOD).contains(right);
        Path file = write("bad.json", GOOD.replace(right, wrong));
        assertThat(run(file.toString())).isEqualTo(ExitCodes.BAD_DATA);
        assertThat(err.toString().lines()).singleElement().asString().contains("bad.json", complaint);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aMissingFileIsBadData() {
        assertThat(run(folder.resolve("none.json").toString())).isEqualTo(ExitCodes.BAD_DATA);
        assertThat(err.toString()).contains("none.json: no such file");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private int run(String... arguments) {
        CommandLine command = FabricTwin.commandLine();
        command.setOut(new PrintWriter(out, true));
        command.setErr(new PrintWriter(err, true));
        String[] all = new String[arguments.length + 1];
        all[0] = "simulate";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return command.execute(all);
    }
}
