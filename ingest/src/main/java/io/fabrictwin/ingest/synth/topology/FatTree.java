package io.fabrictwin.ingest.synth.topology;

import java.util.Locale;

/**
 * Three tiers of k-port switches: k/2 NICs an edge, k/2 edges a pod, and as many pods as the NICs need. Aggregation a of
 * every pod is wired to the k/2 cores of plane a. Oversubscribed, a pod has fewer aggregations, and the fabric fewer planes.
 */
final class FatTree implements Topology {
    private static final int LEAST_PORTS = 8;

    private final Wiring wiring;
    private final int nics;
    private final int half;
    private final int planes;
    private final int firstAggregationLink;
    private final int firstCoreLink;

    FatTree(int nics, int oversubscription, boolean isInfiniband) {
        this.nics = nics;
        int ports = LEAST_PORTS;
        while ((long) ports * ports * ports / 4 < nics) {
            ports *= 2;
        }
        half = ports / 2;
        planes = half / oversubscription;
        int pods = (nics + half * half - 1) / (half * half);
        Wiring.Builder builder = new Wiring.Builder().nics(nics);
        for (int pod = 0; pod < pods; pod++) {
            for (int edge = 0; edge < half; edge++) {
                builder.node(String.format(Locale.ROOT, "pod%03d-edge%02d", pod, edge), 1);
            }
        }
        for (int pod = 0; pod < pods; pod++) {
            for (int plane = 0; plane < planes; plane++) {
                builder.node(String.format(Locale.ROOT, "pod%03d-agg%02d", pod, plane), 2);
            }
        }
        for (int core = 0; core < planes * half; core++) {
            builder.node(String.format(Locale.ROOT, "core%04d", core), 3);
        }
        for (int nic = 0; nic < nics; nic++) {
            builder.link(nic, nics + nic / half);
        }
        firstAggregationLink = nics;
        int firstAggregation = nics + pods * half;
        for (int edge = 0; edge < pods * half; edge++) {
            for (int plane = 0; plane < planes; plane++) {
                builder.link(nics + edge, firstAggregation + edge / half * planes + plane);
            }
        }
        firstCoreLink = firstAggregationLink + pods * half * planes;
        int firstCore = firstAggregation + pods * planes;
        for (int aggregation = 0; aggregation < pods * planes; aggregation++) {
            for (int core = 0; core < half; core++) {
                builder.link(firstAggregation + aggregation, firstCore + aggregation % planes * half + core);
            }
        }
        wiring = builder.build(isInfiniband);
    }

    @Override
    public Wiring wiring() {
        return wiring;
    }

    @Override
    public int[] path(int sourceNic, int destinationNic, long flow, Chooser chooser) {
        int up = sourceNic / half;
        int down = destinationNic / half;
        if (up == down) {
            return new int[] {2 * sourceNic, 2 * destinationNic + 1};
        }
        int plane = chooser.choose(nics + up, planes, flow);
        int upLink = firstAggregationLink + up * planes + plane;
        int downLink = firstAggregationLink + down * planes + plane;
        if (up / half == down / half) {
            return new int[] {2 * sourceNic, 2 * upLink, 2 * downLink + 1, 2 * destinationNic + 1};
        }
        int core = chooser.choose(wiring.to(2 * upLink), half, flow);
        return new int[] {
            2 * sourceNic,
            2 * upLink,
            2 * (firstCoreLink + (up / half * planes + plane) * half + core),
            2 * (firstCoreLink + (down / half * planes + plane) * half + core) + 1,
            2 * downLink + 1,
            2 * destinationNic + 1
        };
    }
}
