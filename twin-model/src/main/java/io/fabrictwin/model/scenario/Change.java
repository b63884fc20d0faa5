package io.fabrictwin.model.scenario;

import io.fabrictwin.model.step.CollectiveWork;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One edit that a person may try. All take effect at the scenario's base time. Names are not checked here but when the
 * change meets a frame.
 *
 * <p>A change is written {@code KEY@TARGET=VALUE}, as {@code fork --set} takes it: {@link #text()} prints that form and
 * {@link #parse} reads it. Without {@code @TARGET} it holds for all switches, or all hosts.
 */
public sealed interface Change {
    /** The kind of edit, such as {@code set-ecn}. */
    String name();

    /** As a person types it after {@code --set}. */
    String text();

    /** Calls the case of this change's type. */
    <R> R accept(Cases<R> cases);

    /** Reads {@code KEY=VALUE}; throws a {@link ScenarioRefusedException} that says what would fit. */
    static Change parse(String key, String value) {
        return ChangeText.parse(key, value);
    }

    /** One answer per type of change. */
    interface Cases<R> {
        R setEcn(SetEcn change);

        R setDcqcn(SetDcqcn change);

        R setBuffer(SetBuffer change);

        R setPfcAlpha(SetPfcAlpha change);

        R setLinkUp(SetLinkUp change);

        R setDeviceLinksUp(SetDeviceLinksUp change);

        R setLinkRate(SetLinkRate change);

        R replaceNic(ReplaceNic change);

        R stopJob(StopJob change);

        R startJob(StartJob change);

        R placeRanks(PlaceRanks change);

        R setQueuePairs(SetQueuePairs change);

        R renewConnections(RenewConnections change);

        R setComputeFactor(SetComputeFactor change);
    }

    /** A value of an ECN profile. */
    enum EcnField {
        KMIN("kmin"),
        KMAX("kmax"),
        PMAX("pmax");

        private final String word;

        EcnField(String word) {
            this.word = word;
        }

        /** As in the key. */
        public String word() {
            return word;
        }
    }

    /** A DCQCN constant of a sender. */
    enum DcqcnField {
        GAIN("gain"),
        ALPHA_TIMER("alpha-timer"),
        RATE_DECREASE_INTERVAL("rate-decrease-interval"),
        RATE_INCREASE_TIMER("rate-increase-timer"),
        ADDITIVE_INCREASE("additive-increase"),
        HYPER_INCREASE("hyper-increase"),
        MIN_RATE("min-rate"),
        FAST_RECOVERY_TIMES("fast-recovery-times");

        private final String word;

        DcqcnField(String word) {
            this.word = word;
        }

        /** As in the key. */
        public String word() {
            return word;
        }
    }

    /**
     * ECN marking of the switch's egress queues.
     *
     * @param device a switch; null: all
     * @param value bytes, or for pmax a share
     */
    record SetEcn(@Nullable String device, EcnField field, double value) implements Change {
        @Override
        public String name() {
            return "set-ecn";
        }

        @Override
        public String text() {
            return ChangeText.key("ecn-" + field.word(), device)
                    + (field == EcnField.PMAX ? ChangeText.number(value) : ChangeText.bytes(value));
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.setEcn(this);
        }
    }

    /**
     * A DCQCN constant, for flows that run and flows to come.
     *
     * @param host a host; null: all
     * @param value ns, bits per second, a share or a count, by the field
     */
    record SetDcqcn(@Nullable String host, DcqcnField field, double value) implements Change {
        @Override
        public String name() {
            return "set-dcqcn";
        }

        @Override
        public String text() {
            return ChangeText.key("dcqcn-" + field.word(), host)
                    + switch (field) {
                        case GAIN, FAST_RECOVERY_TIMES -> ChangeText.number(value);
                        case ALPHA_TIMER, RATE_DECREASE_INTERVAL, RATE_INCREASE_TIMER -> ChangeText.time(value);
                        case ADDITIVE_INCREASE, HYPER_INCREASE, MIN_RATE -> ChangeText.rate(value);
                    };
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.setDcqcn(this);
        }
    }

    /** Shared packet memory of a switch; null device: of all. */
    record SetBuffer(@Nullable String device, long bytes) implements Change {
        @Override
        public String name() {
            return "set-buffer";
        }

        @Override
        public String text() {
            return ChangeText.key("buffer", device) + ChangeText.bytes((double) bytes);
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.setBuffer(this);
        }
    }

    /** Dynamic pause threshold of all ingress ports of a switch; null device: of all. */
    record SetPfcAlpha(@Nullable String device, double alpha) implements Change {
        @Override
        public String name() {
            return "set-pfc-alpha";
        }

        @Override
        public String text() {
            return ChangeText.key("pfc-alpha", device) + ChangeText.number(alpha);
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.setPfcAlpha(this);
        }
    }

    /** Takes a link out of routing (drained, so nothing is lost) or back into it; {@code link} is {@code A:B}. */
    record SetLinkUp(String link, boolean isUp) implements Change {
        @Override
        public String name() {
            return isUp ? "restore-link" : "drain-link";
        }

        @Override
        public String text() {
            return ChangeText.key("link", link) + ChangeText.state(isUp);
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.setLinkUp(this);
        }
    }

    /** Takes all links of a device out of routing, or back into it. */
    record SetDeviceLinksUp(String device, boolean isUp) implements Change {
        @Override
        public String name() {
            return isUp ? "restore-device" : "drain-device";
        }

        @Override
        public String text() {
            return ChangeText.key("links", device) + ChangeText.state(isUp);
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.setDeviceLinksUp(this);
        }
    }

    /** Speed of a link, both ways; thresholds stay. {@code link} is {@code A:B}. */
    record SetLinkRate(String link, double bitsPerSecond) implements Change {
        @Override
        public String name() {
            return "set-link-rate";
        }

        @Override
        public String text() {
            return ChangeText.key("link-rate", link) + ChangeText.rate(bitsPerSecond);
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.setLinkRate(this);
        }
    }

    /** The NIC of the host is replaced by one that sends no pause frames of its own. */
    record ReplaceNic(String host) implements Change {
        @Override
        public String name() {
            return "replace-nic";
        }

        @Override
        public String text() {
            return ChangeText.key("pause-storm", host) + "off";
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.replaceNic(this);
        }
    }

    /** The job ends after the step it is in. */
    record StopJob(String job) implements Change {
        @Override
        public String name() {
            return "stop-job";
        }

        @Override
        public String text() {
            return ChangeText.key("job", job) + "stop";
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.stopJob(this);
        }
    }

    /**
     * A new job starts its first step at the base time and runs on.
     *
     * @param hosts by rank
     * @param computeNs mean computing time of a rank in a step
     * @param computeJitter computing times vary by plus or minus this share
     */
    record StartJob(
            String job,
            List<String> hosts,
            long computeNs,
            double computeJitter,
            int queuePairs,
            List<CollectiveWork> collectives)
            implements Change {
        public StartJob {
            hosts = List.copyOf(hosts);
            collectives = List.copyOf(collectives);
        }

        @Override
        public String name() {
            return "start-job";
        }

        @Override
        public String text() {
            return ChangeText.key("start", job)
                    + "hosts " + String.join(",", hosts)
                    + "; compute " + ChangeText.time((double) computeNs)
                    + "; jitter " + ChangeText.number(computeJitter)
                    + "; queue-pairs " + queuePairs
                    + collectives.stream()
                            .map(collective -> "; "
                                    + collective
                                            .operation()
                                            .name()
                                            .toLowerCase(Locale.ROOT)
                                            .replace('_', '-')
                                    + " " + ChangeText.bytes((double) collective.bytesPerRank())
                                    + " at " + ChangeText.number(collective.launchFraction())
                                    + " stream " + collective.stream())
                            .collect(Collectors.joining());
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.startJob(this);
        }
    }

    /** From the job's next step on its ranks run on these hosts, in order of rank; computing times stay with the rank. */
    record PlaceRanks(String job, List<String> hosts) implements Change {
        public PlaceRanks {
            hosts = List.copyOf(hosts);
        }

        @Override
        public String name() {
            return "place-ranks";
        }

        @Override
        public String text() {
            return ChangeText.key("hosts", job) + String.join(",", hosts);
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.placeRanks(this);
        }
    }

    /** Queue pairs over which each message is split, from the job's next step on. */
    record SetQueuePairs(String job, int count) implements Change {
        @Override
        public String name() {
            return "set-queue-pairs";
        }

        @Override
        public String text() {
            return ChangeText.key("queue-pairs", job) + count;
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.setQueuePairs(this);
        }
    }

    /** All connections of the job get other destination ports, so other paths, from its next step on. */
    record RenewConnections(String job) implements Change {
        @Override
        public String name() {
            return "renew-connections";
        }

        @Override
        public String text() {
            return ChangeText.key("destination-ports", job) + "new";
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.renewConnections(this);
        }
    }

    /**
     * From the job's next step on the rank computes this many times as long as a healthy rank; 1 cures a slow rank. What
     * it does today is the median over its steps against the median over all ranks.
     */
    record SetComputeFactor(String job, int rank, double factor) implements Change {
        @Override
        public String name() {
            return "set-compute-factor";
        }

        @Override
        public String text() {
            return ChangeText.key("compute-factor", job + "/" + rank) + ChangeText.number(factor);
        }

        @Override
        public <R> R accept(Cases<R> cases) {
            return cases.setComputeFactor(this);
        }
    }
}
