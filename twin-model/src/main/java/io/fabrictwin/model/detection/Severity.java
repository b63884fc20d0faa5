package io.fabrictwin.model.detection;

/** How bad a finding is for the jobs on the fabric. */
public enum Severity {
    /** Worth knowing; no job is known to suffer. */
    NOTICE,
    /** Jobs may suffer. */
    WARNING,
    /** Jobs suffer. */
    CRITICAL
}
