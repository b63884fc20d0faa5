package io.fabrictwin.model.incident;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.incident.IncidentReport.WayStop;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.walk.RankWalk;
import io.fabrictwin.model.walk.Stop;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The way from a rank to what is suspected: rank, communicator, GPU, NIC, ports, queues and links. */
final class SuspectWay {
    private SuspectWay() {}

    /** Empty where no two ranks of the job are known. */
    static List<WayStop> of(FabricFrame frame, @Nullable JobWays ways, List<String> suspects) {
        if (ways == null || ways.job().hosts().size() < 2) {
            return List.of();
        }
        int[] ends = ends(ways, suspects);
        Set<String> names = new HashSet<>(suspects);
        List<WayStop> way = new ArrayList<>();
        for (Stop stop : RankWalk.between(frame, ways.job().id(), ends[0], ends[1])) {
            way.add(new WayStop(stop, isSuspect(stop, names)));
            if (stop.what().equals("rank") && way.size() == 1) {
                way.add(new WayStop(communicator(frame, ways.job(), ends[0]), false));
            }
        }
        return way;
    }

    private static boolean isSuspect(Stop stop, Set<String> names) {
        for (String part : stop.name().split(" ", -1)) {
            if (names.contains(part) || names.contains(part.replaceFirst(":.*", ""))) {
                return true;
            }
        }
        return false;
    }

    /** A pair of ranks whose way leads over the most of what is suspected; else of a suspected host, else the first. */
    private static int[] ends(JobWays ways, List<String> suspects) {
        for (int narrow = suspects.size() - 1; narrow >= 0; narrow--) {
            List<Job.Connection> over = ways.over(suspects.get(narrow));
            if (!over.isEmpty()) {
                return new int[] {over.get(0).sourceRank(), over.get(0).destinationRank()};
            }
        }
        List<Integer> ranks = List.copyOf(ways.job().hosts().keySet());
        for (Map.Entry<Integer, ?> entry : ways.job().hosts().entrySet()) {
            if (suspects.contains(String.valueOf(entry.getValue()))) {
                int place = ranks.indexOf(entry.getKey());
                return new int[] {entry.getKey(), ranks.get((place + 1) % ranks.size())};
            }
        }
        return new int[] {ranks.get(0), ranks.get(1)};
    }

    private static Stop communicator(FabricFrame frame, Job job, int rank) {
        EntityKey from = new EntityKey(
                frame.fabric(), EntityKind.COMMUNICATOR, List.of(job.id().value()));
        for (EntityKey key : frame.states().tailMap(from).keySet()) {
            if (key.kind() != EntityKind.COMMUNICATOR
                    || !key.owner().equals(job.id().value())) {
                break;
            }
            if (key.path().get(2).equals(Integer.toString(rank))) {
                return new Stop(
                        "communicator",
                        key.path().get(1),
                        job.hosts().size() + " ranks of " + job.id(),
                        "told by the rank when it joined");
            }
        }
        return new Stop(
                "communicator",
                job.id().value(),
                job.hosts().size() + " ranks",
                "no communicator was told of; all ranks of the job are taken for one");
    }
}
