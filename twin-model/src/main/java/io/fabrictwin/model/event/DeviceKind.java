package io.fabrictwin.model.event;

/** What a device is. */
public enum DeviceKind {
    SWITCH,
    /** A NIC or host channel adapter that is known by itself, apart from its server. */
    NIC,
    /** A server with GPUs (or whose NICs are not told apart from it). */
    HOST
}
