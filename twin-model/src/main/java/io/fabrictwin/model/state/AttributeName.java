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

    private AttributeName() {}
}
