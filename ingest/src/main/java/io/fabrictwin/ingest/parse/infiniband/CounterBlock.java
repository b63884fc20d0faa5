package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.math.BigInteger;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One port's counters. A field that the port's capabilities do not cover reads as zero and says nothing. Port 255 stands for
 * all ports of a switch together, each cut off at its limit: it is never a port's count.
 */
final class CounterBlock implements QueryBlock {
    private static final Pattern HEADING =
            Pattern.compile("#\\s*(\\w[\\w ]{0,60}?) counters: Lid (\\d{1,9}) port (\\d{1,9})"
                    + "(?: \\(CapMask: 0x([0-9a-fA-F]{1,8})(?: CapMask2: 0x([0-9a-fA-F]{1,8}))?\\))?\\s*");

    private static final String CLASSIC = "Port";
    private static final String EXTENDED = "Port extended";
    /** Attributes that split one classic counter by reason, 16 bits each. */
    private static final Set<String> DETAILS = Set.of("PortRcvErrorDetails", "PortXmitDiscardDetails");

    private static final BigInteger MAX_16_BIT = BigInteger.valueOf(0xFFFF);
    private static final int ALL_PORTS = 255;
    /** Of a number of 64 bits. */
    private static final int MAX_DIGITS = 20;

    private static final int COUNTS_BY_ADDRESS = 1 << 9;
    private static final int COUNTS_ONLY_TRAFFIC = 1 << 10;
    private static final int HAS_TRANSMIT_WAIT = 1 << 12;
    private static final int COUNTS_ERRORS_WIDE = 1 << 1;
    private static final Set<String> SELECTORS = Set.of("PortSelect", "CounterSelect", "CounterSelect2");

    private final String attribute;
    private final int localIdentifier;
    private final int port;
    private final @Nullable Integer capabilities;
    private final int moreCapabilities;
    private final DottedFields fields = new DottedFields();

    private CounterBlock(Matcher heading) {
        attribute = heading.group(1);
        localIdentifier = Integer.parseInt(heading.group(2));
        port = Integer.parseInt(heading.group(3));
        capabilities =
                heading.group(4) == null ? null : Integer.valueOf(Integer.parseUnsignedInt(heading.group(4), 16));
        moreCapabilities = heading.group(5) == null ? 0 : Integer.parseUnsignedInt(heading.group(5), 16);
    }

    /** The block that a line begins; null: it is no such heading. */
    static @Nullable CounterBlock begin(String line) {
        Matcher matcher = HEADING.matcher(line);
        return matcher.matches() ? new CounterBlock(matcher) : null;
    }

    @Override
    public boolean take(String text) {
        return fields.add(text);
    }

    /** A heading has no dots behind a name. */
    @Override
    public boolean takesNoHeading() {
        return true;
    }

    @Override
    public void tell(BlockLines lines, Consumer<String> unread) {
        if (port == ALL_PORTS) {
            unread.accept("counters of all ports together");
            return;
        }
        if (localIdentifier < 1 || localIdentifier > LocalIdentifier.MAX_UNICAST) {
            unread.accept("counters of a port without LID");
            return;
        }
        SortedMap<String, Long> counters = new TreeMap<>();
        fields.values().forEach((name, text) -> {
            if (!SELECTORS.contains(name)) {
                put(name, text, counters, unread);
            }
        });
        if (counters.isEmpty()) {
            return;
        }
        DeviceId device = LocalIdentifier.device(localIdentifier);
        PortId portId = new PortId(device, String.valueOf(port));
        lines.tell(
                null, meta -> new NameObserved(meta, device, portId, NameScheme.LID, String.valueOf(localIdentifier)));
        lines.tell(null, meta -> new PortCountersObserved(meta, portId, null, counters));
    }

    private void put(String name, String text, SortedMap<String, Long> counters, Consumer<String> unread) {
        BigInteger value = whole(text);
        ManagementCounter counter = ManagementCounter.ofTool(name);
        if (value == null || (counter != null && !isCovered(counter))) {
            unread.accept("counter that the port does not support");
        } else if (DETAILS.contains(attribute) && counter == null) {
            if (value.compareTo(MAX_16_BIT) < 0) {
                counters.put(attribute + "." + name, value.longValueExact());
            }
        } else if (counter != null && (attribute.equals(CLASSIC) || attribute.equals(EXTENDED))) {
            counter.put(value, attribute.equals(EXTENDED), true, counters);
        } else {
            unread.accept(attribute + " counters");
        }
    }

    private boolean isCovered(ManagementCounter counter) {
        Integer known = capabilities;
        if (known == null) {
            return true;
        }
        if (!attribute.equals(EXTENDED)) {
            return counter != ManagementCounter.TRANSMIT_WAIT || (known & HAS_TRANSMIT_WAIT) != 0;
        }
        if (counter.isByAddress()) {
            return (known & COUNTS_BY_ADDRESS) != 0 || (known & COUNTS_ONLY_TRAFFIC) == 0;
        }
        return counter.isTraffic() || (moreCapabilities & COUNTS_ERRORS_WIDE) != 0;
    }

    private static @Nullable BigInteger whole(String text) {
        if (text.isEmpty() || text.length() > MAX_DIGITS) {
            return null;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return null;
            }
        }
        boolean isLong = text.length() < MAX_DIGITS - 1;
        return isLong ? BigInteger.valueOf(Long.parseLong(text)) : new BigInteger(text);
    }
}
