package io.fabrictwin.model.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.ladder.Ladder;
import io.fabrictwin.model.table.Table;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The table of packet-level cold starts that the ladder's synthetic fabrics take for truth. */
final class ColdStartTableTest {
    private static final Map<String, DcqcnProfile> SETTINGS =
            Map.of("paper", DcqcnProfile.PAPER, "firmware", Bottlenecks.FIRMWARE, "tuned", Bottlenecks.tuned());

    @Test
    void thePacketReferenceGivesItsNumbersAgain() {
        assertThat(Table.of(Ladder.class, "cold-starts.table").rows())
                .hasSize(24)
                .allSatisfy(row -> {
                    Bottleneck bottleneck = Bottlenecks.of(SETTINGS.get(row.text("setting")), Bottlenecks.ECN, 500e3);
                    int senders = Math.toIntExact(row.whole("senders"));
                    assertThat(Bottlenecks.stretchOfPackets(bottleneck, senders, row.decimal("bytes"), 6))
                            .isCloseTo(row.decimal("stretch"), within(1e-4));
                });
    }
}
