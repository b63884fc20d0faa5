package io.fabrictwin.model.event;

/** One fact about a fabric or a job on it. It cannot be refused; it can only be told. */
public sealed interface FabricEvent
        permits DeviceDiscovered,
                PortDiscovered,
                LinkDiscovered,
                LinkPlanned,
                LinkWentDown,
                LinkCameUp,
                LinkRateChanged,
                Swept,
                PortConfigured,
                EcnProfileSet,
                PfcProfileSet,
                PfcWatchdogSet,
                BufferSet,
                DcqcnSet,
                PacketFormatSet,
                QosMapSet,
                PortCountersObserved,
                QueueObserved,
                ClockOffsetObserved,
                JobStarted,
                JobStopped,
                JobTuned,
                RankPlaced,
                CollectivePlanned,
                ComputeObserved,
                CollectiveObserved,
                StepCompleted,
                ConnectionObserved,
                CommunicatorInitialized,
                NicSelected,
                ChannelConnected,
                CollectiveLaunched,
                CommunicationFailed,
                NameObserved,
                PortStateObserved,
                GpuDiscovered,
                NicDiscovered,
                GpuNicPathDiscovered,
                PlacementDeclared,
                ForwardingTableObserved,
                SubnetManagerChanged,
                SchedulerSet,
                DeviceTuned,
                GaugesObserved,
                PauseStormDetected,
                PauseStormRestored,
                MicroburstObserved,
                FlowObserved,
                StepMeasured,
                CheckpointObserved,
                CollectiveMeasured,
                CollectiveTimedOut,
                CommunicatorProgressObserved,
                CommunicatorHealthObserved,
                CommunicatorClosed,
                RingPlanned,
                TreePlanned,
                AlgorithmChosen,
                TuningTableObserved,
                BenchmarkMeasured,
                RankGaugesObserved,
                ComputePlanned,
                ScheduleDeclared,
                TuningRuleDeclared {

    /** Where, when and from whom. */
    EventMeta meta();

    /** The topic of truth that holds it. */
    Topic topic();

    /** The partition key: the device or the job; facts told by one host of a job are keyed by both. */
    String key();

    /** Calls the case of this event's type. */
    <R> R accept(Cases<R> cases);

    /** One answer per event type. There is no default: a new event does not compile until every reader has an opinion. */
    interface Cases<R> {
        R deviceDiscovered(DeviceDiscovered event);

        R portDiscovered(PortDiscovered event);

        R linkDiscovered(LinkDiscovered event);

        R linkPlanned(LinkPlanned event);

        R linkWentDown(LinkWentDown event);

        R linkCameUp(LinkCameUp event);

        R linkRateChanged(LinkRateChanged event);

        R swept(Swept event);

        R portConfigured(PortConfigured event);

        R ecnProfileSet(EcnProfileSet event);

        R pfcProfileSet(PfcProfileSet event);

        R pfcWatchdogSet(PfcWatchdogSet event);

        R bufferSet(BufferSet event);

        R dcqcnSet(DcqcnSet event);

        R packetFormatSet(PacketFormatSet event);

        R qosMapSet(QosMapSet event);

        R portCountersObserved(PortCountersObserved event);

        R queueObserved(QueueObserved event);

        R clockOffsetObserved(ClockOffsetObserved event);

        R jobStarted(JobStarted event);

        R jobStopped(JobStopped event);

        R jobTuned(JobTuned event);

        R rankPlaced(RankPlaced event);

        R collectivePlanned(CollectivePlanned event);

        R computeObserved(ComputeObserved event);

        R collectiveObserved(CollectiveObserved event);

        R stepCompleted(StepCompleted event);

        R connectionObserved(ConnectionObserved event);

        R communicatorInitialized(CommunicatorInitialized event);

        R nicSelected(NicSelected event);

        R channelConnected(ChannelConnected event);

        R collectiveLaunched(CollectiveLaunched event);

        R communicationFailed(CommunicationFailed event);

        R nameObserved(NameObserved event);

        R portStateObserved(PortStateObserved event);

        R gpuDiscovered(GpuDiscovered event);

        R nicDiscovered(NicDiscovered event);

        R gpuNicPathDiscovered(GpuNicPathDiscovered event);

        R placementDeclared(PlacementDeclared event);

        R forwardingTableObserved(ForwardingTableObserved event);

        R subnetManagerChanged(SubnetManagerChanged event);

        R schedulerSet(SchedulerSet event);

        R deviceTuned(DeviceTuned event);

        R gaugesObserved(GaugesObserved event);

        R pauseStormDetected(PauseStormDetected event);

        R pauseStormRestored(PauseStormRestored event);

        R microburstObserved(MicroburstObserved event);

        R flowObserved(FlowObserved event);

        R stepMeasured(StepMeasured event);

        R checkpointObserved(CheckpointObserved event);

        R collectiveMeasured(CollectiveMeasured event);

        R collectiveTimedOut(CollectiveTimedOut event);

        R communicatorProgressObserved(CommunicatorProgressObserved event);

        R communicatorHealthObserved(CommunicatorHealthObserved event);

        R communicatorClosed(CommunicatorClosed event);

        R ringPlanned(RingPlanned event);

        R treePlanned(TreePlanned event);

        R algorithmChosen(AlgorithmChosen event);

        R tuningTableObserved(TuningTableObserved event);

        R benchmarkMeasured(BenchmarkMeasured event);

        R rankGaugesObserved(RankGaugesObserved event);

        R computePlanned(ComputePlanned event);

        R scheduleDeclared(ScheduleDeclared event);

        R tuningRuleDeclared(TuningRuleDeclared event);
    }
}
