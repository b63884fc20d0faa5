package io.fabrictwin.cli.simulate;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.form.Fields;
import io.fabrictwin.model.congestion.DcqcnParameter;
import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.DcqcnVariant;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.congestion.Transfer;
import io.fabrictwin.model.congestion.Transport;
import io.fabrictwin.model.congestion.TransportKind;
import io.fabrictwin.model.pause.LossRecovery;
import io.fabrictwin.model.pause.TransportTimeout;
import io.fabrictwin.model.route.Ecmp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Reads the case form of {@code docs/simulate.md}, strictly. */
public final class CaseReader {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final int NO_ALPHA = 1;

    private final long seed;
    private final Map<String, Boolean> isHost = new LinkedHashMap<>();
    private final Map<String, int[]> portsByEnds = new HashMap<>();
    private final List<Ecmp.Link> links = new ArrayList<>();

    private CaseReader(long seed) {
        this.seed = seed;
    }

    /** Reads a file; paths that it leaves open are drawn by {@code seed}. */
    static SimulationCase read(Path file, long seed) {
        return read(file, tree(file), seed);
    }

    /** The JSON of a file, not looked into yet. */
    public static JsonNode tree(Path file) {
        try {
            return MAPPER.readTree(Files.readAllBytes(file));
        } catch (NoSuchFileException missing) {
            throw new BadDataException(file + ": no such file", missing);
        } catch (JsonProcessingException broken) {
            int line = broken.getLocation() == null ? 1 : broken.getLocation().getLineNr();
            throw new BadDataException(file + " line " + line + ": no JSON: " + broken.getOriginalMessage(), broken);
        } catch (IOException unreadable) {
            throw new BadDataException(file + ": cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    /** The case of a form; {@code file} is for messages only. Paths that it leaves open are drawn by {@code seed}. */
    public static SimulationCase read(Path file, JsonNode form, long seed) {
        try {
            return new CaseReader(seed).read(form);
        } catch (BadDataException bad) {
            throw new BadDataException(file + ": " + bad.getMessage(), bad);
        }
    }

    private SimulationCase read(JsonNode root) {
        Fields top = new Fields("", root);
        Fields fabric = top.object("fabric");
        Transport transport = transport(fabric.object("transport"));
        Network network = network(fabric, transport);
        SimulationCase simulation = flows(network, top.array("flows"));
        top.rejectUnknown();
        return simulation;
    }

    private static Transport transport(Fields fields) {
        return fields.build(() -> {
            TransportKind kind = TransportKind.ofWireName(fields.text("kind"));
            boolean paced = kind.isPaced();
            EcnProfile ecn = paced || fields.has("ecn") ? ecn(fields.object("ecn")) : EcnProfile.OFF;
            PfcProfile pfc = (kind.hasQueues() && !kind.hasCredits()) || fields.has("pfc")
                    ? pfc(fields.object("pfc"))
                    : new PfcProfile(false, NO_ALPHA, 0, 0, null);
            DcqcnProfile dcqcn = paced || fields.has("dcqcn")
                    ? dcqcn(fields.object("dcqcn"))
                    : new DcqcnProfile(0, 1, 1, 1, 0, 0, 1, 0);
            return new Transport(
                    kind,
                    fields.small("payloadBytes"),
                    fields.small("wireBytes"),
                    fields.small("ackBytes"),
                    ecn,
                    pfc,
                    dcqcn,
                    fields.has("recovery") ? recovery(fields.text("recovery")) : LossRecovery.GO_BACK_N,
                    fields.has("timeoutExponent")
                            ? new TransportTimeout(fields.small("timeoutExponent"))
                            : Transport.USUAL_TIMEOUT,
                    fields.has("efficiency") ? fields.number("efficiency") : kind.efficiency());
        });
    }

    private static LossRecovery recovery(String name) {
        return switch (name) {
            case "go-back-n" -> LossRecovery.GO_BACK_N;
            case "selective-repeat" -> LossRecovery.SELECTIVE_REPEAT;
            default -> throw new IllegalArgumentException("recovery must be go-back-n or selective-repeat: " + name);
        };
    }

    private static EcnProfile ecn(Fields fields) {
        return fields.build(() -> new EcnProfile(
                fields.flag("enabled"), fields.whole("kminBytes"), fields.whole("kmaxBytes"), fields.number("pmax")));
    }

    private static PfcProfile pfc(Fields fields) {
        return fields.build(() -> new PfcProfile(
                fields.flag("enabled"),
                fields.number("alpha"),
                fields.whole("reserveBytes"),
                fields.whole("resumeOffsetBytes"),
                fields.has("headroomBytes") ? fields.whole("headroomBytes") : null));
    }

    private static DcqcnProfile dcqcn(Fields fields) {
        return fields.build(() -> {
            String name = fields.text("variant");
            DcqcnVariant variant = switch (name) {
                case "mlx" -> DcqcnVariant.MLX;
                case "paper" -> paper(fields);
                case "firmware" -> firmware(fields);
                default -> throw new IllegalArgumentException("variant must be mlx, paper or firmware: " + name);
            };
            return new DcqcnProfile(
                    fields.number("g"),
                    nanoseconds(fields.number("alphaTimerUs")),
                    variant.cutsAtOnce() ? 0 : nanoseconds(fields.number("rateDecreaseIntervalUs")),
                    nanoseconds(fields.number("rateIncreaseTimerUs")),
                    fields.number("aiMbps") * 1e6,
                    fields.number("haiMbps") * 1e6,
                    fields.number("minRateMbps") * 1e6,
                    fields.small("fastRecoveryTimes"),
                    variant);
        });
    }

    private static DcqcnVariant paper(Fields fields) {
        DcqcnVariant paper = DcqcnVariant.PAPER;
        return new DcqcnVariant(
                paper.cutsAtOnce(),
                nanoseconds(fields.number("notificationIntervalUs")),
                paper.initialAlpha(),
                paper.cutDivisor(),
                paper.leastKeptShare(),
                paper.firstRateBitsPerSecond(),
                paper.targetFollows(),
                fields.whole("byteCounterBytes"),
                paper.hyperIncreaseGrows(),
                paper.maxRateBitsPerSecond());
    }

    private static DcqcnVariant firmware(Fields fields) {
        DcqcnVariant usual = DcqcnParameter.profile(Map.of()).variant();
        return new DcqcnVariant(
                usual.cutsAtOnce(),
                nanoseconds(fields.number("notificationIntervalUs")),
                fields.number("initialAlpha"),
                usual.cutDivisor(),
                fields.number("leastKeptShare"),
                fields.number("firstRateMbps") * 1e6,
                usual.targetFollows(),
                fields.whole("byteCounterBytes"),
                usual.hyperIncreaseGrows(),
                usual.maxRateBitsPerSecond());
    }

    private static long nanoseconds(double microseconds) {
        return Math.round(microseconds * 1000);
    }

    private Network network(Fields fabric, Transport transport) {
        Network.Builder builder = Network.builder(transport);
        for (Fields fields : elements("fabric.nodes", fabric.array("nodes"), fields -> fields.text("id"))) {
            String id = fields.text("id");
            String kind = fields.text("kind");
            fields.build(() -> switch (kind) {
                case "host" -> builder.host(id);
                case "switch" ->
                    builder.switchNode(
                            id,
                            transport.kind().hasQueues() || fields.has("bufferBytes")
                                    ? fields.whole("bufferBytes")
                                    : 0);
                default -> throw new IllegalArgumentException("kind must be host or switch: " + kind);
            });
            isHost.put(id, kind.equals("host"));
        }
        for (Fields fields : elements("fabric.links", fabric.array("links"), CaseReader::ends)) {
            String a = fields.text("a");
            String b = fields.text("b");
            fields.build(() -> builder.link(
                    a,
                    b,
                    fields.number("gbps") * 1e9,
                    fields.whole("delayNs"),
                    fields.has("ecn") ? ecn(fields.object("ecn")) : null,
                    fields.has("pfcAlpha") ? fields.number("pfcAlpha") : null,
                    null));
            links.add(new Ecmp.Link(a, b));
        }
        fabric.rejectUnknown();
        return builder.build();
    }

    /** Elements of a list in the order of a key, so that the order in the file does not matter. */
    private static <K extends Comparable<K>> List<Fields> elements(
            String name, JsonNode list, Function<Fields, K> key) {
        List<Fields> elements = new ArrayList<>();
        for (JsonNode element : list) {
            elements.add(new Fields(name + "[" + elements.size() + "]", element));
        }
        elements.sort(Comparator.comparing(key));
        return elements;
    }

    private static String ends(Fields link) {
        String a = link.text("a");
        String b = link.text("b");
        return a.compareTo(b) < 0 ? a + '\n' + b : b + '\n' + a;
    }

    private SimulationCase flows(Network network, JsonNode flows) {
        Map<Long, Integer> placeOf = new HashMap<>();
        List<Long> ids = new ArrayList<>();
        List<Fields> all = new ArrayList<>();
        for (Fields fields : elements("flows", flows, fields -> fields.whole("id"))) {
            long id = fields.whole("id");
            if (placeOf.put(id, all.size()) != null) {
                throw new BadDataException(fields.path("id") + " is given twice: " + id);
            }
            ids.add(id);
            all.add(fields);
        }
        Ecmp ecmp = ecmp();
        List<Transfer> transfers = new ArrayList<>();
        for (int place = 0; place < all.size(); place++) {
            transfers.add(transfer(network, all.get(place), place, ids.get(place), placeOf, ecmp));
        }
        requireNoCycle(transfers, ids);
        return new SimulationCase(network, List.copyOf(transfers), List.copyOf(ids));
    }

    private Ecmp ecmp() {
        List<Ecmp.Node> nodes = new ArrayList<>();
        for (Map.Entry<String, Boolean> node : isHost.entrySet()) {
            int number = nodes.size();
            nodes.add(new Ecmp.Node(node.getKey(), number, node.getValue() ? 0x0b000001 + (number << 8) : null));
        }
        return Ecmp.of(nodes, links);
    }

    private Transfer transfer(
            Network network, Fields fields, int place, long id, Map<Long, Integer> placeOf, Ecmp ecmp) {
        String source = host(fields, "src");
        String destination = host(fields, "dst");
        if (source.equals(destination)) {
            throw new BadDataException(fields.path("dst") + " is the source itself: " + destination);
        }
        long bytes = fields.whole("bytes");
        long startNs = fields.whole("startNs");
        List<String> path;
        if (fields.has("path")) {
            path = nodes(fields, "path", source, destination);
        } else {
            path = ecmp.path(source, destination, 10_000, destinationPort(id));
            if (path.isEmpty()) {
                throw new BadDataException(
                        fields.path("dst") + " cannot be reached from " + source + ": " + destination);
            }
        }
        int[] after = new int[0];
        if (fields.has("after")) {
            JsonNode list = fields.array("after");
            after = new int[list.size()];
            for (int k = 0; k < after.length; k++) {
                long before = Fields.whole(fields.path("after") + "[" + k + "]", list.get(k));
                Integer beforePlace = placeOf.get(before);
                if (beforePlace == null) {
                    throw new BadDataException(fields.path("after") + "[" + k + "] names no flow: " + before);
                }
                after[k] = beforePlace;
            }
        }
        boolean acksKnown = fields.has("ackPath");
        fields.rejectUnknown();
        int[] ports = ports(network, fields, "path", path, id);
        if (!acksKnown) {
            return new Transfer(place, ports, bytes, startNs, after);
        }
        List<String> ackPath = nodes(fields, "ackPath", destination, source);
        return new Transfer(place, ports, bytes, startNs, after, ports(network, fields, "ackPath", ackPath, id));
    }

    private String host(Fields fields, String name) {
        String node = fields.text(name);
        Boolean known = isHost.get(node);
        if (known == null || !known) {
            throw new BadDataException(fields.path(name) + " is not a host of the fabric: " + node);
        }
        return node;
    }

    private static List<String> nodes(Fields fields, String name, String first, String last) {
        List<String> nodes = new ArrayList<>();
        for (JsonNode node : fields.array(name)) {
            nodes.add(Fields.text(fields.path(name) + "[" + nodes.size() + "]", node));
        }
        if (nodes.size() < 2
                || !nodes.get(0).equals(first)
                || !nodes.get(nodes.size() - 1).equals(last)) {
            throw new BadDataException(fields.path(name) + " must lead from " + first + " to " + last);
        }
        return nodes;
    }

    private int[] ports(Network network, Fields fields, String name, List<String> path, long id) {
        int[] ports = new int[path.size() - 1];
        for (int hop = 0; hop < ports.length; hop++) {
            String from = path.get(hop);
            String to = path.get(hop + 1);
            if (hop > 0 && isHost.getOrDefault(from, false)) {
                throw new BadDataException(
                        fields.path(name) + "[" + hop + "] is a host in the middle of a path: " + from);
            }
            int[] parallel = portsByEnds.computeIfAbsent(from + "\n" + to, ends -> network.portsBetween(from, to));
            if (parallel.length == 0) {
                throw new BadDataException(
                        fields.path(name) + "[" + (hop + 1) + "] has no link from " + from + ": " + to);
            }
            ports[hop] = parallel[Integer.remainderUnsigned(destinationPort(id), parallel.length)];
        }
        return ports;
    }

    /** A destination port from 1024 that the seed and the flow's id decide: where the hash gets its entropy from. */
    private int destinationPort(long id) {
        long mixed = (seed * 0x9E3779B97F4A7C15L ^ id) * 0xD1B54A32D192ED03L;
        mixed = (mixed ^ mixed >>> 32) * 0xD1B54A32D192ED03L;
        return 1024 + (int) Long.remainderUnsigned(mixed ^ mixed >>> 29, 64_512);
    }

    private static void requireNoCycle(List<Transfer> transfers, List<Long> ids) {
        int[] left = new int[transfers.size()];
        List<List<Integer>> next = new ArrayList<>();
        for (int place = 0; place < left.length; place++) {
            next.add(new ArrayList<>());
        }
        ArrayDeque<Integer> free = new ArrayDeque<>();
        for (Transfer transfer : transfers) {
            left[transfer.id()] = transfer.after().length;
            for (int before : transfer.after()) {
                next.get(before).add(transfer.id());
            }
            if (left[transfer.id()] == 0) {
                free.add(transfer.id());
            }
        }
        while (!free.isEmpty()) {
            for (int after : next.get(free.remove())) {
                if (--left[after] == 0) {
                    free.add(after);
                }
            }
        }
        for (int place = 0; place < left.length; place++) {
            if (left[place] > 0) {
                throw new BadDataException("flows: after is part of a cycle: flow "
                        + ids.get(cycleMember(transfers, left, place)) + " waits for itself");
            }
        }
    }

    /** Follows what a stuck flow waits for until one comes up twice: that one is on the cycle. */
    private static int cycleMember(List<Transfer> transfers, int[] left, int stuck) {
        Set<Integer> seen = new HashSet<>();
        int at = stuck;
        while (seen.add(at)) {
            for (int before : transfers.get(at).after()) {
                if (left[before] > 0) {
                    at = before;
                    break;
                }
            }
        }
        return at;
    }
}
