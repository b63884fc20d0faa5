package io.fabrictwin.model.cluster;

/** How switches spread traffic over equal paths. */
public enum RoutingMode {
    /** A hash pins every flow to one path. */
    ECMP,
    /** Every packet takes its own path. */
    SPRAY,
    /** Switches pick the emptiest path. */
    ADAPTIVE
}
