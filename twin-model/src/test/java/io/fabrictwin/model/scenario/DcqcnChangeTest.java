package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A slow uplink with low thresholds marks what h1 sends, and no other host is marked. */
class DcqcnChangeTest {
    private static final String[] MARKING = {
        "link-rate@leaf0:spine1=25Gbit/s", "ecn-kmin@leaf0:spine1=5KB", "ecn-kmax@leaf0:spine1=50KB"
    };

    private final MiniatureFabric fabric = MiniatureFabric.healthy();

    private double stepNs(String change) {
        JobForecast job = fabric.forecast(MiniatureFabric.changes(MARKING[0], MARKING[1], MARKING[2], change));
        return job.forecastStepTimeNs() == null ? Double.NaN : job.forecastStepTimeNs();
    }

    @Test
    void constantsAreThoseOfTheHostThatSends() {
        double before = stepNs("link@leaf0:spine1=up");
        double cutLess = stepNs("dcqcn-min-rate@h1=24Gbit/s");

        assertThat(cutLess).isLessThan(0.98 * before);
        assertThat(stepNs("dcqcn-min-rate@h0=24Gbit/s")).isEqualTo(before);
        assertThat(stepNs("dcqcn-min-rate=24Gbit/s")).isEqualTo(cutLess);
    }

    @Test
    void vendorNamesSetTheSameConstants() {
        assertThat(stepNs("rpg_min_rate@h1=24000")).isEqualTo(stepNs("dcqcn-min-rate@h1=24Gbit/s"));
        assertThat(stepNs("rpg_time_reset@h1=5")).isEqualTo(stepNs("dcqcn-rate-increase-timer@h1=5us"));
        assertThat(stepNs("dce_tcp_rtt@h1=50")).isEqualTo(stepNs("dcqcn-alpha-timer@h1=50us"));
        assertThat(stepNs("rate_to_set_on_first_cnp@h1=1000")).isGreaterThan(stepNs("rpg_time_reset@h1=300"));
    }
}
