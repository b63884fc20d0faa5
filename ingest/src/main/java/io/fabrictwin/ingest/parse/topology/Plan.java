package io.fabrictwin.ingest.parse.topology;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.Refusal;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Hands a plan to the sink entry by entry. What an entry tells is gathered first and becomes events only if all of the entry
 * is understood; what an earlier entry told is not told again.
 */
final class Plan {
    /** Beyond so many facts they are told again rather than remembered: memory stays bounded. */
    private static final int MAX_REMEMBERED = 1_000_000;

    private static final Pattern INFINIBAND_NAME = Pattern.compile("[SHR]-([0-9a-f]{16})|(0[xX][0-9a-fA-F]{12,16})");

    private final EventContext context;
    private final Sink sink;
    private final Set<Object> told = new HashSet<>();
    private final List<Fact> facts = new ArrayList<>();
    private long record;

    private record Fact(@Nullable Object key, Function<EventMeta, FabricEvent> event) {}

    private record Placement(DeviceId device, String level, String domain) {}

    private record Name(DeviceId device, @Nullable PortId port, NameScheme scheme, String name) {}

    /** One entry of a plan. */
    interface Entry {
        void tell() throws BadEntryException;
    }

    Plan(EventContext context, Sink sink) {
        this.context = context;
        this.sink = sink;
    }

    /** How many records were handed over. */
    long records() {
        return record;
    }

    /** Hands over one entry: with its events, or rejected as a whole. */
    void entry(String place, Object raw, Entry entry) {
        facts.clear();
        try {
            entry.tell();
            accept(place);
        } catch (BadEntryException e) {
            reject(place, e.code(), String.valueOf(e.getMessage()), raw.toString());
        }
    }

    void ignore(String place) {
        sink.ignored(record++, place);
    }

    void reject(String place, RejectCode code, String reason, String raw) {
        sink.rejected(record++, place, code, reason, raw.getBytes(StandardCharsets.UTF_8));
    }

    void refuse(@Nullable Refusal refusal) {
        if (refusal != null) {
            refusal.reject(record++, sink);
        }
    }

    void unread(String what) {
        sink.unread(what);
    }

    private void accept(String place) {
        List<FabricEvent> events = new ArrayList<>();
        for (Fact fact : facts) {
            Object key = fact.key();
            boolean isNew = key == null || (told.size() < MAX_REMEMBERED ? told.add(key) : !told.contains(key));
            if (isNew) {
                events.add(fact.event().apply(context.meta(record, events.size(), null)));
            }
        }
        sink.accepted(record++, place, events);
    }

    /** A device of a kind that the plan tells. */
    void device(String name, DeviceKind kind, @Nullable String description, @Nullable String model)
            throws BadEntryException {
        DeviceId device = id(name);
        facts.add(new Fact(
                List.of(device, kind, String.valueOf(description), String.valueOf(model)),
                meta -> new DeviceDiscovered(
                        meta, device, kind, blankToNull(description), blankToNull(model), null, null, null)));
    }

    /** A cable that is meant to be there. */
    void link(PortId a, PortId b, @Nullable Long bitsPerSecond) throws BadEntryException {
        LinkId link = link(a, b);
        facts.add(new Fact(link, meta -> new LinkPlanned(meta, link, bitsPerSecond)));
    }

    /** A cable of a plan that names each one once: it is not remembered. */
    void onlyLink(PortId a, PortId b, @Nullable Long bitsPerSecond) throws BadEntryException {
        LinkId link = link(a, b);
        facts.add(new Fact(null, meta -> new LinkPlanned(meta, link, bitsPerSecond)));
    }

    /** A cable that somebody saw. */
    void seenLink(PortId a, PortId b, @Nullable Long bitsPerSecond) throws BadEntryException {
        LinkId link = link(a, b);
        facts.add(new Fact(link, meta -> new LinkDiscovered(meta, link, bitsPerSecond, null, null)));
    }

    void placement(String device, String level, String domain) throws BadEntryException {
        Placement key = new Placement(id(device), name("level", level), name("domain", domain));
        facts.add(
                new Fact(key, meta -> new PlacementDeclared(meta, key.device(), key.level(), canonical(key.domain()))));
    }

    /** Another name of a device, or of a port of it. */
    void name(String device, @Nullable PortId port, NameScheme scheme, String name) throws BadEntryException {
        Name key = new Name(id(device), port, scheme, name("name", name));
        facts.add(new Fact(key, meta -> new NameObserved(meta, key.device(), key.port(), key.scheme(), key.name())));
    }

    /** A NIC of a host that is known by its GUID only. */
    void nic(String host, String guid) throws BadEntryException {
        DeviceId device = id(host);
        facts.add(new Fact(
                List.of(device, guid),
                meta -> new NicDiscovered(meta, device, guid, null, guid, null, null, null, null)));
    }

    static PortId port(@Nullable String device, @Nullable String port) throws BadEntryException {
        return new PortId(id(device), name("port", port));
    }

    private static DeviceId id(@Nullable String device) throws BadEntryException {
        return new DeviceId(canonical(name("device", device)));
    }

    private static LinkId link(PortId a, PortId b) throws BadEntryException {
        if (a.equals(b)) {
            throw new BadEntryException(RejectCode.BAD_VALUE, "the link joins port " + a + " to itself");
        }
        return new LinkId(a, b);
    }

    /** Names that are GUIDs are written as {@code ibnetdiscover} is read, so that both speak of one device. */
    private static String canonical(String name) {
        Matcher matcher = INFINIBAND_NAME.matcher(name);
        if (!matcher.matches()) {
            return name;
        }
        return Guid.name(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
    }

    private static String name(String what, @Nullable String text) throws BadEntryException {
        if (text == null || text.isBlank()) {
            throw new BadEntryException(RejectCode.MISSING_FIELD, "the " + what + "'s name is missing");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new BadEntryException(RejectCode.BAD_VALUE, "the " + what + "'s name has a control character");
        }
        return text.strip();
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }
}
