package io.fabrictwin.model.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.congestion.PortObserver;
import io.fabrictwin.model.congestion.Transfer;
import io.fabrictwin.model.congestion.Transport;
import io.fabrictwin.model.congestion.TransportKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PauseCycleTest {
    @Test
    void followsThePiecewiseLinearQueue() {
        double in = 12.5;
        double out = 12.5 / 8;
        PauseCycle cycle = new PauseCycle(in, out, 3000, 2000);
        // Up past the pause for the response, down past the resume for the response, and the way between, twice.
        double rise = in - out;
        double up = 2000 + (3000 + out * 2000) / rise;
        double down = 2000 + (3000 + rise * 2000) / out;
        assertThat(cycle.periodNs()).isCloseTo(up + down, within(1e-6));
        assertThat(cycle.pausedShare()).isCloseTo(down / (up + down), within(1e-12));
        assertThat(cycle.overshootBytes()).isEqualTo(rise * 2000);
        assertThat(cycle.framesPerSecond()).isCloseTo(1e9 / (up + down), within(1e-6));
        assertThat(cycle.toPauseNs(1000, 22_875)).isCloseTo(2000, within(1e-9));
        assertThat(cycle.pausedShareSeen(2000)).isCloseTo(0.875 - 2000 / (up + down), within(1e-12));
    }

    @Test
    void withoutResponseIsThePlainSawtooth() {
        PauseCycle cycle = new PauseCycle(10, 4, 1200, 0);
        assertThat(cycle.periodNs()).isCloseTo(1200 * (1 / 6.0 + 1 / 4.0), within(1e-9));
    }

    @Test
    void needsMoreInThanOut() {
        assertThatIllegalArgumentException().isThrownBy(() -> new PauseCycle(4, 4, 3000, 1000));
        assertThatIllegalArgumentException().isThrownBy(() -> new PauseCycle(5, 4, 0, 0));
    }

    /**
     * The fluid of the whole network, which knows nothing of the closed form, with a nearly static threshold. Its egress
     * queue gives back the ups and downs of the arrivals instead of a steady drain, so cycles last somewhat longer there.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void agreesWithTheFluidOfAnIncast(int senders) {
        Transport transport = new Transport(
                TransportKind.ROCE_PFC_ONLY,
                4096,
                4160,
                0,
                new EcnProfile(false, 1, 2, 0.1),
                new PfcProfile(true, 1e-4, 0, 50_000, 0L),
                new DcqcnProfile(1.0 / 256, 1000, 4000, 300_000, 20e6, 200e6, 1e9, 1));
        Network.Builder builder = Network.builder(transport).switchNode("s", 3_000_000_000L);
        for (int host = 0; host <= senders; host++) {
            builder.host("h" + host).link("h" + host, "s", 100e9, 1000, null, null, null);
        }
        Network network = builder.build();
        List<Transfer> transfers = new ArrayList<>();
        int last = network.portsBetween("s", "h" + senders)[0];
        for (int sender = 0; sender < senders; sender++) {
            int first = network.portsBetween("h" + sender, "s")[0];
            transfers.add(new Transfer(sender, new int[] {first, last}, 100_000_000, 0, new int[0]));
        }
        int port = network.portsBetween("h0", "s")[0];
        long[] frames = new long[2];
        long[] pausedNs = new long[2];
        long windowNs = 5_000_000;
        PortObserver observer = new PortObserver() {
            @Override
            public long intervalNs() {
                return windowNs;
            }

            @Override
            public void observe(long timeNs, Counters counters) {
                // From the end of the first window to that of the second.
                if (timeNs == windowNs || timeNs == 2 * windowNs) {
                    int at = (int) (timeNs / windowNs) - 1;
                    frames[at] = counters.pauseFrames(port);
                    pausedNs[at] = counters.pausedNs(port);
                }
            }
        };
        Fluid.run(network, transfers, List.of(), List.of(), observer, new int[0], 1);
        double responseNs = 2000 + (64 + 4160 / 4.0) * 0.08;
        PauseCycle cycle = new PauseCycle(12.5, 12.5 / senders, 50_000, responseNs);
        assertThat((pausedNs[1] - pausedNs[0]) / (double) windowNs).isCloseTo(cycle.pausedShare(), within(0.02));
        assertThat((double) (frames[1] - frames[0]) * 1e9 / windowNs)
                .isCloseTo(cycle.framesPerSecond(), within(cycle.framesPerSecond() * 0.25));
    }
}
