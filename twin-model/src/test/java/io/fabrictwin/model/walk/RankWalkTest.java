package io.fabrictwin.model.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.model.event.ChannelConnected;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GpuNicPathDiscovered;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.NicSelected;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two hosts on two leaves under two spines; ranks 0 and 1 on the first host, 2 and 3 on the second. */
class RankWalkTest {
    private static final FabricId FABRIC = new FabricId("fabric");
    private static final JobId JOB = new JobId("train");

    private final List<FabricEvent> events = new ArrayList<>();

    @BeforeEach
    void fabric() {
        for (String name : List.of("leaf1", "leaf2", "spine1", "spine2")) {
            events.add(
                    new DeviceDiscovered(meta(), new DeviceId(name), DeviceKind.SWITCH, null, null, null, null, null));
        }
        for (int host = 1; host <= 2; host++) {
            events.add(new DeviceDiscovered(
                    meta(), new DeviceId("host" + host), DeviceKind.HOST, null, null, null, null, null));
            for (int nic = 0; nic < 2; nic++) {
                link("host" + host, "eth" + nic, "leaf" + host, "Ethernet" + nic);
                events.add(new NicDiscovered(
                        meta(), new DeviceId("host" + host), "mlx5_" + nic, null, null, null, 1, null, "RoCE"));
                events.add(new NicSelected(meta(), JOB, new DeviceId("host" + host), nic, "mlx5_" + nic, 1, "RoCE"));
            }
            for (int spine = 1; spine <= 2; spine++) {
                link("leaf" + host, "up" + spine, "spine" + spine, "down" + host);
            }
            for (int gpu = 0; gpu < 2; gpu++) {
                events.add(new CommunicatorInitialized(
                        meta(), JOB, "0xc", 2 * (host - 1) + gpu, 4, new DeviceId("host" + host), gpu + "b000", null));
            }
        }
        events.add(new EcnProfileSet(
                meta(), new DeviceId("leaf2"), PortId.of("leaf2", "Ethernet1"), 3, "x", true, 100L, 400L, 0.1));
        events.add(new GpuNicPathDiscovered(meta(), new DeviceId("host1"), "0000:1b:00.0", "mlx5_1", "PIX", null));
    }

    @Test
    void goesFromGpuToGpuOverEveryEqualWay() {
        channel(1, 3, "host1", 1);
        channel(1, 3, "host2", 1);
        assertThat(RankWalk.between(frame(), JOB, 1, 3))
                .extracting(stop -> stop.what() + " " + stop.name())
                .containsExactly(
                        "rank rank 1",
                        "GPU host1 GPU 1b000",
                        "NIC host1 mlx5_1",
                        "port host1:eth1",
                        "link host1:eth1 - leaf1:Ethernet1",
                        "port leaf1:up1",
                        "link leaf1:up1 - spine1:down1",
                        "port leaf1:up2",
                        "link leaf1:up2 - spine2:down1",
                        "way through any of them",
                        "port spine1:down2",
                        "link spine1:down2 - leaf2:up1",
                        "queue leaf2:Ethernet1 priority 3",
                        "port leaf2:Ethernet1",
                        "link leaf2:Ethernet1 - host2:eth1",
                        "port host2:eth1",
                        "NIC host2 mlx5_1",
                        "GPU host2 GPU 1b000",
                        "rank rank 3");
    }

    @Test
    void saysHowEachStopIsKnown() {
        channel(1, 3, "host1", 1);
        channel(1, 3, "host2", 1);
        List<Stop> stops = RankWalk.between(frame(), JOB, 1, 3);
        assertThat(stops.get(2))
                .isEqualTo(new Stop("NIC", "host1 mlx5_1", "PIX from the GPU", "channel 0 of this pair, GPUDirect"));
        assertThat(stops.get(3).knownBy()).isEqualTo("assumed: NIC 2 of 2 is port 2");
        assertThat(stops.get(4).knownBy()).isEqualTo("seen");
        assertThat(stops.get(5).knownBy()).isEqualTo("one of 2 equal ways, by the switch's hash");
        assertThat(stops.get(12).detail()).isEqualTo("marks from 100 to 400 bytes");
    }

    @Test
    void staysInsideAHost() {
        assertThat(RankWalk.between(frame(), JOB, 0, 1)).extracting(Stop::name).contains("inside host1");
    }

    @Test
    void whatIsNotKnownIsSaidAndNotGuessed() {
        assertThat(RankWalk.between(frame(), JOB, 0, 2))
                .extracting(Stop::what, Stop::name)
                .contains(tuple("NIC", "unknown"))
                .contains(tuple("way", "unknown"));
        assertThatThrownBy(() -> RankWalk.between(frame(), JOB, 0, 9))
                .hasMessage("rank 9 is not known; known are 0 to 3");
    }

    private void link(String a, String aPort, String b, String bPort) {
        events.add(new LinkDiscovered(
                meta(), new LinkId(PortId.of(a, aPort), PortId.of(b, bPort)), 400_000_000_000L, null, null));
    }

    private void channel(int from, int to, String host, int nic) {
        events.add(new ChannelConnected(meta(), JOB, "0xc", 0, from, to, "NET/IB", nic, true, new DeviceId(host)));
    }

    private EventMeta meta() {
        return new EventMeta(FABRIC, new SourceId("events", "test"), events.size(), 0, 1_000, 2_000, Clock.SOURCE);
    }

    private FabricFrame frame() {
        Map<EntityKey, EntityState> states = new TreeMap<>();
        Fold.applyAll(states, events);
        return FabricFrame.of(FABRIC, states, Positions.NONE);
    }
}
