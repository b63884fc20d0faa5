package io.fabrictwin.ingest.live;

import io.fabrictwin.model.id.FabricId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What one process takes in.
 *
 * @param fabric the fabric of events that do not name their own
 * @param http where the process is asked and pushed to
 */
public record LiveConfig(FabricId fabric, Http http, List<SourceSpec> sources) {
    public LiveConfig {
        sources = List.copyOf(sources);
        Set<String> names = new HashSet<>();
        for (SourceSpec source : sources) {
            if (source.name().equals(Http.NAME) || !names.add(source.name())) {
                throw new IllegalArgumentException("two sources have the name '" + source.name() + "'"
                        + (source.name().equals(Http.NAME) ? "; what is pushed has it" : ""));
            }
        }
    }

    /**
     * The address of the process.
     *
     * @param port 0: a free one
     * @param acceptsPushes whether inputs may be pushed; else it only answers how things are
     * @param maxBodyBytes largest input, after decompression
     * @param queue most inputs that wait to be taken in; further ones are refused until there is room
     */
    public record Http(String host, int port, boolean acceptsPushes, int maxBodyBytes, int queue) {
        public static final String LOOPBACK = "127.0.0.1";
        public static final int DEFAULT_PORT = 8281;
        public static final int DEFAULT_MAX_BODY_BYTES = 16 << 20;
        public static final int DEFAULT_QUEUE = 16;
        /** The name of what is pushed, as a source. */
        static final String NAME = "http";

        public Http {
            if (port < 0 || port > 65_535) {
                throw new IllegalArgumentException("port " + port + " is not from 0 to 65535");
            }
            if (maxBodyBytes < 1) {
                throw new IllegalArgumentException("maxBodyBytes " + maxBodyBytes + " is less than 1");
            }
            if (queue < 1) {
                throw new IllegalArgumentException("queue " + queue + " is less than 1");
            }
        }
    }
}
