package io.fabrictwin.ingest.synth;

import java.util.PriorityQueue;

/** What is to be told when; what is of one instant, in the order in which it was put in. */
final class Agenda {
    private record Item(long runNs, long order, Runnable telling) {}

    private final PriorityQueue<Item> items = new PriorityQueue<>((a, b) -> {
        int order = Long.compare(a.runNs(), b.runNs());
        return order == 0 ? Long.compare(a.order(), b.order()) : order;
    });
    private long count;

    void at(long runNs, Runnable telling) {
        items.add(new Item(runNs, count++, telling));
    }

    /** Tells all that is due, and what that puts in before the same time. */
    void upTo(long runNs) {
        while (!items.isEmpty() && items.element().runNs() <= runNs) {
            items.remove().telling().run();
        }
    }
}
