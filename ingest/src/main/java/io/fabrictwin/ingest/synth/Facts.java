package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.event.BufferSet;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.event.ConnectionObserved;
import io.fabrictwin.model.event.DcqcnSet;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.PacketFormatSet;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.step.CollectiveWork;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operator's tools tell of the cluster: inventory, cabling, settings, jobs. */
final class Facts {
    private final Recorder recorder;

    Facts(Recorder recorder) {
        this.recorder = recorder;
    }

    void inventory() {
        for (int server = 0; server < Layout.SERVERS; server++) {
            for (int rail = 0; rail < Layout.RAILS; rail++) {
                String text = "NIC " + rail + " of server " + server;
                String address = "10." + server + "." + rail + ".1";
                device(Layout.nic(server, rail), DeviceKind.NIC, text, address, 1);
            }
        }
        for (DeviceId leaf : Layout.leaves()) {
            device(leaf, DeviceKind.SWITCH, "leaf", null, Layout.SERVERS_IN_GROUP + Layout.SPINES);
        }
        for (DeviceId spine : Layout.spines()) {
            device(spine, DeviceKind.SWITCH, "spine", null, Layout.leaves().size());
        }
        for (LinkId link : Layout.links()) {
            DeviceId teller = link.a().device();
            recorder.add(
                    teller,
                    0,
                    meta -> new LinkDiscovered(meta, link, Deployment.BITS_PER_SECOND, Reality.delayNs(link), null));
            for (PortId port : List.of(link.a(), link.b())) {
                recorder.add(
                        port.device(),
                        0,
                        meta -> new PortDiscovered(meta, port, Deployment.BITS_PER_SECOND, null, null));
            }
        }
    }

    private void device(DeviceId device, DeviceKind kind, String description, @Nullable String address, int ports) {
        recorder.add(
                device, 0, meta -> new DeviceDiscovered(meta, device, kind, description, null, address, null, ports));
    }

    void settings() {
        PfcProfile pfc = Deployment.PFC;
        for (DeviceId device : Layout.switches()) {
            recorder.add(device, 0, meta -> new BufferSet(meta, device, null, Deployment.BUFFER_BYTES));
            recorder.add(
                    device,
                    0,
                    meta -> new PfcProfileSet(
                            meta,
                            device,
                            null,
                            null,
                            null,
                            pfc.enabled(),
                            pfc.alpha(),
                            null,
                            pfc.reserveBytes(),
                            pfc.resumeOffsetBytes(),
                            null));
            ecn(device, 0, Deployment.ECN);
        }
        DcqcnProfile dcqcn = Deployment.DCQCN;
        for (DeviceId nic : Layout.nics()) {
            recorder.add(
                    nic,
                    0,
                    meta -> new DcqcnSet(
                            meta,
                            nic,
                            dcqcn.g(),
                            dcqcn.alphaTimerNs(),
                            dcqcn.rateDecreaseIntervalNs(),
                            dcqcn.rateIncreaseTimerNs(),
                            (long) dcqcn.additiveIncreaseBitsPerSecond(),
                            (long) dcqcn.hyperIncreaseBitsPerSecond(),
                            (long) dcqcn.minRateBitsPerSecond(),
                            dcqcn.fastRecoveryTimes()));
            recorder.add(
                    nic, 0, meta -> new PacketFormatSet(meta, nic, Deployment.PAYLOAD_BYTES, Deployment.WIRE_BYTES));
        }
    }

    void ecn(DeviceId device, long runNs, EcnProfile ecn) {
        recorder.add(
                device,
                runNs,
                meta -> new EcnProfileSet(
                        meta, device, null, null, null, ecn.enabled(), ecn.kminBytes(), ecn.kmaxBytes(), ecn.pmax()));
    }

    void job(SyntheticJob job, long startNs, List<Connection> connections) {
        DeviceId teller = job.ranks().get(0);
        recorder.add(
                teller,
                startNs,
                meta -> new JobStarted(meta, job.id(), job.ranks().size(), null));
        recorder.add(teller, startNs, meta -> new JobTuned(meta, job.id(), 1, null, null));
        for (int rank = 0; rank < job.ranks().size(); rank++) {
            int member = rank;
            DeviceId nic = job.ranks().get(rank);
            String gpu = "server" + job.servers().get(rank) + "-gpu" + job.rail(rank);
            recorder.add(nic, startNs, meta -> new RankPlaced(meta, job.id(), member, nic, gpu, nic, 0L));
        }
        for (int index = 0; index < job.collectives().size(); index++) {
            int collective = index;
            CollectiveWork work = job.collectives().get(index);
            recorder.add(
                    teller,
                    startNs,
                    meta -> new CollectivePlanned(
                            meta,
                            job.id(),
                            collective,
                            work.operation(),
                            work.bytesPerRank(),
                            work.launchFraction(),
                            work.stream()));
        }
        for (Connection connection : connections) {
            DeviceId source = job.ranks().get(connection.source());
            recorder.add(
                    source,
                    startNs,
                    meta -> new ConnectionObserved(
                            meta,
                            job.id(),
                            0,
                            connection.source(),
                            connection.destination(),
                            source,
                            job.ranks().get(connection.destination()),
                            0,
                            connection.sourcePort(),
                            connection.destinationPort(),
                            connection.path(),
                            null,
                            null));
        }
    }
}
