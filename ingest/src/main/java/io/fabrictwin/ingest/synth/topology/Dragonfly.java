package io.fabrictwin.ingest.synth.topology;

import java.util.Arrays;
import java.util.Locale;

/**
 * A balanced dragonfly (Kim et al. 2008): p NICs and p global ports a router, 2p routers a group, all to all within it, and
 * as many cables between any two groups as global ports allow. A flow goes by way of a group that is picked by its hash
 * (Valiant), which spreads what neighbouring groups send each other; by none if it picks one of its own ends.
 */
final class Dragonfly implements Topology {
    private final Wiring wiring;
    private final int nics;
    private final int nicsPerRouter;
    private final int routers;
    private final int groups;
    private final int cables;
    private final int firstLocalLink;
    private final int firstGlobalLink;

    Dragonfly(int nics, boolean isInfiniband) {
        this.nics = nics;
        int half = 2;
        while (2L * half * half * (2L * half * half + 1) < nics) {
            half += 2;
        }
        nicsPerRouter = half;
        routers = 2 * half;
        int nicsInGroup = routers * nicsPerRouter;
        groups = (nics + nicsInGroup - 1) / nicsInGroup;
        cables = routers * half / (groups - 1);
        Wiring.Builder builder = new Wiring.Builder().nics(nics);
        for (int router = 0; router < groups * routers; router++) {
            builder.node(String.format(Locale.ROOT, "group%03d-router%02d", router / routers, router % routers), 1);
        }
        for (int nic = 0; nic < nics; nic++) {
            builder.link(nic, nics + nic / nicsPerRouter);
        }
        firstLocalLink = nics;
        for (int group = 0; group < groups; group++) {
            for (int a = 0; a < routers; a++) {
                for (int b = a + 1; b < routers; b++) {
                    builder.link(router(group, a), router(group, b));
                }
            }
        }
        firstGlobalLink = firstLocalLink + groups * (routers * (routers - 1) / 2);
        for (int a = 0; a < groups; a++) {
            for (int b = a + 1; b < groups; b++) {
                for (int cable = 0; cable < cables; cable++) {
                    builder.link(router(a, gateway(a, b, cable)), router(b, gateway(b, a, cable)));
                }
            }
        }
        wiring = builder.build(isInfiniband);
    }

    private int router(int group, int router) {
        return nics + group * routers + router;
    }

    /** The router of a group whose cable leads to another: neighbouring peers are on neighbouring routers. */
    private int gateway(int group, int peer, int cable) {
        int peerPlace = peer < group ? peer : peer - 1;
        return (peerPlace * cables + cable) % routers;
    }

    @Override
    public Wiring wiring() {
        return wiring;
    }

    @Override
    public int[] path(int sourceNic, int destinationNic, long flow, Chooser chooser) {
        int[] ports = new int[9];
        int count = 0;
        ports[count++] = 2 * sourceNic;
        int at = sourceNic / nicsPerRouter;
        int target = destinationNic / nicsPerRouter;
        if (at / routers != target / routers) {
            int by = chooser.choose(nics + at, groups, flow);
            if (by != at / routers && by != target / routers) {
                count = toGroup(at, by, flow, chooser, ports, count);
                at = wiring.to(ports[count - 1]) - nics;
            }
            count = toGroup(at, target / routers, flow, chooser, ports, count);
            at = wiring.to(ports[count - 1]) - nics;
        }
        if (at != target) {
            ports[count++] = local(at, target);
        }
        ports[count++] = 2 * destinationNic + 1;
        return Arrays.copyOf(ports, count);
    }

    /** Adds the ports from a router over the cable to another group. */
    private int toGroup(int at, int group, long flow, Chooser chooser, int[] ports, int count) {
        int own = at / routers;
        int cable = cables == 1 ? 0 : chooser.choose(nics + at, cables, flow);
        int gateway = own * routers + gateway(own, group, cable);
        int next = count;
        if (gateway != at) {
            ports[next++] = local(at, gateway);
        }
        int low = Math.min(own, group);
        int high = Math.max(own, group);
        int pair = low * groups - low * (low + 1) / 2 + high - low - 1;
        int link = firstGlobalLink + pair * cables + cable;
        ports[next++] = 2 * link + (own == low ? 0 : 1);
        return next;
    }

    /** The port from one router of a group to another. */
    private int local(int from, int to) {
        int low = Math.min(from, to) % routers;
        int high = Math.max(from, to) % routers;
        int pair = low * routers - low * (low + 1) / 2 + high - low - 1;
        int link = firstLocalLink + from / routers * (routers * (routers - 1) / 2) + pair;
        return 2 * link + (from < to ? 0 : 1);
    }
}
