package io.fabrictwin.model.multipath;

import io.fabrictwin.model.flow.EquitableClasses;
import io.fabrictwin.model.flow.MaxMin;
import io.fabrictwin.model.flow.Problem;
import java.util.Arrays;

/**
 * All-to-all within each rail: every host sends as much to every other. Its flows are independent; all are of equal size,
 * so the tightest link is busy to the end and the slowest flow tells the time.
 */
public final class UniformAllToAll {
    private UniformAllToAll() {}

    /** Places one connection per ordered pair of hosts. */
    public static void place(RailFabric fabric, Placement placement) {
        for (int rail = 0; rail < fabric.rails(); rail++) {
            for (int from = 0; from < fabric.hosts(); from++) {
                for (int to = 0; to < fabric.hosts(); to++) {
                    if (from != to) {
                        placement.connection(rail, from, to, 0, Double.POSITIVE_INFINITY);
                    }
                }
            }
        }
    }

    /**
     * The sprayed all-to-all with alike flows as one variable: hosts of a leaf whose links have equal rates are alike, and
     * so are the flows between two such sets. The rate of a variable is that of each of its flows; constraints are the
     * fabric's links, of which those of alike hosts but the first stay unused.
     */
    public static Problem sprayed(RailFabric fabric, PathPicker.Spray spray) {
        Problem problem = new Problem();
        for (int link = 0; link < fabric.links(); link++) {
            problem.addConstraint(fabric.bytesPerNs(link));
        }
        int[] first = new int[fabric.hosts()];
        int[] size = new int[fabric.hosts()];
        int[] spine = new int[fabric.spines()];
        double[] fraction = new double[fabric.spines()];
        for (int rail = 0; rail < fabric.rails(); rail++) {
            int sets = alikeHosts(fabric, rail, first, size);
            for (int a = 0; a < sets; a++) {
                int fromLeaf = fabric.leaf(first[a]);
                for (int b = 0; b < sets; b++) {
                    int peers = a == b ? size[b] - 1 : size[b];
                    if (peers == 0) {
                        continue;
                    }
                    problem.addVariable(1, Double.POSITIVE_INFINITY);
                    problem.use(fabric.hostUp(rail, first[a]), peers);
                    problem.use(fabric.hostDown(rail, first[b]), a == b ? peers : size[a]);
                    int toLeaf = fabric.leaf(first[b]);
                    if (fromLeaf == toLeaf) {
                        continue;
                    }
                    int count = fabric.spinesBetween(rail, fromLeaf, toLeaf, spine);
                    Placement.fractions(fabric, rail, fromLeaf, toLeaf, spine, count, fraction);
                    double flows = (double) size[a] * size[b] / spray.efficiency();
                    for (int k = 0; k < count; k++) {
                        problem.use(fabric.uplink(rail, fromLeaf, spine[k]), flows * fraction[k]);
                        problem.use(fabric.downlink(rail, toLeaf, spine[k]), flows * fraction[k]);
                    }
                }
            }
        }
        return problem;
    }

    /** Rate of the slowest flow of the sprayed all-to-all, by classes, in bytes per ns. */
    public static double slowestSprayed(RailFabric fabric, PathPicker.Spray spray) {
        Problem classes = EquitableClasses.of(sprayed(fabric, spray)).quotient();
        return Arrays.stream(new MaxMin().solve(classes)).min().orElse(Double.POSITIVE_INFINITY);
    }

    private static int alikeHosts(RailFabric fabric, int rail, int[] first, int[] size) {
        int sets = 0;
        for (int host = 0; host < fabric.hosts(); host++) {
            int set = 0;
            while (set < sets && !alike(fabric, rail, first[set], host)) {
                set++;
            }
            if (set == sets) {
                first[sets] = host;
                size[sets++] = 0;
            }
            size[set]++;
        }
        return sets;
    }

    private static boolean alike(RailFabric fabric, int rail, int a, int b) {
        return fabric.leaf(a) == fabric.leaf(b)
                && fabric.bytesPerNs(fabric.hostUp(rail, a)) == fabric.bytesPerNs(fabric.hostUp(rail, b))
                && fabric.bytesPerNs(fabric.hostDown(rail, a)) == fabric.bytesPerNs(fabric.hostDown(rail, b));
    }
}
