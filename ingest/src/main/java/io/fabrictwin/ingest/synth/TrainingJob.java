package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.topology.Chooser;
import io.fabrictwin.ingest.synth.topology.Topology;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.step.CollectiveWork;
import java.util.List;

/** A job, its connections, and the ways that they take. */
final class TrainingJob {
    private final JobId id;
    private final int[] nics;
    private final List<CollectiveWork> collectives;
    private final long computeNs;
    private final boolean isRing;
    /** By connection: source ports, and ways on usual days and during an incident that moves traffic. */
    private final int[] sourcePorts;

    private final int[][] usual;
    private int[][] during;

    TrainingJob(JobId id, int[] nics, List<CollectiveWork> collectives, long computeNs, boolean isRing) {
        this.id = id;
        this.nics = nics;
        this.collectives = List.copyOf(collectives);
        this.computeNs = computeNs;
        this.isRing = isRing;
        int connections = isRing ? nics.length : nics.length * (nics.length - 1);
        sourcePorts = new int[connections];
        usual = new int[connections][];
        during = usual;
    }

    JobId id() {
        return id;
    }

    int ranks() {
        return nics.length;
    }

    int nic(int rank) {
        return nics[rank];
    }

    /** The rank on a NIC; -1 if none of this job's is there. */
    int rankOn(int nic) {
        for (int rank = 0; rank < nics.length; rank++) {
            if (nics[rank] == nic) {
                return rank;
            }
        }
        return -1;
    }

    List<CollectiveWork> collectives() {
        return collectives;
    }

    /** Usual computing time of a rank in a step. */
    long computeNs() {
        return computeNs;
    }

    /** Whether ranks send to the next one only; else each sends to all others. */
    boolean isRing() {
        return isRing;
    }

    int connections() {
        return usual.length;
    }

    int source(int connection) {
        return isRing ? connection : connection / (nics.length - 1);
    }

    int destination(int connection) {
        if (isRing) {
            return (connection + 1) % nics.length;
        }
        int place = connection % (nics.length - 1);
        return place < source(connection) ? place : place + 1;
    }

    private int connection(int source, int destination) {
        return isRing ? source : source * (nics.length - 1) + (destination < source ? destination : destination - 1);
    }

    int sourcePort(int connection) {
        return sourcePorts[connection];
    }

    int[] path(int connection, boolean isDuring) {
        return isDuring ? during[connection] : usual[connection];
    }

    int[] path(int source, int destination, boolean isDuring) {
        return path(connection(source, destination), isDuring);
    }

    /** Sets a connection up. */
    void connect(int connection, int sourcePort, int[] path) {
        sourcePorts[connection] = sourcePort;
        usual[connection] = path;
    }

    /** What switches tell a connection by: the whole of it where they hash, else the destination alone. */
    long flow(int connection, int sourcePort, boolean isHashed) {
        return !isHashed
                ? nics[destination(connection)]
                : Hidden.mix(nics[source(connection)], nics[destination(connection)], sourcePort);
    }

    /** Finds the ways that connections take while switches pick otherwise. */
    void reroute(Topology topology, Chooser chooser, boolean isHashed) {
        during = new int[usual.length][];
        for (int connection = 0; connection < usual.length; connection++) {
            during[connection] = topology.path(
                    nics[source(connection)],
                    nics[destination(connection)],
                    flow(connection, sourcePorts[connection], isHashed),
                    chooser);
        }
    }
}
