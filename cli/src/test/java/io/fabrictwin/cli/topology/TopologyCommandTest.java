package io.fabrictwin.cli.topology;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyCommandTest {
    private static final String PLAN = """
            graph plan {
              "leaf0" [function=leaf]  "leaf1" [function=leaf]  "h0" [function=host]  "h1" [function=host]
              "h0":"eth0" -- "leaf0":"swp1" [speed="400Gbps"]
              "h1":"eth0" -- "leaf1":"swp1" [speed="400Gbps"]
              "leaf0":"swp9" -- "leaf1":"swp9" [speed="400Gbps"]
            }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path folder;

    @Test
    void aCablingReportSaysWhatDiffers() {
        String plan = file("plan.dot", PLAN);
        String fact = file(
                "fact.dot",
                PLAN.replace("\"leaf0\":\"swp1\"", "\"leaf1\":\"swp2\"")
                        .replaceAll("\"leaf0\":\"swp9\".*", "\"leaf0\":\"swp9\" -- \"leaf1\":\"swp9\" [speed=100G]"));
        Run run = Run.refused(ExitCodes.ANSWER_IS_NO, "2 differences", "topology", "diff", plan, fact);
        assertThat(run.out().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "WHAT DEVICE PORT PLANNED FOUND PLANNED RATE FOUND RATE",
                        "miswired h0 eth0 leaf0:swp1 leaf1:swp2 400 Gbit/s 400 Gbit/s",
                        "rate-differs leaf0 swp9 leaf1:swp9 leaf1:swp9 400 Gbit/s 100 Gbit/s");
        assertThat(Run.of("topology", "diff", plan, fact, "-o", "json").json()).hasSize(2);
        assertThat(Run.fine("topology", "diff", plan, plan).out()).isEqualTo("every cable is as planned\n");
    }

    @Test
    void validateCountsTiersAndFindsProblems() {
        Run fine = Run.fine("topology", "validate", file("plan.dot", PLAN), "-o", "json");
        JsonNode answer = fine.json();
        assertThat(answer.path("cables").asInt()).isEqualTo(3);
        assertThat(answer.path("tiers").path(0).path("devices").asInt()).isEqualTo(2);
        assertThat(answer.path("tiers").path(1).path("cablesWithin").asInt()).isEqualTo(1);
        Run bad = Run.refused(
                ExitCodes.ANSWER_IS_NO,
                "1 problem",
                "topology",
                "validate",
                file("bad.dot", PLAN.replace("\"leaf1\":\"swp1\"", "\"leaf0\":\"swp1\"")));
        assertThat(bad.out()).contains("4 devices, 3 cables, 0 placements").contains("port-used-twice  leaf0:swp1");
        Run half = Run.of(
                "topology",
                "validate",
                file(
                        "half.json",
                        "{\"edges\":[{\"node1\":{\"hostname\":\"a\",\"interfaceName\":\"1\"},\"node2\":{\"hostname\":\"b\"}},"
                                + "{\"node1\":{\"hostname\":\"a\",\"interfaceName\":\"2\"},\"node2\":{\"hostname\":\"b\",\"interfaceName\":\"2\"}}]}"));
        assertThat(half.out()).contains("not-understood").contains("the port's name is missing");
    }

    @Test
    void exportWritesWhatImportReads() throws IOException {
        Path target = folder.resolve("topology.txt");
        Run.fine("topology", "export", "ns3-topology", file("plan.dot", PLAN), "--to", target.toString());
        assertThat(Files.readAllLines(target)).startsWith("4 2 3", "2 3", "0 2 400000000000bps 1000ns 0");
        Path events = folder.resolve("events.jsonl");
        Run run = Run.fine("topology", "import", target.toString(), "--to", events.toString());
        assertThat(run.out()).contains("ns3-topology").contains("LinkPlanned 3");
        assertThat(Files.readAllLines(events))
                .filteredOn(line -> line.contains("LinkPlanned"))
                .hasSize(3);
        // What was written are events like any others.
        assertThat(Run.fine("topology", "validate", events.toString()).out()).contains("4 devices, 3 cables");
    }

    @Test
    void whatCannotBeDoneIsSaidInOneLine() {
        Run.refused(ExitCodes.WRONG_USAGE, "the forms are: batfish-layer1", "topology", "export", "visio");
        Run.refused(
                ExitCodes.BAD_DATA,
                "needs a rate of every cable",
                "topology",
                "export",
                "ns3-topology",
                file("plan.dot", PLAN.replace("[speed=\"400Gbps\"]", "")));
        Run.refused(ExitCodes.BAD_DATA, "no such file", "topology", "validate", "nowhere.dot");
        Run.refused(ExitCodes.BAD_DATA, "of no format", "topology", "validate", file("x", "hello\nworld\n"));
        Run.refused(ExitCodes.WRONG_USAGE, "name one of", "topology");
    }

    private String file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
