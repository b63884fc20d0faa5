package io.fabrictwin.model.pause;

import io.fabrictwin.model.table.Table;
import java.util.Arrays;
import java.util.List;

/**
 * The InfiniBand transport timeout, which RoCE has too: how long a sender waits for an acknowledgement that nothing else
 * announces as missing, such as that of a lost last packet.
 *
 * @param exponent t of {@code 4.096 us x 2^t}, 0 to 31; 0 waits for ever
 */
public record TransportTimeout(int exponent) {
    /** Times that a sender tries again before the connection fails: the field has three bits. */
    public static final int MOST_RETRIES = 7;

    private static final long UNIT_NS = 4096;
    private static final Table NCCL = Table.of(TransportTimeout.class, "nccl-timeouts.table");

    public TransportTimeout {
        if (exponent < 0 || exponent > 31) {
            throw new IllegalArgumentException("exponent must lie in 0..31: " + exponent);
        }
    }

    /**
     * What NCCL asks for by default.
     *
     * @param release such as {@code "2.21.5"}
     * @throws IllegalArgumentException if it is not a release, or older than any listed
     */
    public static TransportTimeout ofNccl(String release) {
        int[] wanted = numbers(release);
        List<Table.Row> rows = NCCL.rows();
        for (int at = rows.size() - 1; at >= 0; at--) {
            if (Arrays.compare(wanted, numbers(rows.get(at).text("fromRelease"))) >= 0) {
                return new TransportTimeout((int) rows.get(at).whole("exponent"));
            }
        }
        throw new IllegalArgumentException("no timeout is known for NCCL " + release);
    }

    /** One wait, ns; {@link Long#MAX_VALUE} for ever. */
    public long ns() {
        return exponent == 0 ? Long.MAX_VALUE : UNIT_NS << exponent;
    }

    private static int[] numbers(String release) {
        if (!release.matches("\\d+(\\.\\d+)*")) {
            throw new IllegalArgumentException(
                    "release must be numbers with points between, such as 2.21.5: " + release);
        }
        return Arrays.stream(release.split("\\.")).mapToInt(Integer::parseInt).toArray();
    }
}
