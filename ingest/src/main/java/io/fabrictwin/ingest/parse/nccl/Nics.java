package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.ingest.parse.nccl.words.Addresses;
import io.fabrictwin.ingest.parse.nccl.words.BusId;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.NicSelected;
import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads which NICs a process uses, and the names by which the network knows them. */
final class Nics {
    private static final long BITS_PER_MEGABIT = 1_000_000L;

    private static final Pattern LIST = Pattern.compile("NET/IB\\w* ?: Using(?: |$)(.*)");
    private static final Pattern NIC = Pattern.compile(
            "\\[(\\d{1,9})\\] ?([A-Za-z0-9_.+\\-]+):(\\d{1,9})/([A-Za-z][A-Za-z0-9]*)(?:/SHARP)?(?=[\\s,;}]|$)");
    private static final Pattern MERGED = Pattern.compile("\\[(\\d{1,9})\\]=\\{([^}]*)\\}");
    private static final Pattern DETAIL = Pattern.compile("NET/IB\\w* ?: \\[(\\d{1,9})\\] ([A-Za-z0-9_.+\\-]+)"
            + ":[A-Za-z0-9_]+:(\\d{1,9})/([A-Za-z][A-Za-z0-9]*) provider=.*");
    private static final Pattern SPEED = Pattern.compile(" speed=(\\d{1,9})\\b");
    private static final Pattern PCI_PATH =
            Pattern.compile(" pciPath=\\S*/([0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7])(?= |$)");
    private static final Pattern VIRTUAL = Pattern.compile(
            "NET/IB\\w* ?: Made virtual device \\[(\\d{1,9})\\] name=([A-Za-z0-9_.+\\-]+) speed=\\d+ ndevs=\\d+.*");
    private static final Pattern QUEUE_PAIR = Pattern.compile(
            "NET/IB\\w* ?: (?:NCCL )?Dev (\\d{1,9}) (?:IbDev (\\d{1,9}) )?Port (\\d{1,9}) qpn \\d+ mtu \\d+ .*");
    private static final Pattern LOCAL_IDENTIFIER = Pattern.compile(" LID (\\d{1,5})\\b");
    private static final Pattern GID = Pattern.compile(" GID -?\\d+ \\(([0-9A-Fa-f]{1,16})/([0-9A-Fa-f]{1,16})\\)");
    /** Out-of-band interfaces, one or a numbered list; the sockets transport names its own likewise. */
    private static final Pattern INTERFACE = Pattern.compile("([A-Za-z0-9_.\\-]+):(\\S+?)(?:%\\w+)?<\\d+>");

    private final JobState state;

    Nics(JobState state) {
        this.state = state;
    }

    /** {@code Bootstrap : Using eth0:192.0.2.1<0>}: the addresses by which peers name each other in errors. */
    void readInterfaces(Message message, LineRecord line) {
        String host = message.host();
        int outOfBand = message.text().indexOf("; OOB ");
        Matcher found = INTERFACE.matcher(message.text().substring(Math.max(0, outOfBand)));
        while (host != null && found.find()) {
            String address = Addresses.normal(found.group(2));
            if (address != null && !address.startsWith("127.") && !address.equals("::1")) {
                state.name(line, host, null, NameScheme.ADDRESS, address);
            }
        }
    }

    void read(Message message, LineRecord line) {
        String text = message.text();
        Matcher list = LIST.matcher(text);
        Matcher detail = DETAIL.matcher(text);
        Matcher virtual = VIRTUAL.matcher(text);
        Matcher queuePair = QUEUE_PAIR.matcher(text);
        boolean isList = list.matches();
        boolean isDetail = !isList && detail.matches();
        boolean isVirtual = !isList && !isDetail && virtual.matches();
        boolean isQueuePair = !isList && !isDetail && !isVirtual && queuePair.matches();
        if (!isList && !isDetail && !isVirtual && !isQueuePair) {
            return;
        }
        String host = message.host();
        if (host == null) {
            line.torn("a list of NICs: its host is missing");
        } else if (isList) {
            readList(host, list.group(1), message, line);
        } else if (isDetail) {
            readDetail(host, text, detail, line);
        } else if (isVirtual) {
            select(host, Integer.parseInt(virtual.group(1)), virtual.group(2), null, null, line);
        } else {
            readQueuePair(host, text, queuePair, line);
        }
    }

    private void readList(String host, String nics, Message message, LineRecord line) {
        int outOfBand = nics.indexOf("; OOB");
        String own = outOfBand < 0 ? nics : nics.substring(0, outOfBand);
        Matcher merged = MERGED.matcher(own);
        boolean isMerged = own.contains("]={");
        while (isMerged && merged.find()) {
            selectMerged(host, Integer.parseInt(merged.group(1)), merged.group(2), line);
        }
        Matcher nic = NIC.matcher(own);
        while (!isMerged && nic.find()) {
            int port = Integer.parseInt(nic.group(3));
            select(host, Integer.parseInt(nic.group(1)), nic.group(2), port, nic.group(4), line);
        }
        if (outOfBand >= 0) {
            readInterfaces(message, line);
        }
    }

    /** Several ports that the library uses as one NIC. */
    private void selectMerged(String host, int index, String parts, LineRecord line) {
        List<String> names = new ArrayList<>();
        String linkLayer = null;
        Matcher nic = NIC.matcher(parts);
        while (nic.find()) {
            names.add(nic.group(2));
            linkLayer = nic.group(4);
        }
        if (!names.isEmpty()) {
            select(host, index, String.join("+", names), null, linkLayer, line);
        }
    }

    private void readDetail(String host, String text, Matcher detail, LineRecord line) {
        String nic = detail.group(2);
        int port = Integer.parseInt(detail.group(3));
        String linkLayer = detail.group(4);
        Matcher speed = SPEED.matcher(text);
        Matcher path = PCI_PATH.matcher(text);
        Long bitsPerSecond = speed.find() ? Long.valueOf(Long.parseLong(speed.group(1)) * BITS_PER_MEGABIT) : null;
        String busId = path.find() ? BusId.normal(path.group(1)) : null;
        if (state.isNew(host + " " + nic + " " + busId + " " + bitsPerSecond)) {
            line.add(meta -> new NicDiscovered(
                    meta, new DeviceId(host), nic, busId, null, null, port, bitsPerSecond, linkLayer));
        }
        select(host, Integer.parseInt(detail.group(1)), nic, port, linkLayer, line);
    }

    private void select(
            String host, int index, String nic, @Nullable Integer port, @Nullable String linkLayer, LineRecord line) {
        state.nicIs(host, index, nic);
        line.add(meta -> new NicSelected(meta, state.job(), new DeviceId(host), index, nic, port, linkLayer));
    }

    private void readQueuePair(String host, String text, Matcher queuePair, LineRecord line) {
        String nic = state.nic(host, Integer.parseInt(queuePair.group(1)));
        if (nic == null) {
            line.unread("a queue pair of a NIC that was not named before");
            return;
        }
        Matcher gid = GID.matcher(text);
        Matcher identifier = LOCAL_IDENTIFIER.matcher(text);
        line.recognise();
        if (gid.find()) {
            String address = Addresses.ofGid(gid.group(1), gid.group(2));
            if (address != null && !address.equals("::")) {
                state.name(line, host, nic, NameScheme.ADDRESS, address);
            }
        }
        if (identifier.find() && !identifier.group(1).equals("0")) {
            state.name(line, host, nic, NameScheme.LID, identifier.group(1));
        }
    }
}
