package io.fabrictwin.model.bench;

import io.fabrictwin.model.bench.FlowBenchmark.Traffic;
import io.fabrictwin.model.multipath.Channel;
import io.fabrictwin.model.multipath.UniformAllToAll;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the benchmarks and prints beside each time what it works through (incidences of a problem, or loads put on links
 * by placing) and the bound that it approaches: that number times what one pass over an incidence takes on this machine.
 */
public final class Benchmarks {
    private Benchmarks() {}

    /** Runs the benchmarks whose name matches the first argument. */
    public static void main(String[] arguments) throws RunnerException {
        String chosen = arguments.length > 0 ? arguments[0] : ".*";
        Collection<RunResult> results = new Runner(
                        new OptionsBuilder().include(chosen).include("onePass").build())
                .run();
        double passNs = results.stream()
                .filter(result -> name(result).equals("onePass"))
                .mapToDouble(result -> result.getPrimaryResult().getScore() * 1e6 / work(result))
                .findFirst()
                .orElse(Double.NaN);
        System.out.printf(Locale.ROOT, "%nOne pass takes %.2f ns an incidence.%n%n", passNs);
        System.out.println("| benchmark | ms | incidences | ns an incidence | bound, ms | times the bound |");
        System.out.println("|---|---|---|---|---|---|");
        for (RunResult result : results) {
            long work = work(result);
            if (work == 0) {
                continue;
            }
            double ms = result.getPrimaryResult().getScore();
            double bound = work * passNs / 1e6;
            System.out.printf(
                    Locale.ROOT,
                    "| %s%s | %.3f | %,d | %.1f | %.3f | %.1f |%n",
                    name(result),
                    parameter(result),
                    ms,
                    work,
                    ms * 1e6 / work,
                    bound,
                    ms / bound);
        }
    }

    private static long work(RunResult result) {
        return switch (name(result)) {
            case "onePass" -> Traffic.ALL_TO_ALL.problem().incidences();
            case "solve1024" ->
                Traffic.valueOf(result.getParams().getParam("traffic"))
                        .problem()
                        .incidences();
            case "rings1024Of32Seeds" ->
                32
                        * loads(
                                FlowBenchmark.rings(128),
                                Integer.parseInt(result.getParams().getParam("queuePairs")));
            case "sprayedAllToAll1024" ->
                UniformAllToAll.sprayed(FlowBenchmark.GPUS_1024, FlowBenchmark.SPRAY)
                        .incidences();
            case "sprayedAllToAll16384", "classes16384" ->
                UniformAllToAll.sprayed(FlowBenchmark.GPUS_16384, FlowBenchmark.SPRAY)
                        .incidences();
            case "hashedRings16384" -> loads(FlowBenchmark.rings(2048), 1);
            case "hashedTrees16384" -> loads(FlowBenchmark.trees(2048), 1);
            case "sprayedRings16384" -> loads(FlowBenchmark.rings(2048), FlowBenchmark.GPUS_16384.spines());
            case "oneFlowChanges" -> Traffic.RING_FLOWS_4QP.problem().incidences();
            default -> 0;
        };
    }

    /** Loads put on links if every edge crossed leaves: both host links, and two fabric links a path. */
    private static long loads(List<Channel> channels, int paths) {
        return channels.stream().mapToLong(Channel::edges).sum() * (2 + 2L * paths);
    }

    private static String name(RunResult result) {
        String whole = result.getParams().getBenchmark();
        return whole.substring(whole.lastIndexOf('.') + 1);
    }

    private static String parameter(RunResult result) {
        for (String key : result.getParams().getParamsKeys()) {
            return " " + key + " = " + result.getParams().getParam(key);
        }
        return "";
    }
}
