package io.fabrictwin.model.state;

/** Names of attributes, shared by those who write the state and those who read it. Units end the name. */
public final class AttributeName {
    /** Presence: one cell per format that saw the entity. */
    public static final String SEEN = "seen";
    /** Followed by a format: when a full dump of that format last ended. */
    public static final String SWEPT_PREFIX = "swept ";

    public static final String KIND = "kind";
    public static final String DESCRIPTION = "description";
    public static final String MODEL = "model";
    public static final String ADDRESS = "address";
    public static final String ROUTING_SEED = "routingSeed";
    public static final String PORT_COUNT = "portCount";
    public static final String ALIAS = "alias";
    public static final String LOCAL_IDENTIFIER = "localIdentifier";
    public static final String BITS_PER_SECOND = "bitsPerSecond";
    public static final String DELAY_NS = "delayNs";
    public static final String WIDTH_AND_SPEED = "widthAndSpeed";
    public static final String UP = "up";

    public static final String PLANNED = "planned";
    public static final String PLANNED_BITS_PER_SECOND = "plannedBitsPerSecond";
    public static final String CONFIGURED_BITS_PER_SECOND = "configuredBitsPerSecond";
    public static final String CONFIGURED_ALIAS = "configuredAlias";
    public static final String ADMIN_UP = "adminUp";
    public static final String MTU_BYTES = "mtuBytes";
    public static final String FEC = "fec";
    public static final String CABLE_LENGTH_MILLIMETRES = "cableLengthMillimetres";

    public static final String ECN_PROFILE = "ecnProfile";
    public static final String ECN_ENABLED = "ecnEnabled";
    public static final String ECN_KMIN_BYTES = "ecnKminBytes";
    public static final String ECN_KMAX_BYTES = "ecnKmaxBytes";
    public static final String ECN_PMAX = "ecnPmax";

    public static final String PFC_PROFILE = "pfcProfile";
    public static final String PFC_ENABLED = "pfcEnabled";
    public static final String PFC_ALPHA = "pfcAlpha";
    public static final String PFC_XOFF_BYTES = "pfcXoffBytes";
    public static final String PFC_RESERVE_BYTES = "pfcReserveBytes";
    public static final String PFC_RESUME_OFFSET_BYTES = "pfcResumeOffsetBytes";
    public static final String PFC_HEADROOM_BYTES = "pfcHeadroomBytes";
    public static final String PFC_WATCHDOG_ACTION = "pfcWatchdogAction";
    public static final String PFC_WATCHDOG_DETECTION_NS = "pfcWatchdogDetectionNs";
    public static final String PFC_WATCHDOG_RESTORATION_NS = "pfcWatchdogRestorationNs";
    public static final String PFC_WATCHDOG_POLL_NS = "pfcWatchdogPollNs";

    /** The whole shared buffer; followed by a blank and a pool's name: that pool. */
    public static final String BUFFER_BYTES = "bufferBytes";
    /** Followed by the name of the map. */
    public static final String QOS_MAP_PREFIX = "qosMap ";

    public static final String DCQCN_GAIN = "dcqcnGain";
    public static final String DCQCN_ALPHA_TIMER_NS = "dcqcnAlphaTimerNs";
    public static final String DCQCN_RATE_DECREASE_INTERVAL_NS = "dcqcnRateDecreaseIntervalNs";
    public static final String DCQCN_RATE_INCREASE_TIMER_NS = "dcqcnRateIncreaseTimerNs";
    public static final String DCQCN_ADDITIVE_INCREASE_BITS_PER_SECOND = "dcqcnAdditiveIncreaseBitsPerSecond";
    public static final String DCQCN_HYPER_INCREASE_BITS_PER_SECOND = "dcqcnHyperIncreaseBitsPerSecond";
    public static final String DCQCN_MIN_RATE_BITS_PER_SECOND = "dcqcnMinRateBitsPerSecond";
    public static final String DCQCN_FAST_RECOVERY_TIMES = "dcqcnFastRecoveryTimes";
    public static final String PAYLOAD_BYTES = "payloadBytes";
    public static final String WIRE_BYTES = "wireBytes";

    public static final String COUNTERS = "counters";
    public static final String DEPTH_BYTES = "depthBytes";
    public static final String DEPTH_MAX_BYTES = "depthMaxBytes";
    public static final String CLOCK_OFFSET_NS = "clockOffsetNs";
    public static final String CLOCK_UNCERTAINTY_NS = "clockUncertaintyNs";

    public static final String RUNNING = "running";
    public static final String RANK_COUNT = "rankCount";
    public static final String LIBRARY = "library";
    public static final String QUEUE_PAIRS_PER_CONNECTION = "queuePairsPerConnection";
    /** Followed by the name of the library's setting. */
    public static final String SETTING_PREFIX = "setting ";

    public static final String HOST = "host";
    public static final String GPU = "gpu";
    public static final String NIC = "nic";
    public static final String FROM_STEP = "fromStep";
    public static final String OPERATION = "operation";
    public static final String BYTES_PER_RANK = "bytesPerRank";
    public static final String LAUNCH_FRACTION = "launchFraction";
    public static final String STREAM = "stream";
    public static final String COMPUTE_NS = "computeNs";
    public static final String START_NS = "startNs";
    public static final String COMPUTE_END_NS = "computeEndNs";
    public static final String END_NS = "endNs";
    public static final String NEWEST_STEP = "newestStep";
    public static final String NEWEST_STEP_TIME_NS = "newestStepTimeNs";
    public static final String SOURCE_PORT = "sourcePort";
    public static final String DESTINATION_PORT = "destinationPort";
    public static final String DEVICES = "devices";
    public static final String MESSAGES = "messages";
    public static final String BYTES = "bytes";
    public static final String INIT_NS = "initNs";
    public static final String NIC_PORT = "nicPort";
    public static final String NIC_INDEX = "nicIndex";
    public static final String LINK_LAYER = "linkLayer";
    public static final String TRANSPORT = "transport";
    public static final String GPU_DIRECT = "gpuDirect";
    public static final String LAUNCH_COUNT = "launchCount";
    public static final String LAST_OPERATION = "lastOperation";
    public static final String FAILURE_KIND = "failureKind";
    public static final String STATUS = "status";
    public static final String PEER = "peer";
    public static final String MESSAGE = "message";
    public static final String RANK = "rank";
    public static final String VENDOR_ERROR = "vendorError";
    public static final String REMOTE_ADDRESS = "remoteAddress";

    public static final String PORT_UP = "portUp";
    public static final String PORT_STATE = "portState";
    public static final String PORT_STATE_REASON = "portStateReason";
    public static final String DEVICE_INDEX = "deviceIndex";
    public static final String NUMA_NODE = "numaNode";
    public static final String NVLINK_COUNT = "nvlinkCount";
    public static final String BUS_ID = "busId";
    public static final String GUID = "guid";
    public static final String PATH = "path";
    /** Followed by the kind of part of the cluster. */
    public static final String PLACEMENT_PREFIX = "placement ";

    public static final String FORWARDING_TABLE = "forwardingTable";
    public static final String SUBNET_MANAGER_STATE = "subnetManagerState";
    public static final String ROUTING_ENGINE = "routingEngine";
    public static final String SUBNET_MANAGER_PRIORITY = "subnetManagerPriority";
    public static final String SCHEDULER_KIND = "schedulerKind";
    public static final String SCHEDULER_WEIGHT = "schedulerWeight";
    public static final String SCHEDULER_BITS_PER_SECOND = "schedulerBitsPerSecond";
    /** Followed by the part that was read, if any, and the name of the reading. */
    public static final String GAUGE_PREFIX = "gauge ";

    public static final String PAUSE_STORM = "pauseStorm";
    public static final String PAUSE_STORM_ACTION = "pauseStormAction";
    public static final String MICROBURST_PEAK_BYTES = "microburstPeakBytes";
    public static final String MICROBURST_THRESHOLD_BYTES = "microburstThresholdBytes";
    public static final String MICROBURST_DURATION_NS = "microburstDurationNs";
    public static final String INPUT_PORT = "inputPort";
    public static final String OUTPUT_PORT = "outputPort";
    public static final String PROTOCOL = "protocol";
    public static final String PACKETS = "packets";
    public static final String SAMPLING_RATE = "samplingRate";
    public static final String DROP_REASON = "dropReason";
    public static final String STEP_TIME_NS = "stepTimeNs";
    public static final String STEP_COUNT = "stepCount";
    public static final String SAMPLES = "samples";
    public static final String TOKENS_PER_SECOND_PER_GPU = "tokensPerSecondPerGpu";
    public static final String FLOPS_PER_SECOND_PER_GPU = "flopsPerSecondPerGpu";
    public static final String CHECKPOINT_STEP = "checkpointStep";
    public static final String CHECKPOINT_DURATION_NS = "checkpointDurationNs";
    public static final String CHECKPOINT_BYTES = "checkpointBytes";
    public static final String DURATION_NS = "durationNs";
    public static final String ALGORITHM = "algorithm";
    public static final String CHANNELS = "channels";
    public static final String SEQUENCE = "sequence";
    public static final String ELAPSED_NS = "elapsedNs";
    public static final String TIMEOUT_NS = "timeoutNs";
    public static final String LAST_ENQUEUED = "lastEnqueued";
    public static final String LAST_COMPLETED = "lastCompleted";
    public static final String LAST_STARTED = "lastStarted";
    public static final String STATUS_TEXT = "statusText";
    public static final String ERROR = "error";
    public static final String MISSING_RANKS = "missingRanks";
    public static final String CLOSED_CLEANLY = "closedCleanly";
    public static final String RANKS = "ranks";
    public static final String PARTIAL = "partial";
    /** Minus 1: none. */
    public static final String PARENT = "parent";

    public static final String CHILDREN = "children";
    public static final String MODEL_NS = "modelNs";
    /** Followed by algorithm and protocol. */
    public static final String LATENCY_NS_PREFIX = "latencyNs ";
    /** Followed by algorithm and protocol. */
    public static final String BYTES_PER_SECOND_PREFIX = "bytesPerSecond ";

    public static final String ALGORITHM_BYTES_PER_SECOND = "algorithmBytesPerSecond";
    public static final String BUS_BYTES_PER_SECOND = "busBytesPerSecond";
    public static final String WRONG = "wrong";
    public static final String NAME = "name";
    public static final String PHASE = "phase";
    public static final String MIN_BYTES = "minBytes";
    public static final String MAX_BYTES = "maxBytes";
    public static final String NODE_COUNT = "nodeCount";

    private AttributeName() {}
}
