package io.fabrictwin.ingest.live;

import io.fabrictwin.schemas.BrokerAccess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A live source as a person describes it. The name tells it from others of the process; a format may be {@code auto}. */
public sealed interface SourceSpec {
    String name();

    String format();

    /**
     * Whole files that are put into a folder, or changed there.
     *
     * @param settle a file that has not changed for so long is whole
     */
    record Watch(String name, Path folder, String format, Duration settle) implements SourceSpec {}

    /** A file that grows and is rotated. */
    record Tail(String name, Path file, String format) implements SourceSpec {}

    /**
     * What exporters answer, asked for at an interval.
     *
     * @param timeout for the whole answer
     */
    record Scrape(String name, List<URI> targets, String format, Duration interval, Duration timeout)
            implements SourceSpec {
        public Scrape {
            targets = List.copyOf(targets);
            if (targets.isEmpty()) {
                throw new IllegalArgumentException("there is no target");
            }
            for (URI target : targets) {
                if (!"http".equals(target.getScheme()) && !"https".equals(target.getScheme())) {
                    throw new IllegalArgumentException(
                            "target " + target + " is no address such as http://leaf1:9100/metrics");
                }
            }
            requirePositive("interval", interval);
            requirePositive("timeout", timeout);
        }
    }

    /** Messages of syslog, over UDP or TCP. */
    record Syslog(String name, Transport transport, String host, int port, String format) implements SourceSpec {
        /** How the messages come. */
        public enum Transport {
            UDP,
            TCP
        }
    }

    /** The messages of a topic of Kafka, each an input: what gnmic writes there. */
    record Messages(String name, BrokerAccess broker, String topic, String format) implements SourceSpec {}

    private static void requirePositive(String what, Duration duration) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(what + " is not positive");
        }
    }
}
