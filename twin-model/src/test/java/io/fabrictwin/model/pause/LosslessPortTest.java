package io.fabrictwin.model.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.pause.LosslessPort.Response;
import org.junit.jupiter.api.Test;

class LosslessPortTest {
    private static LosslessPort port(String chip, double gigabits, double meters) {
        return LosslessPort.worstCase(chip, gigabits * 1e9, meters, 9216, Response.OF_STANDARD);
    }

    @Test
    void headroomGrowsWithSpeedCableAndCells() {
        String[] chips = {"spectrum-1", "spectrum-2", "spectrum-4", "spectrum-6"};
        int[] speeds = {10, 25, 40, 50, 100, 200, 400};
        for (String chip : chips) {
            for (int s = 1; s < speeds.length; s++) {
                assertThat(port(chip, speeds[s], 40).headroom().xoffBytes())
                        .isGreaterThanOrEqualTo(
                                port(chip, speeds[s - 1], 40).headroom().xoffBytes())
                        .isLessThan(port(chip, speeds[s], 400).headroom().xoffBytes());
            }
        }
        assertThat(port("spectrum-2", 100, 40).headroom().xoffBytes())
                .isBetween(
                        port("spectrum-1", 100, 40).headroom().xoffBytes(),
                        port("spectrum-5", 100, 40).headroom().xoffBytes());
    }

    @Test
    void largePacketsFillTheirCells() {
        LosslessPort large = new LosslessPort("spectrum-4", 100e9, 40, 9216, 1024, 0, 0, 4, Response.OF_STANDARD);
        assertThat(large.cellOccupancy()).isEqualTo(1);
        assertThat(port("spectrum-4", 100, 40).cellOccupancy()).isEqualTo(3);
        // A packet of 97 B takes two cells of 96 B.
        assertThat(port("spectrum-1", 100, 40).cellOccupancy()).isEqualTo(2);
    }

    @Test
    void eightLanesDoubleThePipelineAndAddAFrame() {
        LosslessPort wide = new LosslessPort("spectrum-4", 400e9, 5, 9216, 1024, 1, 0, 8, Response.OF_STANDARD);
        Headroom narrow = port("spectrum-4", 400, 5).headroom();
        assertThat(narrow).isEqualTo(new Headroom(231_424, 19 * 1024, 231_424 + 19 * 1024));
        assertThat(wide.headroom()).isEqualTo(new Headroom(231_424, 37 * 1024, 231_424 + 37 * 1024 + 9216));
    }

    @Test
    void coversTheGenericLeast() {
        // The standard's response at 400 Gbit/s, in time.
        double responseNs = 905 * 512 / 400.0;
        double least = Headroom.leastBytes(400e9, 40 / 0.198, responseNs, 9216);
        assertThat(port("spectrum-4", 400, 40).headroom().xoffBytes()).isGreaterThan((long) least);
    }

    @Test
    void tooLittleHeadroomLosesTheRest() {
        Headroom headroom = port("spectrum-4", 400, 40).headroom();
        assertThat(headroom.worstLossBytes(headroom.xoffBytes())).isZero();
        assertThat(headroom.worstLossBytes(headroom.xoffBytes() + 1)).isZero();
        assertThat(headroom.worstLossBytes(200_000)).isEqualTo(83_648);
        // 21 packets of 4178 B, 1,000 times a second, of 5,983,724 packets.
        assertThat(headroom.worstLossProbability(200_000, 1000, 200e9, 4178))
                .isCloseTo(21 * 1000 / (200e9 / 8 / 4178), within(1e-12));
    }

    @Test
    void refusesWhatTheTablesDoNotKnow() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> port("tomahawk", 100, 5))
                .withMessageContaining("spectrum-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> port("spectrum-4", 56, 5).headroom())
                .withMessageContaining("56");
    }
}
