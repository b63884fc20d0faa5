package io.fabrictwin.ingest.topology;

import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.DeviceId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Slurm's topology.conf. Where placements under switches are declared they are written; else the tree follows from the
 * cables, every device under the switches of the next tier. Where only blocks are declared, they are written.
 */
final class SlurmForm implements TopologyForm {
    private static final String BLOCK = "block";
    /** Characters that the file gives a meaning of its own. */
    private static final Pattern UNFIT = Pattern.compile("[\\s,=#\\[\\]\"\\\\]");

    @Override
    public String name() {
        return "slurm-topology";
    }

    @Override
    public String readBy() {
        return "Slurm (topology.conf, tree or block); without ports and rates";
    }

    @Override
    public void write(Cabling cabling, Appendable out) {
        SortedMap<String, SortedSet<String>> parents = PlacementTree.parents(cabling);
        SortedMap<String, SortedSet<String>> blocks = blocks(cabling);
        if (parents.isEmpty() && !blocks.isEmpty()) {
            writeBlocks(blocks, out);
            return;
        }
        if (parents.isEmpty()) {
            parents = parentsByCables(cabling);
        }
        if (parents.isEmpty()) {
            throw new NotTellableException(
                    "a tree of switches needs placements, or cables from servers to switches; none are known");
        }
        writeTree(cabling, parents, out);
    }

    private static SortedMap<String, SortedSet<String>> blocks(Cabling cabling) {
        SortedMap<String, SortedSet<String>> blocks = new TreeMap<>();
        for (Cabling.Placement placement : cabling.placements()) {
            if (placement.level().equals(BLOCK)) {
                blocks.computeIfAbsent(placement.domain(), absent -> new TreeSet<>())
                        .add(placement.device().value());
            }
        }
        return blocks;
    }

    private static void writeBlocks(SortedMap<String, SortedSet<String>> blocks, Appendable out) {
        int least = Integer.MAX_VALUE;
        for (Map.Entry<String, SortedSet<String>> block : blocks.entrySet()) {
            least = Math.min(least, block.getValue().size());
            TopologyForm.print(out, "BlockName=" + fit(block.getKey()) + " Nodes=" + list(block.getValue()) + "\n");
        }
        TopologyForm.print(out, "BlockSizes=" + least + "\n");
    }

    private static void writeTree(Cabling cabling, SortedMap<String, SortedSet<String>> parents, Appendable out) {
        SortedMap<String, SortedSet<String>> nodes = new TreeMap<>();
        SortedMap<String, SortedSet<String>> switches = new TreeMap<>();
        Set<String> known = new HashSet<>();
        parents.values().forEach(known::addAll);
        parents.forEach((device, above) -> {
            boolean isSwitch = known.contains(device) || cabling.kind(new DeviceId(device)) == DeviceKind.SWITCH;
            for (String parent : above) {
                (isSwitch ? switches : nodes)
                        .computeIfAbsent(parent, absent -> new TreeSet<>())
                        .add(device);
            }
        });
        SortedSet<String> all = new TreeSet<>(nodes.keySet());
        all.addAll(switches.keySet());
        for (String name : all) {
            TopologyForm.print(
                    out,
                    "SwitchName=" + fit(name)
                            + (switches.containsKey(name)
                                    ? " Switches=" + list(switches.getOrDefault(name, new TreeSet<>()))
                                    : "")
                            + (nodes.containsKey(name)
                                    ? " Nodes=" + list(nodes.getOrDefault(name, new TreeSet<>()))
                                    : "")
                            + "\n");
        }
    }

    /** A device is under the switches that are one cable farther from the servers than itself. */
    private static SortedMap<String, SortedSet<String>> parentsByCables(Cabling cabling) {
        Map<DeviceId, Integer> distances = new HashMap<>(Tiers.distances(cabling));
        SortedMap<String, SortedSet<String>> parents = new TreeMap<>();
        for (Cable cable : cabling.cables()) {
            List<DeviceId> ends =
                    List.of(cable.link().a().device(), cable.link().b().device());
            for (int i = 0; i < 2; i++) {
                Integer lower = distances.get(ends.get(i));
                Integer upper = distances.get(ends.get(1 - i));
                if (lower != null && upper != null && lower + 1 == upper) {
                    parents.computeIfAbsent(ends.get(i).value(), absent -> new TreeSet<>())
                            .add(ends.get(1 - i).value());
                }
            }
        }
        return parents;
    }

    private static String list(SortedSet<String> names) {
        return String.join(",", names.stream().map(SlurmForm::fit).toList());
    }

    private static String fit(String name) {
        if (UNFIT.matcher(name).find()) {
            throw new NotTellableException(
                    "Slurm cannot read the name '" + name + "': it has a blank, comma, bracket, quote, '=' or '#'");
        }
        return name;
    }
}
