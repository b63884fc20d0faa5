package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.reading.Scan;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.named.NamedNumbers;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One port's counters. A field that the port's capabilities do not cover reads as zero and says nothing. Port 255 stands for
 * all ports of a switch together, each cut off at its limit: it is never a port's count.
 */
final class CounterBlock implements QueryBlock {
    private static final int MAX_ATTRIBUTE = 61;
    private static final int MAX_DIGITS = 9;
    private static final int CAPABILITY_DIGITS = 8;

    private static final String CLASSIC = "Port";
    private static final String EXTENDED = "Port extended";
    /** Attributes that split one classic counter by reason, 16 bits each. */
    private static final Set<String> DETAILS = Set.of("PortRcvErrorDetails", "PortXmitDiscardDetails");

    private static final long MAX_16_BIT = 0xFFFF;
    private static final int ALL_PORTS = 255;

    private static final int COUNTS_BY_ADDRESS = 1 << 9;
    private static final int COUNTS_ONLY_TRAFFIC = 1 << 10;
    private static final int HAS_TRANSMIT_WAIT = 1 << 12;
    private static final int COUNTS_ERRORS_WIDE = 1 << 1;
    private static final Set<String> SELECTORS = Set.of("PortSelect", "CounterSelect", "CounterSelect2");

    private final String attribute;
    private final boolean isExtended;
    private final boolean isDetails;
    private final int localIdentifier;
    private final int port;
    private final @Nullable Integer capabilities;
    private final int moreCapabilities;
    private final CounterFields fields;

    private CounterBlock(
            String attribute,
            int localIdentifier,
            int port,
            @Nullable Integer capabilities,
            int moreCapabilities,
            CounterFields fields) {
        this.attribute = attribute;
        this.isExtended = attribute.equals(EXTENDED);
        this.isDetails = DETAILS.contains(attribute);
        this.localIdentifier = localIdentifier;
        this.port = port;
        this.capabilities = capabilities;
        this.moreCapabilities = moreCapabilities;
        this.fields = fields;
    }

    /**
     * The block that a line begins, such as {@code # Port extended counters: Lid 5 port 1 (CapMask: 0x5A00 CapMask2: 0x0)};
     * null: it is no such heading.
     */
    static @Nullable CounterBlock begin(String line, CounterFields.Names names) {
        Scan scan = new Scan(line, 0);
        if (!scan.skip('#')) {
            return null;
        }
        scan.skipWhitespace();
        int attributeFrom = scan.at();
        if (!scan.skipWord()) {
            return null;
        }
        while (scan.skipWord() || scan.skip(' ')) {
            // An attribute's name may have several words.
        }
        String attribute = scan.since(attributeFrom);
        if (!attribute.endsWith(" counters") || !scan.skip(": Lid ")) {
            return null;
        }
        attribute = attribute.substring(0, attribute.length() - " counters".length());
        int localIdentifier = (int) scan.number(MAX_DIGITS);
        int port = scan.skip(" port ") ? (int) scan.number(MAX_DIGITS) : -1;
        Integer capabilities = null;
        int moreCapabilities = 0;
        boolean isWhole = true;
        if (scan.skip(" (CapMask: 0x")) {
            capabilities = capabilities(scan);
            Integer more = scan.skip(" CapMask2: 0x") ? capabilities(scan) : Integer.valueOf(0);
            isWhole = capabilities != null && more != null && scan.skip(')');
            moreCapabilities = more == null ? 0 : more;
        }
        scan.skipWhitespace();
        boolean isHeading = isWhole && localIdentifier >= 0 && port >= 0 && scan.atEnd();
        return isHeading && !attribute.isEmpty() && attribute.length() <= MAX_ATTRIBUTE
                ? new CounterBlock(
                        attribute, localIdentifier, port, capabilities, moreCapabilities, new CounterFields(names))
                : null;
    }

    private static @Nullable Integer capabilities(Scan scan) {
        int from = scan.at();
        return scan.skipHexadecimal(CAPABILITY_DIGITS)
                ? Integer.valueOf(Integer.parseUnsignedInt(scan.since(from), 16))
                : null;
    }

    @Override
    public boolean takeKnown(Line line) {
        return fields.addKnown(line);
    }

    @Override
    public boolean take(Line line, String text) {
        return fields.add(line, text);
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
        NamedNumbers.Builder counters = new NamedNumbers.Builder(fields.size());
        for (int i = 0; i < fields.size(); i++) {
            put(fields.name(i), fields.value(i), counters, unread);
        }
        if (counters.isEmpty()) {
            return;
        }
        DeviceId device = LocalIdentifier.device(localIdentifier);
        PortId portId = new PortId(device, String.valueOf(port));
        lines.tell(
                null, meta -> new NameObserved(meta, device, portId, NameScheme.LID, String.valueOf(localIdentifier)));
        lines.tell(null, meta -> new PortCountersObserved(meta, portId, null, counters.build()));
    }

    private void put(CounterFields.Name name, long value, NamedNumbers.Builder counters, Consumer<String> unread) {
        ManagementCounter counter = name.counter();
        if (counter == null && SELECTORS.contains(name.text())) {
            return;
        }
        if (value == CounterFields.NO_COUNT || (counter != null && !isCovered(counter))) {
            unread.accept("counter that the port does not support");
        } else if (isDetails && counter == null) {
            if (value >= 0 && value < MAX_16_BIT) {
                counters.put(attribute + "." + name.text(), value);
            }
        } else if (counter != null && (isExtended || attribute.equals(CLASSIC))) {
            long kept = counter.kept(value, isExtended);
            if (kept >= 0) {
                counters.put(counter.twinName(), kept);
            }
        } else {
            unread.accept(attribute + " counters");
        }
    }

    private boolean isCovered(ManagementCounter counter) {
        Integer known = capabilities;
        if (known == null) {
            return true;
        }
        if (!isExtended) {
            return counter != ManagementCounter.TRANSMIT_WAIT || (known & HAS_TRANSMIT_WAIT) != 0;
        }
        if (counter.isByAddress()) {
            return (known & COUNTS_BY_ADDRESS) != 0 || (known & COUNTS_ONLY_TRAFFIC) == 0;
        }
        return counter.isTraffic() || (moreCapabilities & COUNTS_ERRORS_WIDE) != 0;
    }
}
