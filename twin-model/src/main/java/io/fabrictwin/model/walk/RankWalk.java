package io.fabrictwin.model.walk;

import io.fabrictwin.model.frame.EcnSettings;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.HostInventory;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.frame.JobPlaces;
import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.frame.Port;
import io.fabrictwin.model.frame.PortActivity;
import io.fabrictwin.model.frame.Queue;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Walks the way of the traffic that one rank sends another: rank, GPU, NIC, port, link, and at every switch the queues and
 * ports that may carry it. Where sources leave a step open, the walk says so and goes on from what the other side knows.
 */
public final class RankWalk {
    private final FabricFrame frame;
    private final JobPlaces places;
    private final NicPorts nicPorts;
    private final ShortestWays ways;
    private final Map<PortId, Port> ports = new TreeMap<>();
    private final Map<LinkId, Link> links = new TreeMap<>();
    private final List<Queue> queues;
    private final List<Stop> stops = new ArrayList<>();

    private RankWalk(FabricFrame frame, JobId job) {
        this.frame = frame;
        this.places = JobPlaces.of(frame, job);
        this.nicPorts = new NicPorts(frame);
        this.ways = new ShortestWays(frame);
        frame.ports().forEach(port -> ports.put(port.id(), port));
        frame.links().forEach(link -> links.put(link.id(), link));
        this.queues = frame.queues();
    }

    /** A rank's end of the way. */
    private record End(
            int rank, JobPlaces.Rank place, @Nullable PortId port, List<Stop> stops) {}

    /**
     * The stops from one rank to another, in the direction of traffic.
     *
     * @throws IllegalArgumentException if a rank of the job is not known; the message names those that are
     */
    public static List<Stop> between(FabricFrame frame, JobId job, int fromRank, int toRank) {
        RankWalk walk = new RankWalk(frame, job);
        walk.walk(job, fromRank, toRank);
        return List.copyOf(walk.stops);
    }

    private void walk(JobId job, int fromRank, int toRank) {
        End from = end(fromRank, toRank, true);
        End to = end(toRank, fromRank, false);
        stops.addAll(from.stops());
        PortId out = from.port();
        PortId in = to.port();
        if (from.place().host().equals(to.place().host())) {
            stops.add(new Stop("way", "inside " + from.place().host(), "", "both ranks are on one host"));
        } else if (out == null || in == null) {
            stops.add(new Stop(
                    "way",
                    "unknown",
                    "",
                    "the port of " + (out == null ? from : to).place().host()
                            + " is not known; take in LLDP, ibnetdiscover or a NCCL topology file"));
        } else {
            cross(job, fromRank, toRank, out, in);
        }
        List<Stop> back = new ArrayList<>(to.stops());
        Collections.reverse(back);
        stops.addAll(back);
    }

    private End end(int rank, int peer, boolean isSender) {
        JobPlaces.Rank place = places.ranks().get(rank);
        if (place == null) {
            throw new IllegalArgumentException("rank " + rank + " is not known; "
                    + (places.ranks().isEmpty()
                            ? "no rank of the job is"
                            : "known are " + places.ranks().firstKey() + " to "
                                    + places.ranks().lastKey()));
        }
        List<Stop> own = new ArrayList<>();
        own.add(new Stop("rank", "rank " + rank, "on " + place.host(), "where the job placed it"));
        if (place.gpu() != null) {
            own.add(new Stop("GPU", place.host() + " GPU " + place.gpu(), "", "told by the job"));
        }
        Choice nic = nic(rank, peer, isSender, place);
        if (nic == null) {
            Optional<PortId> only = onlyPort(place.host());
            only.ifPresent(port -> own.add(port(port, "the host's only port")));
            if (only.isEmpty()) {
                own.add(new Stop("NIC", "unknown", "", "no connection over the network was told for this pair"));
            }
            return new End(rank, place, only.orElse(null), own);
        }
        own.add(new Stop("NIC", nameOf(place.host(), nic.name()), distance(place, nic.name()), nic.knownBy()));
        Optional<NicPorts.Found> found = nicPorts.find(place.host(), nic.name(), nic.nicPort());
        found.ifPresent(port -> own.add(port(port.port(), port.knownBy())));
        return new End(rank, place, found.map(NicPorts.Found::port).orElse(null), own);
    }

    /** A NIC by its host, unless its own name begins with that. */
    private static String nameOf(DeviceId host, String nic) {
        return nic.startsWith(host.value()) ? nic : host + " " + nic;
    }

    /** A NIC, and how it is known to be the one. */
    private record Choice(String name, @Nullable Integer nicPort, String knownBy) {}

    private @Nullable Choice nic(int rank, int peer, boolean isSender, JobPlaces.Rank place) {
        Choice guess = null;
        for (JobPlaces.ChannelEnd end : places.channelEnds()) {
            boolean isOwn = end.host() == null || end.host().equals(place.host());
            int own = isSender ? end.fromRank() : end.toRank();
            int other = isSender ? end.toRank() : end.fromRank();
            Optional<JobPlaces.ListedNic> listed = places.nic(place.host(), end.nicIndex());
            if (!isOwn || own != rank || listed.isEmpty()) {
                continue;
            }
            JobPlaces.ListedNic nic = listed.get();
            String direct = Boolean.TRUE.equals(end.gpuDirect())
                    ? ", GPUDirect"
                    : Boolean.FALSE.equals(end.gpuDirect()) ? ", through host memory" : "";
            if (other == peer) {
                return new Choice(nic.name(), nic.nicPort(), "channel " + end.channel() + " of this pair" + direct);
            }
            if (guess == null) {
                guess = new Choice(
                        nic.name(), nic.nicPort(), "the rank's channel " + end.channel() + " with another" + direct);
            }
        }
        if (guess != null) {
            return guess;
        }
        return place.nic() == null ? null : new Choice(place.nic(), null, "told with the rank's place");
    }

    private String distance(JobPlaces.Rank place, String nic) {
        String gpu = place.gpu();
        if (gpu == null) {
            return "";
        }
        return HostInventory.of(frame, place.host()).paths().stream()
                .filter(path -> path.nic().equals(nic) && isSameGpu(path.gpu(), gpu))
                .findFirst()
                .map(path -> path.path() + " from the GPU")
                .orElse("");
    }

    /** A bus id comes with or without its domain and punctuation. */
    private static boolean isSameGpu(String one, String other) {
        String a = one.toLowerCase(Locale.ROOT).replaceAll("[^0-9a-f]", "").replaceFirst("^0+", "");
        String b = other.toLowerCase(Locale.ROOT).replaceAll("[^0-9a-f]", "").replaceFirst("^0+", "");
        return !a.isEmpty() && a.equals(b);
    }

    private Optional<PortId> onlyPort(DeviceId host) {
        List<PortId> own = ports.values().stream()
                .filter(port -> port.id().device().equals(host) && port.neighbour() != null)
                .map(Port::id)
                .toList();
        return own.size() == 1 ? Optional.of(own.get(0)) : Optional.empty();
    }

    private void cross(JobId job, int fromRank, int toRank, PortId out, PortId in) {
        List<DeviceId> told = toldPath(job, fromRank, toRank);
        List<ShortestWays.Hop> hops = List.of(new ShortestWays.Hop(out, out));
        DeviceId at = out.device();
        for (int step = 0; !at.equals(in.device()); step++) {
            List<ShortestWays.Hop> nearer = ways.nearer(at, in.device());
            boolean isFirst = step == 0;
            DeviceId wanted = step + 1 < told.size() ? told.get(step + 1) : null;
            hops = nearer.stream()
                    .filter(hop -> isFirst
                            ? hop.out().equals(out)
                            : wanted == null || hop.in().device().equals(wanted))
                    .filter(hop ->
                            !hop.in().device().equals(in.device()) || hop.in().equals(in))
                    .toList();
            if (hops.isEmpty() && wanted != null) {
                hops = ways.broken(at, wanted);
            }
            if (hops.isEmpty()) {
                stops.add(new Stop("way", "unknown", "", "no links are known that lead from " + at + " to " + in));
                return;
            }
            String knownBy = hops.size() == 1
                    ? wanted == null ? "the only shortest way" : "the path that the connection was seen to take"
                    : "one of " + hops.size() + " equal ways, by the switch's hash";
            for (ShortestWays.Hop hop : hops) {
                if (!isFirst) {
                    queues(hop.out());
                    stops.add(port(hop.out(), knownBy));
                }
                stops.add(link(hop));
            }
            if (hops.stream().map(hop -> hop.in().device()).distinct().count() > 1) {
                stops.add(new Stop("way", "through any of them", "", "their ways meet again"));
            }
            at = hops.get(0).in().device();
        }
    }

    private List<DeviceId> toldPath(JobId job, int fromRank, int toRank) {
        return frame.jobs().stream()
                .filter(known -> known.id().equals(job))
                .flatMap(known -> known.connections().stream())
                .filter(connection -> connection.sourceRank() == fromRank && connection.destinationRank() == toRank)
                .findFirst()
                .map(Job.Connection::path)
                .orElse(List.of());
    }

    private Stop port(PortId id, String knownBy) {
        Port port = ports.get(id);
        List<String> detail = new ArrayList<>();
        if (port != null) {
            if (port.alias() != null) {
                detail.add("alias " + port.alias());
            }
            if (port.bitsPerSecond() != null) {
                detail.add(rate(port.bitsPerSecond()));
            }
            if (Boolean.FALSE.equals(port.adminUp())) {
                detail.add("switched off");
            }
        }
        frame.activity(id)
                .map(PortActivity::txBitsPerSecond)
                .ifPresent(sent -> sent.ifPresent(bitsPerSecond -> detail.add(load(bitsPerSecond, port))));
        return new Stop("port", id.toString(), String.join(", ", detail), knownBy);
    }

    private static String load(double bitsPerSecond, @Nullable Port port) {
        String share = port == null || port.bitsPerSecond() == null
                ? ""
                : String.format(Locale.ROOT, " (%.0f %%)", 100 * bitsPerSecond / port.bitsPerSecond());
        return "sends " + rate(Math.round(bitsPerSecond)) + share;
    }

    private void queues(PortId port) {
        for (Queue queue : queues) {
            if (!queue.port().equals(port)) {
                continue;
            }
            List<String> detail = new ArrayList<>();
            EcnSettings ecn = queue.ecn();
            if (ecn.kminBytes() != null && ecn.kmaxBytes() != null) {
                detail.add("marks from " + ecn.kminBytes() + " to " + ecn.kmaxBytes() + " bytes");
            }
            if (Boolean.TRUE.equals(frame.pfc(port, queue.priority()).enabled())) {
                detail.add("lossless");
            }
            if (queue.depthMaxBytes() != null) {
                detail.add("at most " + queue.depthMaxBytes() + " bytes waited");
            }
            if (!detail.isEmpty()) {
                String priority = queue.priority() == null ? "" : " priority " + queue.priority();
                stops.add(new Stop("queue", port + priority, String.join(", ", detail), "told by " + port.device()));
            }
        }
    }

    private Stop link(ShortestWays.Hop hop) {
        Link link = Objects.requireNonNull(links.get(new LinkId(hop.out(), hop.in())), "a hop is over a link");
        return new Stop(
                "link",
                hop.out() + " - " + hop.in(),
                Boolean.FALSE.equals(link.isUp())
                        ? "down"
                        : link.bitsPerSecond() == null ? "" : rate(link.bitsPerSecond()),
                link.isSeen() ? "seen" : "planned; nobody has seen it");
    }

    private static String rate(long bitsPerSecond) {
        return bitsPerSecond >= 1_000_000_000L
                ? String.format(Locale.ROOT, "%.4g Gb/s", bitsPerSecond / 1e9).replaceFirst("\\.?0+ ", " ")
                : bitsPerSecond + " b/s";
    }
}
