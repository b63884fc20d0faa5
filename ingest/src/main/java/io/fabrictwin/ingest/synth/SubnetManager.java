package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.Emitter.Source;
import io.fabrictwin.ingest.synth.topology.Chooser;
import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.event.ForwardingTableObserved;
import io.fabrictwin.model.event.SubnetManagerChanged;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the subnet manager of an InfiniBand fabric tells: itself, and the tables of the switches that NICs are wired to. */
final class SubnetManager {
    /** Tables of larger fabrics are too many to dump, and too long for one event. */
    static final int MOST_NICS = 4_096;

    /** The host that it runs on. */
    private static final int MASTER = 0;

    private static final int PRIORITY = 14;

    private final Cluster cluster;
    private final Wiring wiring;
    private final Emitter emitter;

    SubnetManager(Cluster cluster, Emitter emitter) {
        this.cluster = cluster;
        this.emitter = emitter;
        wiring = cluster.wiring();
    }

    /** The LID of a NIC; 0 is none. */
    static int lid(int nic) {
        return nic + 1;
    }

    /** It is master and has set up all switches. */
    void started() {
        engine(0, usualEngine());
        if (wiring.nics() <= MOST_NICS) {
            int told = -1;
            for (int nic = 0; nic < wiring.nics(); nic++) {
                int node = wiring.to(wiring.port(nic, 0));
                // NICs of a rail fabric are not in the order of their leaves; a leaf is told with its lowest NIC
                if (node > told && lowestNic(node) == nic) {
                    table(node, nic, 0, cluster.usual());
                    told = node;
                }
            }
        }
    }

    /** It has read the tables of a switch from somewhere else, or set up its own again. */
    void changed(long runNs, boolean isDuring) {
        int node = cluster.trouble().node();
        engine(runNs, isDuring ? "file" : usualEngine());
        if (wiring.nics() <= MOST_NICS) {
            Chooser usual = cluster.usual();
            table(node, lowestNic(node), runNs, isDuring ? cluster.trouble().chooser(usual, wiring) : usual);
        }
    }

    private String usualEngine() {
        return switch (cluster.settings().topology()) {
            case LEAF_SPINE, RAIL, FAT_TREE -> "ftree";
            case DRAGONFLY -> "dfp2";
        };
    }

    private void engine(long runNs, String engine) {
        emitter.tell(
                Source.CONFIG,
                MASTER,
                runNs,
                meta -> new SubnetManagerChanged(meta, wiring.name(MASTER), "MASTER", engine, PRIORITY));
    }

    private int lowestNic(int node) {
        int lowest = Integer.MAX_VALUE;
        for (int place = 0; place < wiring.degree(node); place++) {
            lowest = Math.min(lowest, wiring.to(wiring.port(node, place)));
        }
        return lowest;
    }

    private void table(int node, int nicThere, long runNs, Chooser chooser) {
        SortedMap<String, String> entries = new TreeMap<>();
        for (int nic = 0; nic < wiring.nics(); nic++) {
            int port = nic == nicThere
                    ? Wiring.reverse(wiring.port(nic, 0))
                    : cluster.topology().path(nicThere, nic, nic, chooser)[1];
            entries.put(Integer.toString(lid(nic)), wiring.id(port).name());
        }
        emitter.tell(Source.CONFIG, node, runNs, meta -> new ForwardingTableObserved(meta, wiring.name(node), entries));
    }
}
