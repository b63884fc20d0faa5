package io.fabrictwin.ingest.parse.hardware;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.document.XmlElement;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GpuDiscovered;
import io.fabrictwin.model.event.GpuNicPathDiscovered;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tells what hangs from the CPUs of a system. A file of several hosts tells them apart by their hash. */
final class Inventory {
    private static final long BITS_PER_MEGABIT = 1_000_000;
    private static final long MAX_MEGABITS = 10_000_000;
    private static final String MELLANOX = "0x15b3";
    private static final String INFINIBAND_CLASS = "0x0207";
    private static final String ETHERNET_CLASS = "0x0200";

    private final XmlElement root;
    private final Input input;
    private final Sink sink;
    private final Map<DeviceId, List<PcieTree>> treesByHost = new LinkedHashMap<>();
    private long record;

    Inventory(XmlElement root, Input input, Sink sink) {
        this.root = root;
        this.input = input;
        this.sink = sink;
    }

    /** Returns how many records were handed over. */
    long tell() {
        List<XmlElement> cpus = root.all("cpu");
        long hosts =
                cpus.stream().map(cpu -> cpu.attribute("host_hash")).distinct().count();
        for (int i = 0; i < root.children().size(); i++) {
            XmlElement child = root.children().get(i);
            if (!child.name().equals("cpu")) {
                sink.unread(child.name());
                sink.ignored(record++, child.place());
                continue;
            }
            String plain = InputName.plain(input);
            DeviceId host = new DeviceId(hosts > 1 ? plain + "/" + child.attribute("host_hash") : plain);
            PcieTree tree = new PcieTree(child);
            treesByHost.computeIfAbsent(host, absent -> new ArrayList<>()).add(tree);
            List<FabricEvent> events = new ArrayList<>();
            tree.gpus().forEach(gpu -> events.add(gpu(host, gpu, meta(events))));
            tree.nics().forEach(nic -> events.add(nic(host, nic, meta(events))));
            if (child.equals(cpus.get(cpus.size() - 1))) {
                treesByHost.forEach((name, trees) -> paths(name, trees, events));
            }
            sink.accepted(record++, child.place(), events);
        }
        return record;
    }

    private void paths(DeviceId host, List<PcieTree> trees, List<FabricEvent> events) {
        List<PcieTree.Leaf> gpus =
                trees.stream().flatMap(tree -> tree.gpus().stream()).toList();
        List<PcieTree.Leaf> nics =
                trees.stream().flatMap(tree -> tree.nics().stream()).toList();
        for (PcieTree.Leaf gpu : gpus) {
            for (PcieTree.Leaf nic : nics) {
                events.add(new GpuNicPathDiscovered(
                        meta(events),
                        host,
                        gpuName(gpu),
                        nicName(nic),
                        PcieTree.path(gpu, nic),
                        PcieTree.bitsPerSecond(gpu, nic)));
            }
        }
    }

    private static GpuDiscovered gpu(DeviceId host, PcieTree.Leaf gpu, EventMeta meta) {
        XmlElement element = gpu.element();
        boolean isTold = element.name().equals("gpu");
        int links = 0;
        for (XmlElement child : element.children()) {
            boolean isLink = child.name().equals("nvlink") || child.name().equals("xgmi");
            Integer count = PcieTree.integer(child.attribute("count"));
            links += isLink && count != null && count > 0 ? count : 0;
        }
        String architecture = element.attribute("gcn");
        String capability = element.attribute("sm");
        String model = architecture != null ? "gcn " + architecture : capability != null ? "sm " + capability : null;
        return new GpuDiscovered(
                meta,
                host,
                gpuName(gpu),
                isTold ? notNegative(element.attribute("dev")) : null,
                model,
                gpu.numaNode(),
                isTold ? Integer.valueOf(links) : null);
    }

    private static NicDiscovered nic(DeviceId host, PcieTree.Leaf nic, EventMeta meta) {
        XmlElement element = nic.element();
        Integer megabits = notNegative(element.attribute("speed"));
        Long bitsPerSecond = megabits == null || megabits == 0 || megabits > MAX_MEGABITS
                ? null
                : Long.valueOf(megabits * BITS_PER_MEGABIT);
        return new NicDiscovered(
                meta,
                host,
                nicName(nic),
                nic.busId(),
                guid(element.attribute("guid")),
                nic.numaNode(),
                notNegative(element.attribute("port")),
                bitsPerSecond,
                linkLayer(nic));
    }

    private static @Nullable String guid(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            String guid = Guid.name(text);
            return guid.equals("0x0000000000000000") ? null : guid;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static @Nullable String linkLayer(PcieTree.Leaf nic) {
        String kind = String.valueOf(nic.own("class"));
        if (kind.startsWith(INFINIBAND_CLASS)) {
            return "IB";
        }
        return kind.startsWith(ETHERNET_CLASS) && MELLANOX.equals(nic.own("vendor")) ? "RoCE" : null;
    }

    private static @Nullable Integer notNegative(@Nullable String text) {
        Integer value = PcieTree.integer(text);
        return value == null || value < 0 ? null : value;
    }

    private static String gpuName(PcieTree.Leaf gpu) {
        String busId = gpu.busId();
        return busId == null ? Objects.requireNonNullElse(gpu.element().attribute("dev"), "?") : busId;
    }

    private static String nicName(PcieTree.Leaf nic) {
        String name = nic.element().attribute("name");
        String busId = nic.busId();
        return name != null && !name.isBlank() ? name : busId == null ? "?" : busId;
    }

    private EventMeta meta(List<FabricEvent> events) {
        return input.context().meta(record, events.size(), null);
    }
}
