package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is known of a scan once it has been read to its end. */
public final class Survey implements Sink {
    private final Set<DeviceId> listed = new HashSet<>();
    private final SortedSet<String> switches = new TreeSet<>();
    private final Map<LinkId, PortId> toldByOneEnd = new HashMap<>();
    private final Set<LinkId> toldByBothEnds = new HashSet<>();
    private long lastAccepted = -1;
    private boolean isDisturbed;
    private @Nullable Long generatedAtNs;

    /** A node with an entry of its own. */
    public void list(DeviceId device, boolean isSwitch) {
        listed.add(device);
        if (isSwitch) {
            switches.add(device.value());
        }
    }

    /** One end tells of its cable. */
    public void tell(LinkId link, PortId teller) {
        if (toldByBothEnds.contains(link)) {
            return;
        }
        PortId first = toldByOneEnd.putIfAbsent(link, teller);
        if (first != null && !first.equals(teller)) {
            toldByOneEnd.remove(link);
            toldByBothEnds.add(link);
        }
    }

    /** The tool said that something did not answer, or the text is cut. */
    public void disturb() {
        isDisturbed = true;
    }

    void generatedAt(long timeNs) {
        generatedAtNs = timeNs;
    }

    /** When the scan was made, ns since 1970; null: it does not say. */
    @Nullable
    Long generatedAtNs() {
        return generatedAtNs;
    }

    public boolean isListed(DeviceId device) {
        return listed.contains(device);
    }

    /** Names of the switches with entries of their own. */
    public SortedSet<String> switches() {
        return switches;
    }

    /**
     * The last record that can carry the end of a complete scan; -1 if the scan is not complete. Complete means that
     * nothing was rejected or cut, no message tells of a node that did not answer, and each cable was told by both
     * its ends, so that every node has an entry of its own.
     */
    public long endOfCompleteScan() {
        return isDisturbed || !toldByOneEnd.isEmpty() || toldByBothEnds.isEmpty() ? -1 : lastAccepted;
    }

    @Override
    public void accepted(long record, Place place, List<? extends FabricEvent> events) {
        lastAccepted = record;
    }

    @Override
    public void ignored(long record, Place place) {}

    @Override
    public void rejected(long record, Place place, RejectCode code, String reason, byte[] raw) {
        isDisturbed = true;
    }
}
