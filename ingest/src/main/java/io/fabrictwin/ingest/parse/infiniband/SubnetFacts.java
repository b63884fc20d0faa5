package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Facts of a subnet that is told node by node and link by link: each node, name and link once.
 *
 * <p>The LID of a switch is that of the switch, the LID of an adapter that of its port. An adapter's description may name
 * its server.
 */
public final class SubnetFacts {
    private static final String SHARP_DESCRIPTION = "Aggregation Node";
    private static final String SHARP_MODEL = "SHARP aggregation node";
    /** A switch of one chip; the chips of a director share the name of their chassis. */
    private static final Pattern SYSTEM_NAME = Pattern.compile("MF0;([^:;]{1,100}):[^/]{1,60}/U1");

    private final Set<DeviceId> devices = new HashSet<>();
    private final Set<Object> named = new HashSet<>();
    private final Set<LinkId> links = new HashSet<>();

    /**
     * One end of a cable.
     *
     * @param isSwitch null: not told
     * @param localIdentifier null: none or not told
     * @param portGuid GUID of an adapter's port; null: not told, or of a switch
     */
    public record End(
            DeviceId device,
            @Nullable Boolean isSwitch,
            String port,
            @Nullable Integer localIdentifier,
            @Nullable String portGuid) {
        public PortId id() {
            return new PortId(device, port);
        }
    }

    /** A node, if it was not told before. */
    public void node(
            FactSink facts,
            DeviceId device,
            boolean isSwitch,
            @Nullable String description,
            @Nullable String model,
            @Nullable Integer portCount) {
        if (!devices.add(device)) {
            return;
        }
        String told = description == null || description.isBlank() ? null : description.strip();
        // A switch's own engine for reductions shows itself as an adapter, but is no host's.
        boolean isSharp = told != null && !isSwitch && told.contains(SHARP_DESCRIPTION);
        facts.add(meta -> new DeviceDiscovered(
                meta,
                device,
                isSwitch ? DeviceKind.SWITCH : DeviceKind.NIC,
                told,
                isSharp ? SHARP_MODEL : model,
                null,
                null,
                portCount));
        Matcher system = SYSTEM_NAME.matcher(told == null ? "" : told);
        if (isSwitch && system.matches()) {
            facts.add(meta -> new NameObserved(meta, device, null, NameScheme.SYSTEM_NAME, system.group(1)));
        }
        NodeDescription place = isSwitch || isSharp ? null : NodeDescription.of(told);
        if (place != null) {
            facts.add(meta -> place.discovered(meta, device.value()));
        }
    }

    /** A port, and the names of it that were not told before. */
    public void port(FactSink facts, End end, @Nullable Long bitsPerSecond) {
        facts.add(meta -> new PortDiscovered(meta, end.id(), bitsPerSecond, end.portGuid(), end.localIdentifier()));
        names(facts, end);
    }

    /** The names of a port, or of its switch, that were not told before. */
    public void names(FactSink facts, End end) {
        Integer lid = end.localIdentifier();
        PortId bearer = Boolean.TRUE.equals(end.isSwitch()) ? null : end.id();
        if (lid != null && named.add(bearer == null ? end.device() : bearer)) {
            facts.add(meta -> new NameObserved(meta, end.device(), bearer, NameScheme.LID, String.valueOf(lid)));
        }
        String portGuid = end.portGuid();
        if (portGuid != null && named.add(portGuid)) {
            facts.add(meta -> new NameObserved(meta, end.device(), end.id(), NameScheme.PORT_GUID, portGuid));
        }
    }

    /**
     * The LID of a device whose port is not told, and the GUID of that port, if they were not told before.
     *
     * @param portGuid null: not told, or of a switch
     */
    public void address(FactSink facts, DeviceId device, int localIdentifier, @Nullable String portGuid) {
        if (named.add(device)) {
            facts.add(meta -> new NameObserved(meta, device, null, NameScheme.LID, String.valueOf(localIdentifier)));
            if (portGuid != null) {
                facts.add(meta -> new NameObserved(meta, device, null, NameScheme.PORT_GUID, portGuid));
            }
        }
    }

    /** A link, if it was not told before by its other end. */
    public void link(FactSink facts, LinkId link, @Nullable Long bitsPerSecond, @Nullable String widthAndSpeed) {
        if (links.add(link)) {
            facts.add(meta -> new LinkDiscovered(meta, link, bitsPerSecond, null, widthAndSpeed));
        }
    }
}
