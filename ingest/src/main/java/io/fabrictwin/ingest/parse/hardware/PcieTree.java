package io.fabrictwin.ingest.parse.hardware;

import io.fabrictwin.ingest.parse.document.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The GPUs and NICs under one system, each with its way up to its CPU. */
final class PcieTree {
    private static final Pattern SPEED = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?)\\s*GT/s.*");
    private static final double GIGA = 1e9;
    /** Up to 5 GT/s a byte is sent as 10 bits, beyond 128 bits as 130. */
    private static final double LAST_8B10B_GIGATRANSFERS = 5.0;

    private static final String GPU_CLASS = "0x0302";
    private static final List<String> ACCELERATOR_CLASSES = List.of(GPU_CLASS, "0x0380", "0x1200");
    private static final List<String> NIC_CLASSES = List.of("0x0200", "0x0207");

    private final List<Leaf> gpus = new ArrayList<>();
    private final List<Leaf> nics = new ArrayList<>();

    /**
     * A GPU, or a port of a NIC.
     *
     * @param element what the file says of it: {@code gpu}, {@code net}, or {@code pci} of a template
     * @param cpu the CPU it hangs from
     * @param way PCIe elements from the CPU down to its own; empty: it hangs from the CPU itself
     */
    record Leaf(XmlElement element, XmlElement cpu, List<XmlElement> way) {
        /** Bus id; null: it has none. */
        @Nullable
        String busId() {
            String told = way.isEmpty() ? null : way.get(way.size() - 1).attribute("busid");
            return told == null || told.isBlank() ? null : told.toLowerCase(Locale.ROOT);
        }

        /** PCI class and vendor of its own element; null: not told. */
        @Nullable
        String own(String attribute) {
            return way.isEmpty() ? null : way.get(way.size() - 1).attribute(attribute);
        }

        @Nullable
        Integer numaNode() {
            Integer node = integer(cpu.attribute("numaid"));
            return node == null || node < 0 ? null : node;
        }
    }

    PcieTree(XmlElement cpu) {
        walk(cpu, cpu, List.of());
    }

    List<Leaf> gpus() {
        return gpus;
    }

    List<Leaf> nics() {
        return nics;
    }

    private void walk(XmlElement element, XmlElement cpu, List<XmlElement> way) {
        for (XmlElement child : element.children()) {
            switch (child.name()) {
                case "pci" -> {
                    List<XmlElement> longer = new ArrayList<>(way);
                    longer.add(child);
                    if (child.children().isEmpty()) {
                        addTemplate(child, cpu, longer);
                    }
                    walk(child, cpu, longer);
                }
                case "gpu" -> gpus.add(new Leaf(child, cpu, way));
                case "nic" -> walk(child, cpu, way);
                case "net" -> nics.add(new Leaf(child, cpu, way));
                default -> {
                    // NVLink, C2C and the like are told with the GPU.
                }
            }
        }
    }

    /** Files for virtual machines name no GPU or net: the class tells which it will be. */
    private void addTemplate(XmlElement pci, XmlElement cpu, List<XmlElement> way) {
        String kind = String.valueOf(pci.attribute("class"));
        if (ACCELERATOR_CLASSES.stream().anyMatch(kind::startsWith)) {
            gpus.add(new Leaf(pci, cpu, way));
        } else if (NIC_CLASSES.stream().anyMatch(kind::startsWith)) {
            nics.add(new Leaf(pci, cpu, way));
        }
    }

    /** What lies between, as NCCL words it. */
    static String path(Leaf gpu, Leaf nic) {
        int common = common(gpu, nic);
        if (common == 0) {
            return gpu.cpu().equals(nic.cpu()) ? "PHB" : "SYS";
        }
        int bridges = gpu.way().size() - common + nic.way().size() - common - 1;
        return bridges <= 1 ? "PIX" : "PXB";
    }

    /** Least rate of the PCIe links on the way; null: none is told. */
    static @Nullable Long bitsPerSecond(Leaf gpu, Leaf nic) {
        int common = common(gpu, nic);
        Long least = null;
        for (Leaf leaf : List.of(gpu, nic)) {
            for (XmlElement link : leaf.way().subList(common, leaf.way().size())) {
                Long rate = bitsPerSecond(link);
                if (rate != null && (least == null || rate < least)) {
                    least = rate;
                }
            }
        }
        return least;
    }

    private static int common(Leaf gpu, Leaf nic) {
        int common = 0;
        while (common < gpu.way().size()
                && common < nic.way().size()
                && gpu.way().get(common).equals(nic.way().get(common))) {
            common++;
        }
        return common;
    }

    private static @Nullable Long bitsPerSecond(XmlElement pci) {
        Matcher speed = SPEED.matcher(String.valueOf(pci.attribute("link_speed")));
        Integer width = integer(pci.attribute("link_width"));
        if (!speed.matches() || width == null || width <= 0) {
            return null;
        }
        double gigatransfers = Double.parseDouble(speed.group(1));
        double share = gigatransfers <= LAST_8B10B_GIGATRANSFERS ? 8.0 / 10 : 128.0 / 130;
        return Math.round(gigatransfers * GIGA * share * width);
    }

    /** A whole number in decimal or, with its prefix, in hexadecimal; null: it is none. */
    static @Nullable Integer integer(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            return Integer.decode(text.strip());
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
