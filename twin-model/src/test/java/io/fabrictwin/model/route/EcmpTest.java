package io.fabrictwin.model.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class EcmpTest {
    /** Published test vectors of murmur3, x86, 32 bits, on whole words. */
    @Test
    void hashesLikeTheReference() {
        assertThat(Murmur3.hash(0)).isZero();
        assertThat(Murmur3.hash(1)).isEqualTo(0x514e28b7);
        assertThat(Murmur3.hash(0, 0xffffffff)).isEqualTo(0x76293b50);
        assertThat(Murmur3.hash(0, 0x87654321)).isEqualTo(0xf55b516b);
        assertThat(Murmur3.hash(0x5082edee, 0x87654321)).isEqualTo(0x2362f9de);
        assertThat(Murmur3.hash(0, 0)).isEqualTo(0x2362f9de);
    }

    @Test
    void takesAllShortestPathsInOrderOfSeeds() {
        Ecmp ecmp = twoLeaves(List.of());
        assertThat(ecmp.allNextHops("leaf0", "h2")).containsExactly("spine0", "spine1");
        assertThat(ecmp.allNextHops("leaf0", "h1")).containsExactly("h1");
        assertThat(ecmp.allNextHops("h0", "h2")).containsExactly("leaf0");
        assertThat(ecmp.allNextHops("h2", "h2")).isEmpty();
    }

    /** H(seed 4; 11.0.0.1, 11.0.2.1, 10000 | 53000 << 16) mod 2 decides at leaf0, worked out by hand from the rule. */
    @Test
    void picksByTheHashOfTheTuple() {
        Ecmp ecmp = twoLeaves(List.of());
        int hash = Murmur3.hash(4, 0x0b000001, 0x0b000201, 10000 | 53000 << 16);
        String spine = Integer.remainderUnsigned(hash, 2) == 0 ? "spine0" : "spine1";
        assertThat(ecmp.path("h0", "h2", 10000, 53000)).containsExactly("h0", "leaf0", spine, "leaf1", "h2");
    }

    @Test
    void spreadsTuplesOverBothSpines() {
        Ecmp ecmp = twoLeaves(List.of());
        long overFirst = Stream.iterate(1000, port -> port + 1)
                .limit(1000)
                .filter(port -> ecmp.path("h0", "h2", 10000, port).contains("spine0"))
                .count();
        assertThat(overFirst).isBetween(430L, 570L);
    }

    @Test
    void leavesOutASpineThatNoLongerReachesTheDestination() {
        Ecmp ecmp = twoLeaves(List.of(new Ecmp.Link("leaf1", "spine0")));
        assertThat(ecmp.allNextHops("leaf0", "h2")).containsExactly("spine1");
        assertThat(ecmp.path("h0", "h2", 1, 2)).containsExactly("h0", "leaf0", "spine1", "leaf1", "h2");
        Ecmp cut = twoLeaves(List.of(new Ecmp.Link("leaf1", "spine0"), new Ecmp.Link("leaf1", "spine1")));
        assertThat(cut.path("h0", "h2", 1, 2)).isEmpty();
    }

    @Test
    void refusesWhatIsNoHost() {
        assertThatThrownBy(() -> twoLeaves(List.of()).path("h0", "leaf0", 1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("leaf0");
    }

    private static Ecmp twoLeaves(List<Ecmp.Link> down) {
        List<Ecmp.Node> nodes = new ArrayList<>();
        for (int host = 0; host < 4; host++) {
            nodes.add(new Ecmp.Node("h" + host, host, 0x0b000001 + (host << 8)));
        }
        nodes.add(new Ecmp.Node("leaf0", 4, null));
        nodes.add(new Ecmp.Node("leaf1", 5, null));
        nodes.add(new Ecmp.Node("spine0", 6, null));
        nodes.add(new Ecmp.Node("spine1", 7, null));
        List<Ecmp.Link> links = new ArrayList<>();
        for (int host = 0; host < 4; host++) {
            links.add(new Ecmp.Link("h" + host, "leaf" + host / 2));
        }
        for (int leaf = 0; leaf < 2; leaf++) {
            links.add(new Ecmp.Link("leaf" + leaf, "spine0"));
            links.add(new Ecmp.Link("leaf" + leaf, "spine1"));
        }
        links.removeAll(down);
        return Ecmp.of(nodes, links);
    }

    /** A recorded fabric: its own small one in the test's resources, and every shared recording that is there. */
    @Test
    void agreesWithRecordedPaths() throws IOException {
        List<Path> recordings = new ArrayList<>(List.of(Path.of("src/test/resources/route/recorded-paths")));
        Path shared = Path.of("../../shared/reference/recordings");
        if (Files.isDirectory(shared)) {
            try (Stream<Path> found = Files.list(shared)) {
                found.filter(folder -> Files.exists(folder.resolve("flows.csv")))
                        .sorted()
                        .forEach(recordings::add);
            }
        }
        for (Path recording : recordings) {
            assertThat(checkRecording(recording)).as(recording.toString()).isPositive();
        }
    }

    private static int checkRecording(Path folder) {
        List<Ecmp.Node> nodes = new ArrayList<>();
        for (Map<String, String> row : rows(folder.resolve("nodes.csv"))) {
            String ip = row.getOrDefault("ip", "");
            nodes.add(new Ecmp.Node(
                    row.get("node"), Integer.parseInt(row.get("node_id")), ip.isEmpty() ? null : address(ip)));
        }
        List<Map<String, String>> links = rows(folder.resolve("links.csv"));
        int checked = 0;
        Map<List<Ecmp.Link>, Ecmp> known = new HashMap<>();
        for (Map<String, String> flow : rows(folder.resolve("flows.csv"))) {
            long at = Long.parseLong(flow.get("first_ns"));
            List<Ecmp.Link> up = links.stream()
                    .filter(row -> row.get("state").equals("up")
                            && Long.parseLong(row.get("from_ns")) <= at
                            && (row.getOrDefault("to_ns", "").isEmpty() || at < Long.parseLong(row.get("to_ns"))))
                    .map(row -> new Ecmp.Link(row.get("a"), row.get("b")))
                    .toList();
            Ecmp ecmp = known.computeIfAbsent(up, links1 -> Ecmp.of(nodes, links1));
            List<String> path = ecmp.path(
                    flow.get("src_host"),
                    flow.get("dst_host"),
                    Integer.parseInt(flow.get("src_port")),
                    Integer.parseInt(flow.get("dst_port")));
            assertThat(String.join(">", path)).as("%s %s", folder, flow).isEqualTo(flow.get("path"));
            checked++;
        }
        return checked;
    }

    private static int address(String ip) {
        int address = 0;
        for (String part : ip.split("\\.", -1)) {
            address = address << 8 | Integer.parseInt(part);
        }
        return address;
    }

    private static List<Map<String, String>> rows(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            String[] header = lines.get(0).split(",", -1);
            List<Map<String, String>> rows = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                String[] fields = line.split(",", -1);
                Map<String, String> row = new HashMap<>();
                for (int k = 0; k < header.length; k++) {
                    row.put(header[k], fields[k]);
                }
                rows.add(row);
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
