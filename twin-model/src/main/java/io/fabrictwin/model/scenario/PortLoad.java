package io.fabrictwin.model.scenario;

/**
 * What a port does in runs of one state of the fabric, from the base time until all steps asked about are over. Shares
 * are means over the runs, the peak is that of the worst run.
 *
 * @param load bytes sent over those that the line could have carried, 0 to 1
 * @param pausedShare share of the time in which the port is not allowed to send, 0 to 1
 * @param markedShare share of the port's packets that it marks, 0 to 1
 * @param queuePeakBytes greatest depth of the egress queue
 */
public record PortLoad(double load, double pausedShare, double markedShare, long queuePeakBytes) {}
