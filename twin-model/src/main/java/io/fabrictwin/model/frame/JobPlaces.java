package io.fabrictwin.model.frame;

import static io.fabrictwin.model.state.AttributeName.*;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.state.EntityKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where a job runs and what its processes told of their NICs; null is unknown.
 *
 * @param ranks by rank
 * @param nics NICs as the processes of a host list them
 * @param channelEnds ends of network connections, each told by its own host
 */
public record JobPlaces(SortedMap<Integer, Rank> ranks, List<ListedNic> nics, List<ChannelEnd> channelEnds) {
    /**
     * A rank.
     *
     * @param gpu bus id or index
     * @param nic the NIC it uses, where told
     */
    public record Rank(
            DeviceId host, @Nullable String gpu, @Nullable String nic) {}

    /** A NIC at an index of a host's list. */
    public record ListedNic(
            DeviceId host,
            int index,
            String name,
            @Nullable Integer nicPort,
            @Nullable String linkLayer) {}

    /** One end of a connection between two ranks over the network. */
    public record ChannelEnd(
            int channel,
            int fromRank,
            int toRank,
            @Nullable DeviceId host,
            int nicIndex,
            @Nullable Boolean gpuDirect) {}

    public JobPlaces {
        ranks = Collections.unmodifiableSortedMap(new TreeMap<>(ranks));
        nics = List.copyOf(nics);
        channelEnds = List.copyOf(channelEnds);
    }

    /** What the frame has of a job. Ranks are those of the job; where only communicators are told, those of the largest. */
    public static JobPlaces of(FabricFrame frame, JobId job) {
        List<ListedNic> nics = new ArrayList<>();
        for (Entity nic : frame.entities(EntityKind.NIC, job.value())) {
            String name = nic.text(NIC);
            if (name != null) {
                nics.add(new ListedNic(
                        frame.identities().device(new DeviceId(nic.path(1))),
                        nic.pathNumber(2),
                        name,
                        nic.count(NIC_PORT),
                        nic.text(LINK_LAYER)));
            }
        }
        List<ChannelEnd> ends = new ArrayList<>();
        for (Entity channel : frame.entities(EntityKind.CHANNEL, job.value())) {
            Integer nicIndex = channel.count(NIC_INDEX);
            if (nicIndex != null) {
                String host = channel.path(5);
                ends.add(new ChannelEnd(
                        channel.pathNumber(2),
                        channel.pathNumber(3),
                        channel.pathNumber(4),
                        host.isEmpty() ? null : frame.identities().device(new DeviceId(host)),
                        nicIndex,
                        channel.flag(GPU_DIRECT)));
            }
        }
        return new JobPlaces(ranks(frame, job), nics, ends);
    }

    /** A NIC of a host's list. */
    public Optional<ListedNic> nic(DeviceId host, int index) {
        return nics.stream()
                .filter(nic -> nic.index() == index && nic.host().equals(host))
                .findFirst();
    }

    private static SortedMap<Integer, Rank> ranks(FabricFrame frame, JobId job) {
        SortedMap<Integer, Rank> ranks = new TreeMap<>();
        for (Entity rank : frame.entities(EntityKind.RANK, job.value())) {
            put(frame, ranks, rank, rank.pathNumber(1), rank.text(NIC));
        }
        if (!ranks.isEmpty()) {
            return ranks;
        }
        SortedMap<String, SortedMap<Integer, Rank>> byCommunicator = new TreeMap<>();
        for (Entity member : frame.entities(EntityKind.COMMUNICATOR, job.value())) {
            put(
                    frame,
                    byCommunicator.computeIfAbsent(member.path(1), communicator -> new TreeMap<>()),
                    member,
                    member.pathNumber(2),
                    null);
        }
        for (SortedMap<Integer, Rank> members : byCommunicator.values()) {
            if (members.size() > ranks.size()) {
                ranks = members;
            }
        }
        return ranks;
    }

    private static void put(
            FabricFrame frame, SortedMap<Integer, Rank> ranks, Entity entity, int rank, @Nullable String nic) {
        String host = entity.text(HOST);
        if (host != null) {
            ranks.put(rank, new Rank(frame.identities().device(new DeviceId(host)), entity.text(GPU), nic));
        }
    }
}
