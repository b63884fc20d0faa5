package io.fabrictwin.model.clock;

import io.fabrictwin.model.id.DeviceId;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a device's clock. Unknown is null, never zero.
 *
 * @param reference the clock that it is told against: the middle one of those that met, itself with an offset of 0;
 *     null: it met no other, or they contradict each other
 * @param facts collectives that several hosts stamped and that the estimate is made of; 0 where there is none
 * @param offsetNs its time minus the reference's, at the newest of these
 * @param uncertaintyNs the true offset is not further away than that
 * @param skewPpm millionths by which it goes faster than the reference; null also where the facts lie too close together
 * @param skewUncertaintyPpm the true skew is not further away than that
 * @param toldOffsetNs what a time service told of the offset, its time minus the fabric's
 * @param toldUncertaintyNs of that
 * @param unknown why there is no estimate, for people; empty where there is one
 */
public record ClockEstimate(
        DeviceId device,
        @Nullable DeviceId reference,
        int facts,
        @Nullable Long offsetNs,
        @Nullable Long uncertaintyNs,
        @Nullable Double skewPpm,
        @Nullable Double skewUncertaintyPpm,
        @Nullable Long toldOffsetNs,
        @Nullable Long toldUncertaintyNs,
        String unknown) {
    /** Whether others are told against it. */
    public boolean isReference() {
        return device.equals(reference);
    }
}
