package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.step.CollectiveWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A job that comes with a change.
 *
 * @param hosts by rank
 * @param computeNs mean computing time of a rank in a step
 * @param computeJitter computing times vary by plus or minus this share
 */
public record ArrivingJob(
        List<String> hosts, long computeNs, double computeJitter, int queuePairs, List<CollectiveWork> collectives) {
    static final ValueForm<ArrivingJob> FORM = new ValueForm<>(
            "hosts h1,h3; compute 500us; jitter 0.02; queue-pairs 1; all-to-all 32MB at 1 stream 0",
            ArrivingJob::parse,
            ArrivingJob::text);

    public ArrivingJob {
        hosts = List.copyOf(hosts);
        collectives = List.copyOf(collectives);
    }

    private String text() {
        return "hosts " + ValueForm.NAMES.print(hosts)
                + "; compute " + ValueForm.TIME.print(computeNs)
                + "; jitter " + ValueForm.number(computeJitter)
                + "; queue-pairs " + queuePairs
                + collectives.stream()
                        .map(collective -> "; " + word(collective.operation())
                                + " " + ValueForm.BYTES.print(collective.bytesPerRank())
                                + " at " + ValueForm.number(collective.launchFraction())
                                + " stream " + collective.stream())
                        .collect(Collectors.joining());
    }

    private static String word(CollectiveOperation operation) {
        return operation.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static ArrivingJob parse(String key, String text) {
        List<String> hosts = List.of();
        long computeNs = -1;
        double jitter = 0;
        int queuePairs = 1;
        List<CollectiveWork> collectives = new ArrayList<>();
        for (String part : text.split(";", -1)) {
            String[] words = part.strip().split("\\s+", -1);
            if (words.length < 2) {
                throw nonsense("'" + part.strip() + "' in '" + key + "' is not a word and its value");
            }
            switch (words[0]) {
                case "hosts" -> hosts = ValueForm.NAMES.read(key, words[1]);
                case "compute" -> computeNs = ValueForm.TIME.read(key, words[1]);
                case "jitter" -> jitter = ValueForm.SHARE.read(key, words[1]);
                case "queue-pairs" -> queuePairs = ValueForm.count(1).read(key, words[1]);
                default -> collectives.add(collective(key, words));
            }
        }
        if (hosts.isEmpty() || computeNs < 0) {
            throw nonsense(
                    "'" + key + "' needs hosts and compute, as in 'hosts h1,h2; compute 500us; all-reduce 16MB'");
        }
        return new ArrivingJob(hosts, computeNs, jitter, queuePairs, collectives);
    }

    private static CollectiveWork collective(String key, String[] words) {
        CollectiveOperation operation;
        try {
            operation = CollectiveOperation.valueOf(
                    words[0].toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw nonsense(
                    "'" + words[0] + "' in '" + key + "' is no collective",
                    Arrays.stream(CollectiveOperation.values())
                            .map(ArrivingJob::word)
                            .toList());
        }
        double launchFraction = 1;
        int stream = 0;
        for (int word = 2; word < words.length; word += 2) {
            if (word + 1 == words.length) {
                throw nonsense("'" + words[word] + "' in '" + key + "' has no value");
            }
            switch (words[word]) {
                case "at" -> launchFraction = ValueForm.SHARE.read(key, words[word + 1]);
                case "stream" -> stream = ValueForm.count(0).read(key, words[word + 1]);
                default -> throw nonsense("'" + words[word] + "' in '" + key + "' is neither 'at' nor 'stream'");
            }
        }
        return new CollectiveWork(operation, ValueForm.BYTES.read(key, words[1]), launchFraction, stream);
    }
}
