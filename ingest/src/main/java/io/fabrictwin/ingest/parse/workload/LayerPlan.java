package io.fabrictwin.ingest.parse.workload;

import io.fabrictwin.model.event.CollectiveOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The layers of a workload in the order of a step: forward through all, then back through all, each with the gradient of
 * its input and then that of its weights.
 */
final class LayerPlan {
    private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");
    private static final int TOKENS = 12;
    private static final String NOTHING = "NONE";

    private final List<Layer> layers = new ArrayList<>();
    private final Map<String, Integer> streams = new HashMap<>();
    private double totalNs;

    /** What a layer does in one of its phases: it computes, and then communicates. */
    static final class Part {
        final String phase;
        final long computeNs;
        /** What it communicates; null: nothing. */
        final @Nullable CollectiveOperation operation;

        final int stream;
        final long bytes;
        int position;
        int collective;
        double launchFraction;

        Part(String phase, long computeNs, @Nullable CollectiveOperation operation, int stream, long bytes) {
            this.phase = phase;
            this.computeNs = computeNs;
            this.operation = operation;
            this.stream = stream;
            this.bytes = bytes;
        }
    }

    /** A layer with its three phases. */
    record Layer(String name, Part forward, Part inputGradient, Part weightGradient) {
        List<Part> parts() {
            return List.of(forward, inputGradient, weightGradient);
        }
    }

    /** A line that is no layer. */
    static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1;

        MalformedException(String message) {
            super(message);
        }
    }

    /** Reads a layer; it is kept in the order of the file. */
    void add(String line) throws MalformedException {
        String[] tokens = line.strip().split("\\s+");
        if (tokens.length < TOKENS) {
            throw new MalformedException("a layer has " + tokens.length + " values instead of " + TOKENS);
        }
        layers.add(new Layer(
                tokens[0],
                part("forward", tokens, 2),
                part("input gradient", tokens, 5),
                part("weight gradient", tokens, 8)));
    }

    private Part part(String phase, String[] tokens, int at) throws MalformedException {
        long computeNs = whole(tokens[at]);
        String word = tokens[at + 1];
        long bytes = whole(tokens[at + 2]);
        totalNs += computeNs;
        if (word.equals(NOTHING) || bytes == 0) {
            return new Part(phase, computeNs, null, 0, 0);
        }
        CollectiveOperation operation = CollectiveName.operation(word);
        if (operation == null) {
            throw new MalformedException("communication '" + word + "' is not known");
        }
        // Gradients of weights are exchanged between replicas, the rest between the parts of one.
        int suffix = word.indexOf('_');
        String group = (at == 8 ? "weights" : "layers") + (suffix < 0 ? "" : word.substring(suffix));
        return new Part(phase, computeNs, operation, streams.computeIfAbsent(group, name -> streams.size()), bytes);
    }

    private static long whole(String token) throws MalformedException {
        if (!WHOLE.matcher(token).matches()) {
            throw new MalformedException("'" + token + "' is no whole number");
        }
        return Long.parseLong(token);
    }

    int layerCount() {
        return layers.size();
    }

    Layer layer(int index) {
        return layers.get(index);
    }

    /** Numbers what the layers do, in the order of a step. */
    void order() {
        Counter counter = new Counter(totalNs);
        layers.forEach(layer -> counter.number(layer.forward()));
        for (int i = layers.size() - 1; i >= 0; i--) {
            counter.number(layers.get(i).inputGradient());
            counter.number(layers.get(i).weightGradient());
        }
    }

    private static final class Counter {
        private final double totalNs;
        private double passedNs;
        private int position;
        private int collective;

        Counter(double totalNs) {
            this.totalNs = totalNs;
        }

        void number(Part part) {
            part.position = position++;
            passedNs += part.computeNs;
            if (part.operation != null) {
                part.collective = collective++;
                part.launchFraction = totalNs > 0 ? Math.min(1, passedNs / totalNs) : 1;
            }
        }
    }
}
