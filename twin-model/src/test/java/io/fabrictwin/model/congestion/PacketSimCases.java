package io.fabrictwin.model.congestion;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads packet-level tables (a {@code cases.csv} and {@code flows_*.csv} beside it) as runs of the engine. */
final class PacketSimCases {
    /** One case with what the packet-level run gave: start and end of each flow, ns. */
    @SuppressWarnings("ArrayRecordComponent") // test data, never compared
    record Case(
            String id,
            String set,
            Map<String, String> row,
            Network network,
            List<Activity> flows,
            long[] startNs,
            long[] endNs) {
        long makespanNs() {
            long latest = 0;
            for (long end : endNs) {
                latest = Math.max(latest, end);
            }
            return latest;
        }
    }

    private PacketSimCases() {}

    static List<Case> read(Path folder) {
        Map<String, List<Map<String, String>>> flowsByCase = new HashMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.getFileName().toString().startsWith("flows_"))
                    .sorted()
                    .forEach(file -> {
                        for (Map<String, String> row : rows(file)) {
                            flowsByCase
                                    .computeIfAbsent(row.get("case_id"), id -> new ArrayList<>())
                                    .add(row);
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Case> cases = new ArrayList<>();
        for (Map<String, String> row : rows(folder.resolve("cases.csv"))) {
            List<Map<String, String>> flows = flowsByCase.get(row.get("case_id"));
            if (flows != null) {
                cases.add(read(row, flows));
            }
        }
        return cases;
    }

    private static Case read(Map<String, String> row, List<Map<String, String>> flowRows) {
        List<Map<String, String>> flows = new ArrayList<>(flowRows);
        flows.sort(Comparator.comparingInt(flow -> Integer.parseInt(flow.get("flow_id"))));
        Network network = network(row);
        Map<Integer, Integer> placeOf = new HashMap<>();
        for (int place = 0; place < flows.size(); place++) {
            placeOf.put(Integer.parseInt(flows.get(place).get("flow_id")), place);
        }
        Map<Integer, int[]> after = ringDependencies(row, flows);
        List<Activity> activities = new ArrayList<>();
        long[] startNs = new long[flows.size()];
        long[] endNs = new long[flows.size()];
        for (int place = 0; place < flows.size(); place++) {
            Map<String, String> flow = flows.get(place);
            int[] waitsFor = after.get(Integer.parseInt(flow.get("flow_id")));
            int[] places = waitsFor == null ? new int[0] : waitsFor.clone();
            for (int k = 0; k < places.length; k++) {
                places[k] = placeOf.get(places[k]);
            }
            startNs[place] = Long.parseLong(flow.get("start_ns"));
            endNs[place] = Long.parseLong(flow.get("end_ns"));
            activities.add(new Transfer(
                    place,
                    Fabrics.path(network, flow.get("path").split("-", -1)),
                    Long.parseLong(flow.get("bytes")),
                    waitsFor == null ? startNs[place] : 0,
                    places));
        }
        return new Case(row.get("case_id"), row.get("set"), row, network, activities, startNs, endNs);
    }

    private static Network network(Map<String, String> row) {
        double hostGbps = Double.parseDouble(row.get("host_gbps"));
        double uplinkGbps = row.get("uplink_gbps").isEmpty() ? hostGbps : Double.parseDouble(row.get("uplink_gbps"));
        boolean marks = row.get("ecn").equals("on");
        double kmin = Double.parseDouble(row.get("kmin_kb")) * 1000;
        double kmax = Double.parseDouble(row.get("kmax_kb")) * 1000;
        double pmax = Double.parseDouble(row.get("pmax"));
        Transport transport = new Transport(
                marks ? TransportKind.ROCE_DCQCN : TransportKind.ROCE_PFC_ONLY,
                Integer.parseInt(row.get("payload_bytes")),
                Integer.parseInt(row.get("wire_bytes")),
                60,
                new EcnProfile(marks, (long) kmin, (long) kmax, pmax),
                new PfcProfile(row.get("pfc").equals("on"), 0.125, 4096, 3072, null),
                new DcqcnProfile(
                        Double.parseDouble(row.get("g")),
                        (long) (Double.parseDouble(row.get("t_alpha_us")) * 1000),
                        (long) (Double.parseDouble(row.get("t_dec_us")) * 1000),
                        (long) (Double.parseDouble(row.get("t_inc_us")) * 1000),
                        Double.parseDouble(row.get("ai_mbps")) * 1e6,
                        Double.parseDouble(row.get("hai_mbps")) * 1e6,
                        Double.parseDouble(row.get("min_rate_mbps")) * 1e6,
                        Integer.parseInt(row.get("fast_recovery_times"))));
        Network.Builder builder = Network.builder(transport);
        long buffer = (long) (Double.parseDouble(row.get("buffer_mib")) * (1 << 20));
        long delayNs = Long.parseLong(row.get("link_delay_ns"));
        String topology = row.get("topology");
        List<int[]> links = new ArrayList<>();
        Set<Integer> switches = new HashSet<>();
        int hosts;
        if (topology.startsWith("star-")) {
            hosts = Integer.parseInt(topology.split("-", -1)[1]);
            switches.add(hosts);
            for (int host = 0; host < hosts; host++) {
                links.add(new int[] {host, hosts, 0});
            }
        } else if (topology.startsWith("leafspine")) {
            int perLeaf = Integer.parseInt(topology.split("-", -1)[2].substring(1));
            hosts = 4 * perLeaf;
            for (int host = 0; host < hosts; host++) {
                links.add(new int[] {host, hosts + host / perLeaf, 0});
            }
            for (int leaf = 0; leaf < 4; leaf++) {
                switches.add(hosts + leaf);
                switches.add(hosts + 4 + leaf);
                for (int spine = 0; spine < 4; spine++) {
                    if (leaf != 0 || spine != 0 || !topology.contains("-down0-0")) {
                        links.add(new int[] {hosts + leaf, hosts + 4 + spine, 1});
                    }
                }
            }
        } else {
            int senders = Integer.parseInt(topology.replace("two-tier-m", ""));
            hosts = senders + 3;
            for (int host = 0; host < hosts; host++) {
                links.add(new int[] {host, host <= senders ? hosts : hosts + 1, 0});
            }
            links.add(new int[] {hosts, hosts + 2, 1});
            links.add(new int[] {hosts + 1, hosts + 2, 1});
            switches.addAll(Set.of(hosts, hosts + 1, hosts + 2));
        }
        for (int node = 0; node < hosts + switches.size(); node++) {
            if (switches.contains(node)) {
                builder.switchNode(String.valueOf(node), buffer);
            } else {
                builder.host(String.valueOf(node));
            }
        }
        for (int[] link : links) {
            double gbps = link[2] == 0 ? hostGbps : uplinkGbps;
            double ratio = gbps / hostGbps;
            builder.link(
                    String.valueOf(link[0]),
                    String.valueOf(link[1]),
                    gbps * 1e9,
                    delayNs,
                    new EcnProfile(marks, (long) (kmin * ratio), (long) (kmax * ratio), pmax),
                    0.125 * ratio,
                    null);
        }
        return builder.build();
    }

    /** Closed-loop rings: a message of a round waits for its own and its left neighbour's message of the round before. */
    private static Map<Integer, int[]> ringDependencies(Map<String, String> row, List<Map<String, String>> flows) {
        Map<Integer, int[]> after = new HashMap<>();
        Map<String, String> detail = new HashMap<>();
        for (String part : row.get("detail").split(";", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                detail.put(part.substring(0, equals), part.substring(equals + 1));
            }
        }
        Map<String, List<Map<String, String>>> bySourcePort = new TreeMap<>();
        for (Map<String, String> flow : flows) {
            bySourcePort
                    .computeIfAbsent(flow.get("sport"), port -> new ArrayList<>())
                    .add(flow);
        }
        bySourcePort.forEach((port, all) -> {
            boolean ring = switch (row.get("set")) {
                case "coll" -> "ring".equals(detail.get("kind"));
                case "jobs" -> detail.get("mix").charAt(port.equals("10000") ? 0 : 1) == 'r';
                default -> false;
            };
            int at = 0;
            while (ring && at < all.size()) {
                int first = Integer.parseInt(all.get(at).get("flow_id"));
                int ranks = 1;
                while (!all.get(at + ranks - 1).get("dst").equals(all.get(at).get("src"))) {
                    ranks++;
                }
                int rounds = 2 * (ranks - 1);
                for (int round = 1; round < rounds; round++) {
                    for (int rank = 0; rank < ranks; rank++) {
                        int before = first + (round - 1) * ranks;
                        after.put(
                                first + round * ranks + rank,
                                new int[] {before + (rank + ranks - 1) % ranks, before + rank});
                    }
                }
                at += ranks * rounds;
            }
        });
        return after;
    }

    private static List<Map<String, String>> rows(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            String[] header = lines.get(0).split(",", -1);
            List<Map<String, String>> rows = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                String[] fields = line.split(",", -1);
                Map<String, String> row = new LinkedHashMap<>();
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
