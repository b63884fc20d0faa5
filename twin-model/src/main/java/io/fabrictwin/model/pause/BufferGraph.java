package io.fabrictwin.model.pause;

import io.fabrictwin.model.flow.MaxMin;
import io.fabrictwin.model.flow.Problem;
import io.fabrictwin.model.pause.Deadlock.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Which lossless buffer waits for which: a buffer waits for the next one of a route that passes both (Dally and Seitz
 * 1987; for priority flow control Hu et al., HotNets 2016). Knots are its strongly connected components, found by Tarjan's
 * algorithm in time linear in the hops of all routes. Immutable.
 */
public final class BufferGraph {
    private final List<Route> routes;
    /** Sorted, link in the upper half. */
    private final long[] buffers;
    /** Distinct dependencies, from in the upper half and to in the lower, sorted; so those of one buffer lie together. */
    private final long[] edges;

    private final int[] firstEdge;

    private BufferGraph(List<Route> routes) {
        this.routes = List.copyOf(routes);
        buffers = this.routes.stream()
                .flatMapToLong(route -> IntStream.range(0, route.links().length)
                        .filter(hop -> route.priorities()[hop] >= 0)
                        .mapToLong(hop -> buffer(route, hop)))
                .sorted()
                .distinct()
                .toArray();
        edges = this.routes.stream()
                .flatMapToLong(route -> IntStream.range(0, route.links().length - 1)
                        .filter(hop -> waits(route, hop))
                        .mapToLong(hop -> edge(route, hop)))
                .sorted()
                .distinct()
                .toArray();
        firstEdge = new int[buffers.length + 1];
        for (long edge : edges) {
            firstEdge[(int) (edge >>> 32) + 1]++;
        }
        for (int node = 0; node < buffers.length; node++) {
            firstEdge[node + 1] += firstEdge[node];
        }
    }

    /** The graph of these routes. */
    public static BufferGraph of(List<Route> routes) {
        return new BufferGraph(routes);
    }

    /** Whether no buffers wait for each other in a ring. */
    public boolean isFreeOfCycles() {
        int[] component = components(node -> true);
        return Arrays.stream(edges).noneMatch(edge -> component[from(edge)] == component[to(edge)]);
    }

    /**
     * Every knot of buffers that can wait for each other, in the order of its lowest buffer. The current traffic is one
     * flow per route; its max-min fair rates tell which links are full.
     *
     * @param capacity per link, any unit
     * @param demand per route, in the unit of the capacities; infinite: as much as it gets, 0: no traffic now
     * @throws IllegalArgumentException if a route has no demand or names a link without capacity
     */
    public List<Deadlock> deadlocks(double[] capacity, double[] demand) {
        boolean[] full = fullLinks(capacity, demand);
        int[] component = components(node -> true);
        int[] fullComponent = components(node -> full[link(node)]);
        List<Deadlock> deadlocks = new ArrayList<>();
        boolean[] seen = new boolean[buffers.length];
        for (int node = 0; node < buffers.length; node++) {
            int knot = component[node];
            if (seen[knot]) {
                continue;
            }
            seen[knot] = true;
            long[] inside = Arrays.stream(edges)
                    .filter(edge -> component[from(edge)] == knot && component[to(edge)] == knot)
                    .toArray();
            if (inside.length > 0) {
                boolean isProbable = Arrays.stream(inside)
                        .anyMatch(edge ->
                                fullComponent[from(edge)] >= 0 && fullComponent[from(edge)] == fullComponent[to(edge)]);
                deadlocks.add(new Deadlock(shortestCycle(component, knot), routesOf(inside), isProbable));
            }
        }
        return deadlocks;
    }

    private boolean[] fullLinks(double[] capacity, double[] demand) {
        if (demand.length != routes.size()) {
            throw new IllegalArgumentException("demand must fit " + routes.size() + " routes: " + demand.length);
        }
        Problem problem = new Problem();
        for (double c : capacity) {
            problem.addConstraint(c);
        }
        for (int r = 0; r < routes.size(); r++) {
            problem.addVariable(1, demand[r]);
            for (int link : routes.get(r).links()) {
                problem.use(link, 1);
            }
        }
        double[] load = new double[capacity.length];
        problem.addLoads(new MaxMin().solve(problem), load);
        boolean[] full = new boolean[capacity.length];
        for (int link = 0; link < full.length; link++) {
            full[link] = load[link] > 0 && load[link] >= capacity[link] * (1 - 1e-9);
        }
        return full;
    }

    /** Strongly connected component of every node that is kept, by Tarjan with an own stack; -1 for the others. */
    private int[] components(IntPredicate isKept) {
        int count = buffers.length;
        int[] component = new int[count];
        int[] index = new int[count];
        int[] low = new int[count];
        int[] nextEdge = new int[count];
        int[] path = new int[count];
        int[] open = new int[count];
        Arrays.fill(component, -1);
        int indexes = 0;
        int found = 0;
        int openSize = 0;
        for (int root = 0; root < count; root++) {
            if (index[root] != 0 || !isKept.test(root)) {
                continue;
            }
            int depth = 0;
            path[0] = root;
            index[root] = low[root] = ++indexes;
            nextEdge[root] = firstEdge[root];
            open[openSize++] = root;
            while (depth >= 0) {
                int node = path[depth];
                if (nextEdge[node] < firstEdge[node + 1]) {
                    int next = to(edges[nextEdge[node]++]);
                    if (!isKept.test(next)) {
                        continue;
                    }
                    if (index[next] == 0) {
                        path[++depth] = next;
                        index[next] = low[next] = ++indexes;
                        nextEdge[next] = firstEdge[next];
                        open[openSize++] = next;
                    } else if (component[next] < 0) {
                        low[node] = Math.min(low[node], index[next]);
                    }
                    continue;
                }
                if (low[node] == index[node]) {
                    int member;
                    do {
                        member = open[--openSize];
                        component[member] = found;
                    } while (member != node);
                    found++;
                }
                depth--;
                if (depth >= 0) {
                    low[path[depth]] = Math.min(low[path[depth]], low[node]);
                }
            }
        }
        return component;
    }

    /** A ring with the fewest buffers in a knot, the lowest start first, by breadth-first search from every buffer. */
    private List<Buffer> shortestCycle(int[] component, int knot) {
        int[] best = new int[0];
        int[] before = new int[buffers.length];
        int[] queue = new int[buffers.length];
        int[] distance = new int[buffers.length];
        for (int start = 0; start < buffers.length; start++) {
            if (component[start] != knot) {
                continue;
            }
            Arrays.fill(distance, -1);
            distance[start] = 0;
            int head = 0;
            int tail = 0;
            queue[tail++] = start;
            int last = -1;
            while (head < tail && last < 0) {
                int node = queue[head++];
                if (best.length > 0 && distance[node] + 1 >= best.length) {
                    break;
                }
                for (int e = firstEdge[node]; e < firstEdge[node + 1] && last < 0; e++) {
                    int next = to(edges[e]);
                    if (next == start) {
                        last = node;
                    } else if (component[next] == knot && distance[next] < 0) {
                        distance[next] = distance[node] + 1;
                        before[next] = node;
                        queue[tail++] = next;
                    }
                }
            }
            if (last >= 0) {
                best = new int[distance[last] + 1];
                for (int at = best.length - 1; at >= 0; at--) {
                    best[at] = last;
                    last = before[last];
                }
            }
        }
        return Arrays.stream(best)
                .mapToObj(node -> new Buffer(link(node), (int) buffers[node]))
                .toList();
    }

    private List<Integer> routesOf(long[] someEdges) {
        return IntStream.range(0, routes.size())
                .filter(r -> {
                    Route route = routes.get(r);
                    return IntStream.range(0, route.links().length - 1)
                            .anyMatch(
                                    hop -> waits(route, hop) && Arrays.binarySearch(someEdges, edge(route, hop)) >= 0);
                })
                .boxed()
                .toList();
    }

    private static boolean waits(Route route, int hop) {
        return route.priorities()[hop] >= 0 && route.priorities()[hop + 1] >= 0;
    }

    private static long buffer(Route route, int hop) {
        return (long) route.links()[hop] << 32 | route.priorities()[hop];
    }

    private long edge(Route route, int hop) {
        int from = Arrays.binarySearch(buffers, buffer(route, hop));
        int to = Arrays.binarySearch(buffers, buffer(route, hop + 1));
        return (long) from << 32 | to;
    }

    private int link(int node) {
        return (int) (buffers[node] >>> 32);
    }

    private static int from(long edge) {
        return (int) (edge >>> 32);
    }

    private static int to(long edge) {
        return (int) edge;
    }
}
