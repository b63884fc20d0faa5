package io.fabrictwin.model.window;

import io.fabrictwin.model.detection.CounterSample;
import io.fabrictwin.model.event.CounterName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the counters of a port or queue did in a window that ends with its newest sample. It depends on the set of samples
 * alone. The rules:
 *
 * <ul>
 *   <li>Between two samples a counter goes evenly: an interval that lies in the window in part counts in proportion.
 *   <li>A counter that went down was reset or went over its end; how far it went meanwhile is unknown, and that interval is
 *       left out for it, both of the increase and of the time. The same holds where one of the samples does not tell it:
 *       absent is not zero, and a counter that stands at its limit is absent.
 *   <li>A gap is an interval much longer than the usual one: something was not sampled.
 * </ul>
 *
 * @param toNs event time of the newest sample, ns since 1970
 * @param ageNs how far it lies behind the newest fact of the fabric
 * @param isStale whether a newer sample is overdue, or, of a single one, whether it is older than the span
 * @param coveredNs how much of the span lies between samples
 * @param isCoarse whether samples lie further apart than the span: it then tells of their interval
 * @param hasGap whether samples are missing in the window
 * @param hasReset whether a counter went down in the window
 * @param increases by counter; one whose increase is unknown all over the window is absent
 */
public record CounterWindow(
        Span span,
        long toNs,
        long ageNs,
        boolean isStale,
        long coveredNs,
        boolean isCoarse,
        boolean hasGap,
        boolean hasReset,
        SortedMap<String, Increase> increases) {
    /** An interval is a gap, or a sample overdue, beyond so many usual intervals. */
    private static final double OVERDUE = 2.5;

    /** Counters of messages that a NIC had to send again, or of what made it do so, as drivers of Linux name them. */
    private static final List<String> RETRANSMITS = List.of(
            // mlx5: packets in a wrong order or missing at the receiver, timers that ran out, receivers that were not
            // ready
            "packet_seq_err",
            "implied_nak_seq_err",
            "local_ack_timeout_err",
            "rnr_nak_retry_err",
            // bnxt_re
            "seq_err_naks_rcvd",
            "rnr_naks_rcvd",
            "to_retransmits");

    /**
     * How far a counter went.
     *
     * @param amount not negative
     * @param overNs in how much of the window that is known, more than 0
     */
    public record Increase(double amount, double overNs) {
        Increase plus(Increase other) {
            return new Increase(amount + other.amount, overNs + other.overNs);
        }
    }

    public CounterWindow {
        increases = Collections.unmodifiableSortedMap(new TreeMap<>(increases));
    }

    /**
     * The window of a span; empty where there is no sample.
     *
     * @param samples of one port or queue, oldest first, each of its own instant
     * @param reachNs event time of the newest fact of the fabric, ns since 1970
     */
    public static Optional<CounterWindow> of(List<CounterSample> samples, long reachNs, Span span) {
        if (samples.isEmpty()) {
            return Optional.empty();
        }
        long toNs = samples.get(samples.size() - 1).eventTimeNs();
        long fromNs = toNs - span.ns();
        long ageNs = Math.max(0, reachNs - toNs);
        double overdueNs = samples.size() == 1 ? span.ns() : OVERDUE * usualIntervalNs(samples);
        long coveredNs = 0;
        boolean hasGap = false;
        boolean hasReset = false;
        SortedMap<String, Increase> increases = new TreeMap<>();
        for (int at = samples.size() - 1; at > 0 && samples.get(at).eventTimeNs() > fromNs; at--) {
            CounterSample before = samples.get(at - 1);
            CounterSample after = samples.get(at);
            long intervalNs = after.eventTimeNs() - before.eventTimeNs();
            long insideNs = after.eventTimeNs() - Math.max(fromNs, before.eventTimeNs());
            coveredNs += insideNs;
            hasGap |= intervalNs > overdueNs;
            for (Map.Entry<String, Long> counter : after.counters().entrySet()) {
                Long earlier = before.counters().get(counter.getKey());
                if (earlier == null) {
                    continue;
                }
                if (counter.getValue() < earlier) {
                    hasReset = true;
                } else {
                    double amount = (double) (counter.getValue() - earlier) * insideNs / intervalNs;
                    increases.merge(counter.getKey(), new Increase(amount, insideNs), Increase::plus);
                }
            }
        }
        boolean isCoarse =
                samples.size() > 1 && toNs - samples.get(samples.size() - 2).eventTimeNs() > span.ns();
        return Optional.of(new CounterWindow(
                span, toNs, ageNs, ageNs > overdueNs, coveredNs, isCoarse, hasGap, hasReset, increases));
    }

    /** The median interval: half of them are not longer. */
    private static long usualIntervalNs(List<CounterSample> samples) {
        List<Long> intervals = new ArrayList<>();
        for (int at = 1; at < samples.size(); at++) {
            intervals.add(samples.get(at).eventTimeNs() - samples.get(at - 1).eventTimeNs());
        }
        Collections.sort(intervals);
        return intervals.get((intervals.size() - 1) / 2);
    }

    /** Increase a second over the time in which it is known; empty where it is not. */
    public OptionalDouble perSecond(String counter) {
        Increase increase = increases.get(counter);
        return increase == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(increase.amount() / increase.overNs() * 1e9);
    }

    /** Causes to send again a second, of those that are told; empty where none is. */
    public OptionalDouble retransmitsPerSecond() {
        return RETRANSMITS.stream()
                .map(this::perSecond)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .reduce(Double::sum);
    }

    /** Share of the time in which the port was not allowed to send, 0 to 1. */
    public OptionalDouble pausedShare() {
        return share(CounterName.PFC_RX_PAUSED_NS);
    }

    /** Share of the time in which the port held its neighbour, 0 to 1. */
    public OptionalDouble pausingShare() {
        return share(CounterName.PFC_TX_PAUSED_NS);
    }

    private OptionalDouble share(String counterOfNs) {
        OptionalDouble perSecond = perSecond(counterOfNs);
        return perSecond.isPresent() ? OptionalDouble.of(Math.min(1, perSecond.getAsDouble() / 1e9)) : perSecond;
    }

    /** ECN-marked packets of those sent, 0 to 1; empty where either is unknown or nothing was sent. */
    public OptionalDouble markedShare() {
        OptionalDouble marked = perSecond(CounterName.ECN_MARKED_PACKETS);
        OptionalDouble sent = perSecond(CounterName.TX_PACKETS);
        return marked.isPresent() && sent.isPresent() && sent.getAsDouble() > 0
                ? OptionalDouble.of(Math.min(1, marked.getAsDouble() / sent.getAsDouble()))
                : OptionalDouble.empty();
    }

    /**
     * Share of a line rate that was sent.
     *
     * @param bitsPerSecond the line rate, more than 0
     */
    public OptionalDouble load(long bitsPerSecond) {
        OptionalDouble bytes = perSecond(CounterName.TX_BYTES);
        return bytes.isPresent() ? OptionalDouble.of(8 * bytes.getAsDouble() / bitsPerSecond) : bytes;
    }
}
