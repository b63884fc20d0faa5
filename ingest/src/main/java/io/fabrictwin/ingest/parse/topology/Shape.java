package io.fabrictwin.ingest.parse.topology;

import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the devices and links that a description of a shape stands for, with ports numbered in the order of links. */
final class Shape {
    /** The greatest cluster known of has a tenth of it. */
    private static final long MAX_LINKS = 1_000_000;

    private final Plan plan;
    private final Map<String, Integer> ports = new HashMap<>();

    Shape(Plan plan) {
        this.plan = plan;
    }

    /** Refuses shapes that would fill memory. */
    static void requireLinks(double count) throws BadEntryException {
        if (!(count >= 0 && count <= MAX_LINKS)) {
            throw new BadEntryException(
                    RejectCode.OUT_OF_RANGE,
                    "the shape stands for more than " + MAX_LINKS + " links; describe a part of it");
        }
    }

    void device(String name, DeviceKind kind) throws BadEntryException {
        plan.device(name, kind, null, null);
    }

    void link(String a, String b, @Nullable Long bitsPerSecond) throws BadEntryException {
        plan.onlyLink(port(a), port(b), bitsPerSecond);
    }

    private PortId port(String device) throws BadEntryException {
        return Plan.port(device, String.valueOf(ports.merge(device, 1, Integer::sum)));
    }
}
