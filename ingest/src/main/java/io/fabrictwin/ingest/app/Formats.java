package io.fabrictwin.ingest.app;

import io.fabrictwin.ingest.events.EventsFormat;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.ethtool.EthtoolFormat;
import io.fabrictwin.ingest.parse.ethtool.MlnxQosFormat;
import io.fabrictwin.ingest.parse.flow.NetflowFormat;
import io.fabrictwin.ingest.parse.flow.SflowFormat;
import io.fabrictwin.ingest.parse.hardware.NcclGraphFormat;
import io.fabrictwin.ingest.parse.hardware.NcclTopoFormat;
import io.fabrictwin.ingest.parse.ibdiagnet.DatabaseCsvFormat;
import io.fabrictwin.ingest.parse.infiniband.IblinkinfoFormat;
import io.fabrictwin.ingest.parse.infiniband.IbnetdiscoverFormat;
import io.fabrictwin.ingest.parse.infiniband.IbqueryerrorsFormat;
import io.fabrictwin.ingest.parse.infiniband.IbstatFormat;
import io.fabrictwin.ingest.parse.infiniband.IbswinfoFormat;
import io.fabrictwin.ingest.parse.infiniband.PerfqueryFormat;
import io.fabrictwin.ingest.parse.infiniband.SmpqueryFormat;
import io.fabrictwin.ingest.parse.infiniband.plan.IbdmTopologyFormat;
import io.fabrictwin.ingest.parse.infiniband.plan.IbsimNetFormat;
import io.fabrictwin.ingest.parse.lldp.LldpCaptureFormat;
import io.fabrictwin.ingest.parse.lldp.LldpFormat;
import io.fabrictwin.ingest.parse.nccl.NcclLogFormat;
import io.fabrictwin.ingest.parse.nccl.NcclTestsFormat;
import io.fabrictwin.ingest.parse.nccl.inspector.NcclInspectorFormat;
import io.fabrictwin.ingest.parse.nccl.profiler.NcclProfilerFormat;
import io.fabrictwin.ingest.parse.nccl.ras.NcclRasFormat;
import io.fabrictwin.ingest.parse.nccl.tuner.MscclXmlFormat;
import io.fabrictwin.ingest.parse.nccl.tuner.NcclTunerFormat;
import io.fabrictwin.ingest.parse.nos.NosCliFormat;
import io.fabrictwin.ingest.parse.nvue.NvueFormat;
import io.fabrictwin.ingest.parse.opensm.ForwardingTableFormat;
import io.fabrictwin.ingest.parse.opensm.LidMatrixFormat;
import io.fabrictwin.ingest.parse.opensm.OpensmCacheFormat;
import io.fabrictwin.ingest.parse.opensm.OpensmLogFormat;
import io.fabrictwin.ingest.parse.opensm.SubnetListFormat;
import io.fabrictwin.ingest.parse.placement.PlacementCsvFormat;
import io.fabrictwin.ingest.parse.prometheus.PrometheusFormat;
import io.fabrictwin.ingest.parse.sonic.SonicConfigDbFormat;
import io.fabrictwin.ingest.parse.soniccli.SonicCliFormat;
import io.fabrictwin.ingest.parse.sonicdb.SonicCountersDbFormat;
import io.fabrictwin.ingest.parse.sonictopo.SonicMinigraphFormat;
import io.fabrictwin.ingest.parse.sonictopo.SonicTopoFormat;
import io.fabrictwin.ingest.parse.streaming.CiscoMdtFormat;
import io.fabrictwin.ingest.parse.streaming.GnmiFormat;
import io.fabrictwin.ingest.parse.streaming.OtlpMetricsFormat;
import io.fabrictwin.ingest.parse.sysfs.RocestatFormat;
import io.fabrictwin.ingest.parse.sysfs.SysfsInfinibandFormat;
import io.fabrictwin.ingest.parse.syslog.SyslogFormat;
import io.fabrictwin.ingest.parse.topology.AstraSimNetworkFormat;
import io.fabrictwin.ingest.parse.topology.BatfishLayer1Format;
import io.fabrictwin.ingest.parse.topology.CanuFormat;
import io.fabrictwin.ingest.parse.topology.ContainerlabFormat;
import io.fabrictwin.ingest.parse.topology.CytoscapeFormat;
import io.fabrictwin.ingest.parse.topology.GuidNamesFormat;
import io.fabrictwin.ingest.parse.topology.HtsimTopologyFormat;
import io.fabrictwin.ingest.parse.topology.InfragraphFormat;
import io.fabrictwin.ingest.parse.topology.NetboxCablesFormat;
import io.fabrictwin.ingest.parse.topology.NetlabFormat;
import io.fabrictwin.ingest.parse.topology.NetqFormat;
import io.fabrictwin.ingest.parse.topology.Ns3TopologyFormat;
import io.fabrictwin.ingest.parse.topology.NvidiaAirFormat;
import io.fabrictwin.ingest.parse.topology.PtmDotFormat;
import io.fabrictwin.ingest.parse.topology.SlurmTopologyFormat;
import io.fabrictwin.ingest.parse.topology.TopographFormat;
import io.fabrictwin.ingest.parse.torch.ExecutionTraceFormat;
import io.fabrictwin.ingest.parse.torch.FlightRecorderFormat;
import io.fabrictwin.ingest.parse.torch.KinetoFormat;
import io.fabrictwin.ingest.parse.training.TrainLogFormat;
import io.fabrictwin.ingest.parse.ufm.NdtFormat;
import io.fabrictwin.ingest.parse.ufm.NdtReportFormat;
import io.fabrictwin.ingest.parse.ufm.UfmEventLogFormat;
import io.fabrictwin.ingest.parse.ufm.UfmEventPolicyFormat;
import io.fabrictwin.ingest.parse.ufm.UfmSystemsFormat;
import io.fabrictwin.ingest.parse.ufm.UfmTelemetryCsvFormat;
import io.fabrictwin.ingest.parse.ufm.UfmTelemetryFormat;
import io.fabrictwin.ingest.parse.workload.AicbFormat;
import io.fabrictwin.ingest.parse.workload.AiobFormat;
import io.fabrictwin.ingest.parse.workload.ChakraFormat;
import io.fabrictwin.ingest.parse.workload.LayerPlanFormat;
import io.fabrictwin.ingest.recording.LabRecording;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All formats there are. */
public final class Formats {
    private static final List<Format> ALL = Stream.<Format>of(
                    new AicbFormat(),
                    new AiobFormat(),
                    new AstraSimNetworkFormat(),
                    new BatfishLayer1Format(),
                    new CanuFormat(),
                    new ChakraFormat(),
                    new CiscoMdtFormat(),
                    new ContainerlabFormat(),
                    new CytoscapeFormat(),
                    new DatabaseCsvFormat(),
                    new EthtoolFormat(),
                    new EventsFormat(),
                    new ExecutionTraceFormat(),
                    new FlightRecorderFormat(),
                    new ForwardingTableFormat(),
                    new GnmiFormat(),
                    new GuidNamesFormat(),
                    new HtsimTopologyFormat(),
                    new IbdmTopologyFormat(),
                    new IblinkinfoFormat(),
                    new IbnetdiscoverFormat(),
                    new IbqueryerrorsFormat(),
                    new IbsimNetFormat(),
                    new IbstatFormat(),
                    new IbswinfoFormat(),
                    new InfragraphFormat(),
                    new KinetoFormat(),
                    new LabRecording(),
                    new LayerPlanFormat(),
                    new LidMatrixFormat(),
                    new LldpCaptureFormat(),
                    new LldpFormat(),
                    new MlnxQosFormat(),
                    new MscclXmlFormat(),
                    new NcclGraphFormat(),
                    new NcclInspectorFormat(),
                    new NcclLogFormat(),
                    new NcclProfilerFormat(),
                    new NcclRasFormat(),
                    new NcclTestsFormat(),
                    new NcclTopoFormat(),
                    new NcclTunerFormat(),
                    new NdtFormat(),
                    new NdtReportFormat(),
                    new NetboxCablesFormat(),
                    new NetflowFormat(),
                    new NetlabFormat(),
                    new NetqFormat(),
                    new NosCliFormat(),
                    new Ns3TopologyFormat(),
                    new NvidiaAirFormat(),
                    new NvueFormat(),
                    new OpensmCacheFormat(),
                    new OpensmLogFormat(),
                    new OtlpMetricsFormat(),
                    new PerfqueryFormat(),
                    new PlacementCsvFormat(),
                    new PrometheusFormat(),
                    new PtmDotFormat(),
                    new RocestatFormat(),
                    new SflowFormat(),
                    new SlurmTopologyFormat(),
                    new SmpqueryFormat(),
                    new SonicCliFormat(),
                    new SonicConfigDbFormat(),
                    new SonicCountersDbFormat(),
                    new SonicMinigraphFormat(),
                    new SonicTopoFormat(),
                    new SubnetListFormat(),
                    new SysfsInfinibandFormat(),
                    new SyslogFormat(),
                    new TopographFormat(),
                    new TrainLogFormat(NcclLogFormat::lines, NcclLogFormat.YIELDS),
                    new UfmEventLogFormat(),
                    new UfmEventPolicyFormat(),
                    new UfmSystemsFormat(),
                    new UfmTelemetryCsvFormat(),
                    new UfmTelemetryFormat())
            .sorted(Comparator.comparing(Format::name))
            .toList();

    /** What formats were called once, so that commands that people have written down go on working. */
    private static final Map<String, String> FORMER_NAMES = Map.of("node-exporter", "prometheus");

    private Formats() {}

    /** Sorted by name. */
    public static List<Format> all() {
        return ALL;
    }

    /** Those that the beginning of an input looks most like, sorted by name: one where it is clear, none where none fits. */
    public static List<Format> recognised(Head head) {
        Map<Likeness, List<Format>> byLikeness = new EnumMap<>(Likeness.class);
        for (Format format : ALL) {
            byLikeness
                    .computeIfAbsent(format.recognise(head), likeness -> new ArrayList<>())
                    .add(format);
        }
        for (Likeness likeness : List.of(Likeness.CERTAIN, Likeness.LIKELY, Likeness.POSSIBLE)) {
            List<Format> found = byLikeness.get(likeness);
            if (found != null) {
                return List.copyOf(found);
            }
        }
        return List.of();
    }

    public static Optional<Format> named(String name) {
        String present = FORMER_NAMES.getOrDefault(name, name);
        return ALL.stream().filter(format -> format.name().equals(present)).findFirst();
    }
}
