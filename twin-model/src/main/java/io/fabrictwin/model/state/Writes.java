package io.fabrictwin.model.state;

import static io.fabrictwin.model.state.AttributeName.*;

import io.fabrictwin.model.event.*;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What an event says of the state, as writes. Total: every event has an answer, and "nothing" is one.
 *
 * <p>What was planned and what was observed are different attributes, so that neither hides the other.
 */
final class Writes implements FabricEvent.Cases<List<Write>> {
    /** Width of a history bucket of counters: 1 ms holds several samples of a laboratory and one of a scrape. */
    static final long SAMPLE_BUCKET_NS = 1_000_000;

    private static final Writes ALL = new Writes(EnumSet.allOf(EntityKind.class));

    /** What is wanted. What events say of it is told; what they say of others may be. */
    private final Set<EntityKind> wanted;

    Writes(Set<EntityKind> wanted) {
        this.wanted = wanted;
    }

    static List<Write> of(FabricEvent event) {
        return event.accept(ALL);
    }

    @Override
    public List<Write> deviceDiscovered(DeviceDiscovered event) {
        return on(event, EntityKind.DEVICE, event.device().value())
                .seen()
                .text(KIND, event.kind().name())
                .text(DESCRIPTION, event.description())
                .text(MODEL, event.model())
                .text(ADDRESS, event.address())
                .whole(ROUTING_SEED, event.routingSeed())
                .whole(PORT_COUNT, event.portCount())
                .done();
    }

    @Override
    public List<Write> portDiscovered(PortDiscovered event) {
        return onPort(event, event.port())
                .seen()
                .whole(BITS_PER_SECOND, event.bitsPerSecond())
                .text(ALIAS, event.alias())
                .whole(LOCAL_IDENTIFIER, event.localIdentifier())
                .done();
    }

    @Override
    public List<Write> linkDiscovered(LinkDiscovered event) {
        return onLink(event, event.link())
                .seen()
                .flag(UP, true)
                .whole(BITS_PER_SECOND, event.bitsPerSecond())
                .whole(DELAY_NS, event.delayNs())
                .text(WIDTH_AND_SPEED, event.widthAndSpeed())
                .done();
    }

    @Override
    public List<Write> linkPlanned(LinkPlanned event) {
        return onLink(event, event.link())
                .flag(PLANNED, true)
                .whole(PLANNED_BITS_PER_SECOND, event.bitsPerSecond())
                .done();
    }

    @Override
    public List<Write> linkWentDown(LinkWentDown event) {
        return onLink(event, event.link()).seen().flag(UP, false).done();
    }

    @Override
    public List<Write> linkCameUp(LinkCameUp event) {
        return onLink(event, event.link()).seen().flag(UP, true).done();
    }

    @Override
    public List<Write> linkRateChanged(LinkRateChanged event) {
        return onLink(event, event.link())
                .seen()
                .whole(BITS_PER_SECOND, event.bitsPerSecond())
                .done();
    }

    @Override
    public List<Write> swept(Swept event) {
        DeviceId device = event.device();
        Entity scope = device == null ? on(event, EntityKind.FABRIC) : on(event, EntityKind.DEVICE, device.value());
        return scope.flag(SWEPT_PREFIX + event.meta().source().format(), true).done();
    }

    @Override
    public List<Write> portConfigured(PortConfigured event) {
        return onPort(event, event.port())
                .flag(ADMIN_UP, event.adminUp())
                .whole(CONFIGURED_BITS_PER_SECOND, event.bitsPerSecond())
                .whole(MTU_BYTES, event.mtuBytes())
                .text(FEC, event.fec())
                .text(CONFIGURED_ALIAS, event.alias())
                .whole(CABLE_LENGTH_MILLIMETRES, event.cableLengthMillimetres())
                .done();
    }

    @Override
    public List<Write> ecnProfileSet(EcnProfileSet event) {
        return onScope(event, event.device(), event.port(), event.priority())
                .text(ECN_PROFILE, event.profile())
                .flag(ECN_ENABLED, event.enabled())
                .whole(ECN_KMIN_BYTES, event.kminBytes())
                .whole(ECN_KMAX_BYTES, event.kmaxBytes())
                .decimal(ECN_PMAX, event.pmax())
                .done();
    }

    @Override
    public List<Write> pfcProfileSet(PfcProfileSet event) {
        return onScope(event, event.device(), event.port(), event.priority())
                .text(PFC_PROFILE, event.profile())
                .flag(PFC_ENABLED, event.enabled())
                .decimal(PFC_ALPHA, event.alpha())
                .whole(PFC_XOFF_BYTES, event.xoffBytes())
                .whole(PFC_RESERVE_BYTES, event.reserveBytes())
                .whole(PFC_RESUME_OFFSET_BYTES, event.resumeOffsetBytes())
                .whole(PFC_HEADROOM_BYTES, event.headroomBytes())
                .done();
    }

    @Override
    public List<Write> pfcWatchdogSet(PfcWatchdogSet event) {
        return onScope(event, event.device(), event.port(), null)
                .text(PFC_WATCHDOG_ACTION, event.action())
                .whole(PFC_WATCHDOG_DETECTION_NS, event.detectionNs())
                .whole(PFC_WATCHDOG_RESTORATION_NS, event.restorationNs())
                .whole(PFC_WATCHDOG_POLL_NS, event.pollNs())
                .done();
    }

    @Override
    public List<Write> bufferSet(BufferSet event) {
        String pool = event.pool();
        return on(event, EntityKind.DEVICE, event.device().value())
                .whole(pool == null ? BUFFER_BYTES : BUFFER_BYTES + " " + pool, event.bytes())
                .done();
    }

    @Override
    public List<Write> dcqcnSet(DcqcnSet event) {
        return on(event, EntityKind.DEVICE, event.device().value())
                .decimal(DCQCN_GAIN, event.gain())
                .whole(DCQCN_ALPHA_TIMER_NS, event.alphaTimerNs())
                .whole(DCQCN_RATE_DECREASE_INTERVAL_NS, event.rateDecreaseIntervalNs())
                .whole(DCQCN_RATE_INCREASE_TIMER_NS, event.rateIncreaseTimerNs())
                .whole(DCQCN_ADDITIVE_INCREASE_BITS_PER_SECOND, event.additiveIncreaseBitsPerSecond())
                .whole(DCQCN_HYPER_INCREASE_BITS_PER_SECOND, event.hyperIncreaseBitsPerSecond())
                .whole(DCQCN_MIN_RATE_BITS_PER_SECOND, event.minRateBitsPerSecond())
                .whole(DCQCN_FAST_RECOVERY_TIMES, event.fastRecoveryTimes())
                .done();
    }

    @Override
    public List<Write> packetFormatSet(PacketFormatSet event) {
        return on(event, EntityKind.DEVICE, event.device().value())
                .whole(PAYLOAD_BYTES, event.payloadBytes())
                .whole(WIRE_BYTES, event.wireBytes())
                .done();
    }

    @Override
    public List<Write> qosMapSet(QosMapSet event) {
        return onScope(event, event.device(), event.port(), null)
                .value(QOS_MAP_PREFIX + event.map(), new Value.Pairs(event.entries()))
                .done();
    }

    @Override
    public List<Write> portCountersObserved(PortCountersObserved event) {
        PortId port = event.port();
        Integer priority = event.priority();
        Value counters = new Value.Numbers(event.counters());
        Entity state = onScope(event, port.device(), port, priority).samples(COUNTERS, counters);
        if (!wanted.contains(EntityKind.PORT_SAMPLE)) {
            return state.done();
        }
        return state.on(
                        EntityKind.PORT_SAMPLE,
                        port.device().value(),
                        port.name(),
                        priority == null ? "" : priority.toString(),
                        Long.toString(event.meta().eventTimeNs() / SAMPLE_BUCKET_NS))
                .value(COUNTERS, counters)
                .done();
    }

    @Override
    public List<Write> queueObserved(QueueObserved event) {
        PortId port = event.port();
        Integer priority = event.priority();
        Entity state = onScope(event, port.device(), port, priority)
                .whole(DEPTH_BYTES, event.depthBytes())
                .whole(DEPTH_MAX_BYTES, event.depthMaxBytes());
        if (!wanted.contains(EntityKind.QUEUE_SAMPLE)) {
            return state.done();
        }
        SortedMap<String, Long> depths = new TreeMap<>();
        if (event.depthBytes() != null) {
            depths.put(DEPTH_BYTES, event.depthBytes());
        }
        if (event.depthMaxBytes() != null) {
            depths.put(DEPTH_MAX_BYTES, event.depthMaxBytes());
        }
        if (depths.isEmpty()) {
            return state.done();
        }
        return state.on(
                        EntityKind.QUEUE_SAMPLE,
                        port.device().value(),
                        port.name(),
                        priority == null ? "" : priority.toString(),
                        Long.toString(event.meta().eventTimeNs() / SAMPLE_BUCKET_NS))
                .value(COUNTERS, new Value.Numbers(depths))
                .done();
    }

    @Override
    public List<Write> clockOffsetObserved(ClockOffsetObserved event) {
        return on(event, EntityKind.DEVICE, event.device().value())
                .whole(CLOCK_OFFSET_NS, event.offsetNs())
                .whole(CLOCK_UNCERTAINTY_NS, event.uncertaintyNs())
                .done();
    }

    @Override
    public List<Write> jobStarted(JobStarted event) {
        return onJob(event, event.job())
                .flag(RUNNING, true)
                .whole(RANK_COUNT, event.rankCount())
                .text(LIBRARY, event.library())
                .done();
    }

    @Override
    public List<Write> jobStopped(JobStopped event) {
        return onJob(event, event.job()).flag(RUNNING, false).done();
    }

    @Override
    public List<Write> jobTuned(JobTuned event) {
        return onJob(event, event.job())
                .whole(QUEUE_PAIRS_PER_CONNECTION, event.queuePairsPerConnection())
                .text(SETTING_PREFIX + event.setting(), event.value())
                .done();
    }

    @Override
    public List<Write> rankPlaced(RankPlaced event) {
        DeviceId nic = event.nic();
        return on(event, EntityKind.RANK, event.job().value(), Integer.toString(event.rank()))
                .text(HOST, event.host().value())
                .text(GPU, event.gpu())
                .text(NIC, nic == null ? null : nic.value())
                .whole(FROM_STEP, event.fromStep())
                .done();
    }

    @Override
    public List<Write> collectivePlanned(CollectivePlanned event) {
        return on(event, EntityKind.COLLECTIVE, event.job().value(), Integer.toString(event.collective()))
                .text(OPERATION, event.operation().name())
                .whole(BYTES_PER_RANK, event.bytesPerRank())
                .decimal(LAUNCH_FRACTION, event.launchFraction())
                .whole(STREAM, event.stream())
                .done();
    }

    @Override
    public List<Write> computeObserved(ComputeObserved event) {
        if (!wanted.contains(EntityKind.COMPUTE)) {
            return List.of();
        }
        DeviceId host = event.host();
        return on(
                        event,
                        EntityKind.COMPUTE,
                        event.job().value(),
                        Long.toString(event.step()),
                        Integer.toString(event.rank()))
                .whole(COMPUTE_NS, event.computeNs())
                .text(HOST, host == null ? null : host.value())
                .done();
    }

    @Override
    public List<Write> collectiveObserved(CollectiveObserved event) {
        if (!wanted.contains(EntityKind.COLLECTIVE_RUN)) {
            return List.of();
        }
        return on(
                        event,
                        EntityKind.COLLECTIVE_RUN,
                        event.job().value(),
                        Long.toString(event.step()),
                        Integer.toString(event.collective()),
                        Integer.toString(event.rank()))
                .text(OPERATION, event.operation().name())
                .whole(BYTES_PER_RANK, event.bytesPerRank())
                .whole(START_NS, event.startNs())
                .whole(END_NS, event.endNs())
                .done();
    }

    @Override
    public List<Write> stepCompleted(StepCompleted event) {
        return onJob(event, event.job())
                .whole(NEWEST_STEP, event.step())
                .whole(NEWEST_STEP_TIME_NS, event.endNs() - event.startNs())
                .on(EntityKind.STEP, event.job().value(), Long.toString(event.step()))
                .whole(START_NS, event.startNs())
                .whole(COMPUTE_END_NS, event.computeEndNs())
                .whole(END_NS, event.endNs())
                .done();
    }

    @Override
    public List<Write> connectionObserved(ConnectionObserved event) {
        return on(
                        event,
                        EntityKind.CONNECTION,
                        event.job().value(),
                        Integer.toString(event.stream()),
                        Integer.toString(event.sourceRank()),
                        Integer.toString(event.destinationRank()),
                        Integer.toString(event.queuePair()),
                        event.sourceHost().value(),
                        event.destinationHost().value())
                .whole(SOURCE_PORT, event.sourcePort())
                .whole(DESTINATION_PORT, event.destinationPort())
                .value(
                        DEVICES,
                        new Value.Texts(
                                event.path().stream().map(DeviceId::value).toList()))
                .whole(MESSAGES, event.messages())
                .whole(BYTES, event.bytes())
                .done();
    }

    @Override
    public List<Write> communicatorInitialized(CommunicatorInitialized event) {
        return on(
                        event,
                        EntityKind.COMMUNICATOR,
                        event.job().value(),
                        event.communicator(),
                        Integer.toString(event.rank()))
                .whole(RANK_COUNT, event.rankCount())
                .text(HOST, event.host().value())
                .text(GPU, event.gpu())
                .whole(INIT_NS, event.initNs())
                .done();
    }

    @Override
    public List<Write> nicSelected(NicSelected event) {
        return on(event, EntityKind.NIC, event.job().value(), event.host().value(), Integer.toString(event.nicIndex()))
                .text(NIC, event.nic())
                .whole(NIC_PORT, event.nicPort())
                .text(LINK_LAYER, event.linkLayer())
                .done();
    }

    @Override
    public List<Write> channelConnected(ChannelConnected event) {
        String communicator = event.communicator();
        DeviceId host = event.host();
        return on(
                        event,
                        EntityKind.CHANNEL,
                        event.job().value(),
                        communicator == null ? "" : communicator,
                        Integer.toString(event.channel()),
                        Integer.toString(event.fromRank()),
                        Integer.toString(event.toRank()),
                        host == null ? "" : host.value())
                .text(TRANSPORT, event.transport())
                .whole(NIC_INDEX, event.nicIndex())
                .flag(GPU_DIRECT, event.gpuDirect())
                .done();
    }

    @Override
    public List<Write> collectiveLaunched(CollectiveLaunched event) {
        Integer rank = event.rank();
        if (rank == null) {
            return List.of();
        }
        String communicator = event.communicator();
        return on(
                        event,
                        EntityKind.COMMUNICATOR,
                        event.job().value(),
                        communicator == null ? "" : communicator,
                        rank.toString())
                .whole(LAUNCH_COUNT, event.launchCount())
                .text(LAST_OPERATION, event.operation().name())
                .whole(BYTES, event.bytes())
                .done();
    }

    @Override
    public List<Write> communicationFailed(CommunicationFailed event) {
        return on(event, EntityKind.FAILURE, event.job().value(), event.host().value())
                .text(FAILURE_KIND, event.kind())
                .whole(RANK, event.rank())
                .whole(STATUS, event.status())
                .text(PEER, event.peer())
                .text(MESSAGE, event.message())
                .text(NIC, event.nic())
                .whole(VENDOR_ERROR, event.vendorError())
                .text(REMOTE_ADDRESS, event.remoteAddress())
                .done();
    }

    @Override
    public List<Write> nameObserved(NameObserved event) {
        PortId port = event.port();
        return on(
                        event,
                        EntityKind.NAME,
                        event.device().value(),
                        port == null ? "" : port.name(),
                        event.scheme().name(),
                        event.name())
                .seen()
                .done();
    }

    @Override
    public List<Write> portStateObserved(PortStateObserved event) {
        return onPort(event, event.port())
                .seen()
                .flag(PORT_UP, event.up())
                .text(PORT_STATE, event.state())
                .whole(BITS_PER_SECOND, event.bitsPerSecond())
                .text(PORT_STATE_REASON, event.reason())
                .done();
    }

    @Override
    public List<Write> gpuDiscovered(GpuDiscovered event) {
        return on(event, EntityKind.GPU, event.host().value(), event.gpu())
                .seen()
                .whole(DEVICE_INDEX, event.deviceIndex())
                .text(MODEL, event.model())
                .whole(NUMA_NODE, event.numaNode())
                .whole(NVLINK_COUNT, event.nvlinkCount())
                .done();
    }

    @Override
    public List<Write> nicDiscovered(NicDiscovered event) {
        return on(event, EntityKind.HOST_NIC, event.host().value(), event.nic())
                .seen()
                .text(BUS_ID, event.busId())
                .text(GUID, event.guid())
                .whole(NUMA_NODE, event.numaNode())
                .whole(NIC_PORT, event.nicPort())
                .whole(BITS_PER_SECOND, event.bitsPerSecond())
                .text(LINK_LAYER, event.linkLayer())
                .done();
    }

    @Override
    public List<Write> gpuNicPathDiscovered(GpuNicPathDiscovered event) {
        return on(event, EntityKind.GPU_NIC_PATH, event.host().value(), event.gpu(), event.nic())
                .seen()
                .text(PATH, event.path())
                .whole(BITS_PER_SECOND, event.bitsPerSecond())
                .done();
    }

    @Override
    public List<Write> placementDeclared(PlacementDeclared event) {
        return on(event, EntityKind.DEVICE, event.device().value())
                .text(PLACEMENT_PREFIX + event.level(), event.domain())
                .done();
    }

    @Override
    public List<Write> forwardingTableObserved(ForwardingTableObserved event) {
        return on(event, EntityKind.DEVICE, event.device().value())
                .value(FORWARDING_TABLE, new Value.Pairs(event.entries()))
                .done();
    }

    @Override
    public List<Write> subnetManagerChanged(SubnetManagerChanged event) {
        return on(event, EntityKind.DEVICE, event.device().value())
                .text(SUBNET_MANAGER_STATE, event.state())
                .text(ROUTING_ENGINE, event.routingEngine())
                .whole(SUBNET_MANAGER_PRIORITY, event.priority())
                .done();
    }

    @Override
    public List<Write> schedulerSet(SchedulerSet event) {
        return onScope(event, event.device(), event.port(), event.priority())
                .text(SCHEDULER_KIND, event.kind())
                .whole(SCHEDULER_WEIGHT, event.weight())
                .whole(SCHEDULER_BITS_PER_SECOND, event.bitsPerSecond())
                .done();
    }

    @Override
    public List<Write> deviceTuned(DeviceTuned event) {
        return onScope(event, event.device(), event.port(), null)
                .text(SETTING_PREFIX + event.setting(), event.value())
                .done();
    }

    @Override
    public List<Write> gaugesObserved(GaugesObserved event) {
        String component = event.component();
        Entity scope = onScope(event, event.device(), event.port(), null);
        event.gauges()
                .forEach((name, reading) -> scope.decimal(
                        component == null ? GAUGE_PREFIX + name : GAUGE_PREFIX + component + " " + name, reading));
        return scope.done();
    }

    @Override
    public List<Write> pauseStormDetected(PauseStormDetected event) {
        return onScope(event, event.port().device(), event.port(), event.priority())
                .flag(PAUSE_STORM, true)
                .text(PAUSE_STORM_ACTION, event.action())
                .done();
    }

    @Override
    public List<Write> pauseStormRestored(PauseStormRestored event) {
        return onScope(event, event.port().device(), event.port(), event.priority())
                .flag(PAUSE_STORM, false)
                .done();
    }

    @Override
    public List<Write> microburstObserved(MicroburstObserved event) {
        return onScope(event, event.port().device(), event.port(), event.priority())
                .whole(MICROBURST_PEAK_BYTES, event.peakBytes())
                .whole(MICROBURST_THRESHOLD_BYTES, event.thresholdBytes())
                .whole(MICROBURST_DURATION_NS, event.durationNs())
                .done();
    }

    @Override
    public List<Write> flowObserved(FlowObserved event) {
        return on(
                        event,
                        EntityKind.FLOW,
                        event.device().value(),
                        event.sourceAddress(),
                        event.destinationAddress(),
                        text(event.sourcePort()),
                        text(event.destinationPort()),
                        Long.toString(event.meta().eventTimeNs() / SAMPLE_BUCKET_NS))
                .text(INPUT_PORT, name(event.inputPort()))
                .text(OUTPUT_PORT, name(event.outputPort()))
                .whole(PROTOCOL, event.protocol())
                .whole(PACKETS, event.packets())
                .whole(BYTES, event.bytes())
                .whole(SAMPLING_RATE, event.samplingRate())
                .whole(DROP_REASON, event.dropReason())
                .done();
    }

    @Override
    public List<Write> stepMeasured(StepMeasured event) {
        return onJob(event, event.job())
                .whole(NEWEST_STEP, event.step())
                .whole(NEWEST_STEP_TIME_NS, event.stepTimeNs())
                .on(EntityKind.STEP_MEASURE, event.job().value(), Long.toString(event.step()))
                .whole(STEP_TIME_NS, event.stepTimeNs())
                .whole(STEP_COUNT, event.stepCount())
                .whole(SAMPLES, event.samples())
                .decimal(TOKENS_PER_SECOND_PER_GPU, event.tokensPerSecondPerGpu())
                .decimal(FLOPS_PER_SECOND_PER_GPU, event.flopsPerSecondPerGpu())
                .done();
    }

    @Override
    public List<Write> checkpointObserved(CheckpointObserved event) {
        return onJob(event, event.job())
                .whole(CHECKPOINT_STEP, event.step())
                .whole(CHECKPOINT_DURATION_NS, event.durationNs())
                .whole(CHECKPOINT_BYTES, event.bytes())
                .done();
    }

    @Override
    public List<Write> collectiveMeasured(CollectiveMeasured event) {
        DeviceId host = event.host();
        return on(
                        event,
                        EntityKind.COLLECTIVE_MEASURE,
                        event.job().value(),
                        orEmpty(event.communicator()),
                        event.operation().name(),
                        Long.toString(event.sequence()),
                        text(event.rank()))
                .text(HOST, host == null ? null : host.value())
                .whole(BYTES, event.bytes())
                .whole(START_NS, event.startNs())
                .whole(DURATION_NS, event.durationNs())
                .text(ALGORITHM, event.algorithm())
                .text(PROTOCOL, event.protocol())
                .whole(CHANNELS, event.channels())
                .done();
    }

    @Override
    public List<Write> collectiveTimedOut(CollectiveTimedOut event) {
        return on(event, EntityKind.TIMEOUT, event.job().value(), orEmpty(event.communicator()), text(event.rank()))
                .whole(SEQUENCE, event.sequence())
                .text(OPERATION, event.operation())
                .whole(ELAPSED_NS, event.elapsedNs())
                .whole(TIMEOUT_NS, event.timeoutNs())
                .whole(LAST_ENQUEUED, event.lastEnqueued())
                .whole(LAST_COMPLETED, event.lastCompleted())
                .done();
    }

    @Override
    public List<Write> communicatorProgressObserved(CommunicatorProgressObserved event) {
        String counted = event.operation() == null ? "" : " " + event.operation();
        return on(
                        event,
                        EntityKind.COMMUNICATOR,
                        event.job().value(),
                        event.communicator(),
                        Integer.toString(event.rank()))
                .whole(LAST_ENQUEUED + counted, event.enqueued())
                .whole(LAST_STARTED + counted, event.started())
                .whole(LAST_COMPLETED + counted, event.completed())
                .done();
    }

    @Override
    public List<Write> communicatorHealthObserved(CommunicatorHealthObserved event) {
        return on(event, EntityKind.COMMUNICATOR_HEALTH, event.job().value(), event.communicator())
                .whole(RANK_COUNT, event.rankCount())
                .text(STATUS_TEXT, event.status())
                .text(ERROR, event.error())
                .value(MISSING_RANKS, wholes(event.missingRanks()))
                .done();
    }

    @Override
    public List<Write> communicatorClosed(CommunicatorClosed event) {
        return on(
                        event,
                        EntityKind.COMMUNICATOR,
                        event.job().value(),
                        event.communicator(),
                        Integer.toString(event.rank()))
                .flag(CLOSED_CLEANLY, event.clean())
                .done();
    }

    @Override
    public List<Write> ringPlanned(RingPlanned event) {
        return on(
                        event,
                        EntityKind.RING,
                        event.job().value(),
                        orEmpty(event.communicator()),
                        Integer.toString(event.channel()))
                .value(RANKS, wholes(event.ranks()))
                .flag(PARTIAL, event.partial())
                .done();
    }

    @Override
    public List<Write> treePlanned(TreePlanned event) {
        return on(
                        event,
                        EntityKind.TREE,
                        event.job().value(),
                        orEmpty(event.communicator()),
                        Integer.toString(event.channel()),
                        Integer.toString(event.rank()))
                .whole(PARENT, event.parent() == null ? Integer.valueOf(-1) : event.parent())
                .value(CHILDREN, wholes(event.children()))
                .done();
    }

    @Override
    public List<Write> algorithmChosen(AlgorithmChosen event) {
        return on(
                        event,
                        EntityKind.ALGORITHM,
                        event.job().value(),
                        orEmpty(event.communicator()),
                        event.operation().name(),
                        Long.toString(event.bytes()))
                .text(ALGORITHM, event.algorithm())
                .text(PROTOCOL, event.protocol())
                .whole(CHANNELS, event.channels())
                .whole(MODEL_NS, event.modelNs())
                .done();
    }

    @Override
    public List<Write> tuningTableObserved(TuningTableObserved event) {
        Entity scope = on(
                event,
                EntityKind.TUNING,
                event.job().value(),
                orEmpty(event.communicator()),
                event.operation().name());
        event.latencyNs().forEach((pair, latencyNs) -> scope.decimal(LATENCY_NS_PREFIX + pair, latencyNs));
        event.bytesPerSecond().forEach((pair, rate) -> scope.decimal(BYTES_PER_SECOND_PREFIX + pair, rate));
        return scope.done();
    }

    @Override
    public List<Write> benchmarkMeasured(BenchmarkMeasured event) {
        return on(
                        event,
                        EntityKind.BENCHMARK,
                        event.job().value(),
                        event.operation().name(),
                        Long.toString(event.bytes()),
                        event.inPlace() ? "in place" : "out of place")
                .whole(RANK_COUNT, event.rankCount())
                .whole(DURATION_NS, event.timeNs())
                .decimal(ALGORITHM_BYTES_PER_SECOND, event.algorithmBytesPerSecond())
                .decimal(BUS_BYTES_PER_SECOND, event.busBytesPerSecond())
                .whole(WRONG, event.wrong())
                .done();
    }

    @Override
    public List<Write> rankGaugesObserved(RankGaugesObserved event) {
        Entity scope = on(event, EntityKind.RANK, event.job().value(), Integer.toString(event.rank()));
        event.gauges().forEach((name, reading) -> scope.decimal(GAUGE_PREFIX + name, reading));
        return scope.done();
    }

    @Override
    public List<Write> computePlanned(ComputePlanned event) {
        return on(event, EntityKind.COMPUTE_PLAN, event.job().value(), Integer.toString(event.position()))
                .text(NAME, event.name())
                .text(PHASE, event.phase())
                .whole(COMPUTE_NS, event.computeNs())
                .done();
    }

    @Override
    public List<Write> scheduleDeclared(ScheduleDeclared event) {
        return on(event, EntityKind.SCHEDULE, event.job().value(), event.name())
                .text(OPERATION, event.operation().name())
                .text(PROTOCOL, event.protocol())
                .whole(CHANNELS, event.channels())
                .whole(RANK_COUNT, event.rankCount())
                .whole(MIN_BYTES, event.minBytes())
                .whole(MAX_BYTES, event.maxBytes())
                .whole(STEP_COUNT, event.stepCount())
                .done();
    }

    @Override
    public List<Write> tuningRuleDeclared(TuningRuleDeclared event) {
        return on(event, EntityKind.TUNING_RULE, event.job().value(), Integer.toString(event.position()))
                .text(OPERATION, event.operation().name())
                .whole(MIN_BYTES, event.minBytes())
                .whole(MAX_BYTES, event.maxBytes())
                .text(ALGORITHM, event.algorithm())
                .text(PROTOCOL, event.protocol())
                .whole(CHANNELS, event.channels())
                .whole(NODE_COUNT, event.nodeCount())
                .whole(RANK_COUNT, event.rankCount())
                .done();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static String text(@Nullable Integer number) {
        return number == null ? "" : number.toString();
    }

    private static @Nullable String name(@Nullable PortId port) {
        return port == null ? null : port.name();
    }

    private static Value wholes(List<Integer> numbers) {
        return new Value.Texts(numbers.stream().map(String::valueOf).toList());
    }

    private static Entity onPort(FabricEvent event, PortId port) {
        return on(event, EntityKind.PORT, port.device().value(), port.name());
    }

    private static Entity onJob(FabricEvent event, JobId job) {
        return on(event, EntityKind.JOB, job.value());
    }

    private static Entity onLink(FabricEvent event, LinkId link) {
        return on(
                event,
                EntityKind.LINK,
                link.a().device().value(),
                link.a().name(),
                link.b().device().value(),
                link.b().name());
    }

    /** The narrowest entity that the scope names: queue, port or device. */
    private static Entity onScope(
            FabricEvent event, DeviceId device, @Nullable PortId port, @Nullable Integer priority) {
        if (priority != null) {
            return on(
                    event,
                    EntityKind.QUEUE,
                    device.value(),
                    port == null ? EntityKey.ALL : port.name(),
                    priority.toString());
        }
        return port == null ? on(event, EntityKind.DEVICE, device.value()) : onPort(event, port);
    }

    private static Entity on(FabricEvent event, EntityKind kind, String... path) {
        return new Entity(
                Stamp.of(event.meta()),
                new ArrayList<>(),
                EntityKey.of(event.meta().fabric(), kind, path));
    }

    /** Collects the writes of one event; a null value writes nothing. */
    private record Entity(Stamp stamp, List<Write> writes, EntityKey key) {
        Entity on(EntityKind kind, String... path) {
            return new Entity(stamp, writes, EntityKey.of(key.fabric(), kind, path));
        }

        Entity seen() {
            return samples(SEEN, new Value.Flag(true));
        }

        Entity whole(String attribute, @Nullable Integer number) {
            return number == null ? this : value(attribute, new Value.Whole(number));
        }

        Entity whole(String attribute, @Nullable Long number) {
            return number == null ? this : value(attribute, new Value.Whole(number));
        }

        Entity decimal(String attribute, @Nullable Double number) {
            return number == null ? this : value(attribute, new Value.Decimal(number));
        }

        Entity text(String attribute, @Nullable String text) {
            return text == null ? this : value(attribute, new Value.Text(text));
        }

        Entity flag(String attribute, @Nullable Boolean isSet) {
            return isSet == null ? this : value(attribute, new Value.Flag(isSet));
        }

        Entity value(String attribute, Value value) {
            return write(attribute, Retention.NEWEST, value);
        }

        Entity samples(String attribute, Value value) {
            return write(attribute, Retention.TWO_PER_FORMAT, value);
        }

        private Entity write(String attribute, Retention retention, Value value) {
            writes.add(new Write(key, attribute, retention, new Cell(stamp, value)));
            return this;
        }

        List<Write> done() {
            return writes;
        }
    }
}
