package io.fabrictwin.model.window;

import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.frame.Device;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.JobPlaces;
import io.fabrictwin.model.id.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rail on which collectives take longest. Of each collective a rail's time is the shortest stay of its ranks: of the one
 * that came last of them. Ranks of slow rails stay longer, be it that their rail has collectives of its own or that they are
 * done later; by chance too, where ranks come unevenly. A rail is the number of the NIC that a rank uses.
 *
 * @param lagNs by how much its mean time in collectives exceeds that of the median rail, over one of each operation and size
 */
record RailLag(int rail, double lagNs) {
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,4})\\D*$");

    /** Of the runs of one job; null where nowhere two rails are known. */
    static @Nullable RailLag of(List<CollectiveRun> runs, Map<Integer, Integer> railByRank) {
        SortedMap<CollectiveRun.Kind, SortedMap<Integer, List<Long>>> byKind = new TreeMap<>();
        for (CollectiveRun run : runs) {
            SortedMap<Integer, List<Long>> ofRails = byKind.computeIfAbsent(run.kind(), unknown -> new TreeMap<>());
            SortedMap<Integer, Long> shortest = new TreeMap<>();
            run.stayNs().forEach((rank, stayNs) -> {
                Integer rail = railByRank.get(rank);
                if (rail != null) {
                    shortest.merge(rail, stayNs, Math::min);
                }
            });
            shortest.forEach((rail, stayNs) ->
                    ofRails.computeIfAbsent(rail, unknown -> new ArrayList<>()).add(stayNs));
        }
        SortedMap<Integer, Double> lags = new TreeMap<>();
        byKind.values().stream().filter(ofRails -> ofRails.size() > 1).forEach(ofRails -> addLags(ofRails, lags));
        RailLag slowest = null;
        for (Map.Entry<Integer, Double> lag : lags.entrySet()) {
            if (slowest == null || lag.getValue() > slowest.lagNs()) {
                slowest = new RailLag(lag.getKey(), lag.getValue());
            }
        }
        return slowest;
    }

    private static void addLags(SortedMap<Integer, List<Long>> ofRails, SortedMap<Integer, Double> lags) {
        SortedMap<Integer, Double> means = new TreeMap<>();
        ofRails.forEach((rail, stays) -> means.put(
                rail, stays.stream().mapToLong(Long::longValue).average().orElseThrow()));
        double[] sorted = means.values().stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        double medianNs = sorted[(sorted.length - 1) / 2];
        means.forEach((rail, meanNs) -> lags.merge(rail, meanNs - medianNs, Double::sum));
    }

    /** Which rail each rank of a job is on, as far as that is known. */
    static SortedMap<Integer, Integer> rails(FabricFrame frame, JobId job) {
        JobPlaces places = JobPlaces.of(frame, job);
        Map<Integer, SortedSet<Integer>> toldByRank = new HashMap<>();
        for (JobPlaces.ChannelEnd end : places.channelEnds()) {
            for (int rank : new int[] {end.fromRank(), end.toRank()}) {
                JobPlaces.Rank place = places.ranks().get(rank);
                if (place != null && place.host().equals(end.host())) {
                    toldByRank.computeIfAbsent(rank, unknown -> new TreeSet<>()).add(end.nicIndex());
                }
            }
        }
        SortedMap<Integer, Integer> rails = new TreeMap<>();
        places.ranks().forEach((rank, place) -> {
            SortedSet<Integer> told = toldByRank.get(rank);
            // A rank that tells of several NICs is on no one rail.
            Integer rail = told == null ? number(frame, place) : told.size() == 1 ? told.first() : null;
            if (rail != null) {
                rails.put(rank, rail);
            }
        });
        return rails;
    }

    /** The number that the name of the rank's NIC ends in, as mlx5_3 does, or its host where that is a NIC. */
    private static @Nullable Integer number(FabricFrame frame, JobPlaces.Rank place) {
        String nic = place.nic();
        if (nic == null) {
            boolean isNic = frame.device(place.host()).map(Device::kind).orElse(null) == DeviceKind.NIC;
            nic = isNic ? place.host().value() : null;
        }
        Matcher number = NUMBER.matcher(nic == null ? "" : nic);
        return number.find() ? (Integer) Integer.parseInt(number.group(1)) : null;
    }
}
