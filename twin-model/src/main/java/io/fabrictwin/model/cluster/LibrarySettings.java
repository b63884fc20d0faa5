package io.fabrictwin.model.cluster;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The collective library and the switches that a person can set on it.
 *
 * @param version of NCCL, such as {@code 2.26.2}
 * @param algorithms names of the algorithms allowed, as NCCL_ALGO has them; empty for all
 * @param protocols names of the protocols allowed, as NCCL_PROTO has them; empty for all
 * @param channels number of channels when it is set by hand, else null
 * @param isCollNetEnabled whether reductions in switches of the network may be used (NCCL_COLLNET_ENABLE)
 * @param queuePairsPerConnection QPs of each connection; null for the library's default
 */
public record LibrarySettings(
        String version,
        Set<String> algorithms,
        Set<String> protocols,
        @Nullable Integer channels,
        boolean isCollNetEnabled,
        @Nullable Integer queuePairsPerConnection) {
    public LibrarySettings {
        algorithms = Set.copyOf(algorithms);
        protocols = Set.copyOf(protocols);
        if (channels != null) {
            Require.positive("channels", channels);
        }
        if (queuePairsPerConnection != null) {
            Require.positive("queuePairsPerConnection", queuePairsPerConnection);
        }
    }
}
