package io.fabrictwin.ingest.parse.syslog;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SampleCheck;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.PauseStormDetected;
import io.fabrictwin.model.event.PauseStormRestored;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyslogGoldenTest {
    private static final SyslogFormat FORMAT = new SyslogFormat();
    /** 2025-03-04T10:20:30.359427Z. */
    private static final long FIRST_NS = 1_741_083_630_359_427_000L;

    @Test
    void foldsTheDaemonsOfOneSwitch() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "syslog/mixed.log");

        assertThat(parsed.codes).containsExactly(RejectCode.TRUNCATED);
        assertThat(parsed.all(PortStateObserved.class))
                .extracting(event -> event.port().toString(), PortStateObserved::up, PortStateObserved::reason)
                .containsExactly(
                        tuple("leaf07.pod1:Ethernet28", false, null),
                        tuple("leaf07.pod1:Ethernet28", true, null),
                        tuple("nx1:Ethernet1/33", false, "Link failure"),
                        tuple("router1:GigabitEthernet2", false, null),
                        tuple("mx01:xe-0/0/0", true, null),
                        tuple("eos1:Ethernet28", false, null),
                        tuple("br1:ethernet 3/8", false, "remote fault"),
                        tuple("syslog/mixed.log".substring(7, 12) + ":ens8np0", false, null));
        PortStateObserved first = parsed.all(PortStateObserved.class).get(0);
        assertThat(first.meta().eventTimeNs()).isEqualTo(FIRST_NS);
        assertThat(first.meta().clock()).isEqualTo(Clock.SOURCE);
        // The kernel counts from a boot that is not told.
        assertThat(parsed.all(PortStateObserved.class).get(7).meta().clock()).isEqualTo(Clock.ASSUMED);
    }

    @Test
    void readsStorms() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "syslog/mixed.log");
        assertThat(parsed.all(PauseStormDetected.class))
                .extracting(event -> event.port().toString(), PauseStormDetected::priority)
                .containsExactly(tuple("leaf07.pod1:Ethernet4", 3));
        assertThat(parsed.all(PauseStormRestored.class))
                .extracting(event -> event.port().toString(), PauseStormRestored::priority)
                .containsExactly(tuple("leaf07.pod1:Ethernet4", 3));
        assertThat(parsed.all(PortCountersObserved.class).get(0).counters())
                .containsOnly(entry("rxPausesOfLossyQueue", 2_232_283_451L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<190>Mar  4 2025 10:20:30 vrp1 %%01IFNET/4/IF_STATE(l)[12]:Interface 400GE1/0/1 has turned into DOWN state.|vrp1:400GE1/0/1|false",
                "RP/0/RP0/CPU0:Mar  4 10:20:30.123 : ifmgr[1]: %PKT_INFRA-LINK-3-UPDOWN : Interface HundredGigE0/0/0/1, changed state to Down|x:HundredGigE0/0/0/1|false",
                "Mar  4 10:20:30 gpu07 kernel: [10601.214044] mlx5_core 0000:1a:00.0 ens8np0: Link up|gpu07:ens8np0|true",
                "2025-03-04T10:20:30.1+01:00 gpu07 systemd-networkd[1]: ens8np0: Lost carrier|gpu07:ens8np0|false",
                "%ETHPORT-5-IF_UP: Interface Ethernet1/33 is up in mode trunk|x:Ethernet1/33|true"
            })
    void readsStatesOfManySystems(String line, String port, boolean isUp) {
        ParsedInput parsed = ParsedInput.of(FORMAT, new TextInput("x", (line + "\n").getBytes(StandardCharsets.UTF_8)));
        assertThat(parsed.all(PortStateObserved.class))
                .extracting(event -> event.port().toString(), PortStateObserved::up)
                .containsExactly(tuple(port, isUp));
    }

    @Test
    void accountsForEveryLineOfDamagedInput() {
        Mutations.damage(
                FORMAT,
                "syslog/mixed.log",
                (input, parsed) -> assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input)));
    }

    @Test
    void readsAllSamples() {
        SampleCheck.check(
                FORMAT,
                SharedSamples.files("network/syslog", "syslog"),
                Set.of("azure-journald.log"),
                Set.of("mixed.log"));
    }
}
