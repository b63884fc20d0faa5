package io.fabrictwin.model.cluster;

/** Who made the host's CPU: it decides what a message costs the host, and what passes between sockets. */
public enum CpuVendor {
    INTEL,
    AMD,
    ARM
}
