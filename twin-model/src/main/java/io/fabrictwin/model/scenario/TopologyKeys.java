package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;
import static io.fabrictwin.model.scenario.ScenarioRefusedException.unknown;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.scenario.ChangeKey.Help;
import io.fabrictwin.model.scenario.ForkState.LinkFacts;
import io.fabrictwin.model.scenario.ForkState.SwitchFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Whole switches, rails and tiers. */
final class TopologyKeys {
    static final List<ChangeKey<?>> ALL = List.of(
            ChangeKey.of(
                    ChangeLayer.TOPOLOGY,
                    "switch",
                    TargetForm.SWITCH,
                    Copy.FORM,
                    copy -> copy.like() == null ? "remove-switch" : "add-switch",
                    new Help(
                            "a new switch with the links and settings of another one, or a switch gone with all its links",
                            "switch@spine4=like spine0",
                            "ports of the new one are named as those that they are like"),
                    TopologyKeys::setSwitch),
            ChangeKey.of(
                    ChangeLayer.TOPOLOGY,
                    "rail",
                    TargetForm.RAIL,
                    Copy.FORM,
                    copy -> copy.like() == null ? "remove-rail" : "add-rail",
                    new Help(
                            "the n-th link of every host, from 0: gone, or a new one over a copy of the leaves of another rail",
                            "rail@1=like 0",
                            "hosts spread connections over their rails by hash"),
                    TopologyKeys::setRail),
            ChangeKey.ofAll(
                    ChangeLayer.TOPOLOGY,
                    "oversubscription",
                    TargetForm.SWITCHES,
                    ValueForm.POSITIVE,
                    "set-oversubscription",
                    new Help(
                            "rate towards hosts over rate of the uplinks that are up: the uplinks' speed goes with it",
                            "oversubscription@leaf0=2",
                            "thresholds stay; without a switch it is set at all switches that face hosts"),
                    TopologyKeys::oversubscribe));

    /** What a new switch or rail is like; null: it is removed. */
    record Copy(@Nullable String like) {
        static final ValueForm<Copy> FORM = new ValueForm<>(
                "like OTHER, or removed", Copy::parse, copy -> copy.like == null ? "removed" : "like " + copy.like);

        private static Copy parse(String key, String text) {
            if (text.equals("removed")) {
                return new Copy(null);
            }
            if (!text.matches("like\\s+\\S+")) {
                throw nonsense("'" + text + "' does not fit '" + key + "': it takes 'like OTHER' or 'removed'");
            }
            return new Copy(text.substring("like".length()).strip());
        }
    }

    private TopologyKeys() {}

    private static void setSwitch(ForkEdit edit, String name, Copy copy) {
        if (copy.like() == null) {
            DeviceId device = edit.switches(name).first();
            edit.links().of(device).forEach(edit.links()::remove);
            edit.state().switches.remove(device);
            return;
        }
        copySwitch(edit, name, edit.switches(copy.like()).first(), link -> true);
    }

    private static void copySwitch(ForkEdit edit, String name, DeviceId like, Predicate<LinkId> wanted) {
        SortedMap<DeviceId, SwitchFacts> switches = edit.state().switches;
        DeviceId added = new DeviceId(name);
        if (switches.containsKey(added) || edit.state().hosts.containsKey(added)) {
            throw nonsense("'" + name + "' is there already; give the new switch another name");
        }
        SwitchFacts facts = ForkEdit.required(switches.get(like));
        switches.put(added, new SwitchFacts(nextSeed(switches.values(), facts), facts.bufferBytes()));
        for (LinkId link : edit.links().of(like)) {
            if (wanted.test(link)) {
                PortId own = link.endAt(like);
                DeviceId other = link.opposite(own).device();
                edit.links()
                        .copy(
                                link,
                                own,
                                new PortId(added, own.name()),
                                edit.links().freePort(other, added));
            }
        }
    }

    /** The new switch is the last in the order of next hops, as a device with the next free number would be. */
    private static @Nullable Long nextSeed(Collection<SwitchFacts> switches, SwitchFacts like) {
        if (like.routingSeed() == null) {
            return null;
        }
        long greatest = 0;
        for (SwitchFacts facts : switches) {
            Long seed = facts.routingSeed();
            greatest = seed == null ? greatest : Math.max(greatest, seed);
        }
        return greatest + 1;
    }

    private static void setRail(ForkEdit edit, String number, Copy copy) {
        if (copy.like() == null) {
            rail(edit, number).forEach(edit.links()::remove);
            return;
        }
        List<LinkId> rails = rail(edit, copy.like());
        SortedMap<DeviceId, List<LinkId>> byLeaf = new TreeMap<>();
        for (LinkId link : rails) {
            DeviceId leaf = leafOf(edit, link);
            byLeaf.computeIfAbsent(leaf, any -> new ArrayList<>()).add(link);
        }
        byLeaf.forEach((leaf, own) -> copySwitch(
                edit, leaf + "-rail" + number, leaf, link -> !edit.links().facesHost(link) || own.contains(link)));
    }

    private static DeviceId leafOf(ForkEdit edit, LinkId link) {
        return edit.state().hosts.containsKey(link.a().device())
                ? link.b().device()
                : link.a().device();
    }

    /** The link with this number, in order of port names, of every host that has so many. */
    private static List<LinkId> rail(ForkEdit edit, String number) {
        int index = Integer.parseInt(number);
        List<LinkId> found = new ArrayList<>();
        int most = 0;
        for (DeviceId host : edit.state().hosts.keySet()) {
            List<LinkId> own = edit.links().of(host);
            most = Math.max(most, own.size());
            if (index < own.size()) {
                found.add(own.get(index));
            }
        }
        if (found.isEmpty()) {
            throw unknown(
                    "rail",
                    number,
                    IntStream.range(0, most).mapToObj(String::valueOf).toList());
        }
        return found;
    }

    private static void oversubscribe(ForkEdit edit, @Nullable String name, double ratio) {
        boolean isAny = false;
        for (DeviceId device : edit.switches(name)) {
            List<LinkId> up = edit.links().of(device).stream()
                    .filter(link -> edit.links().facts(link).isUp())
                    .toList();
            double down = rate(edit, up.stream().filter(edit.links()::facesHost).toList());
            List<LinkId> uplinks =
                    up.stream().filter(link -> !edit.links().facesHost(link)).toList();
            double factor = down / ratio / rate(edit, uplinks);
            if (down == 0 || uplinks.isEmpty()) {
                continue;
            }
            isAny = true;
            uplinks.forEach(link -> edit.links()
                    .edit(link, facts -> new LinkFacts(facts.isUp(), facts.bitsPerSecond() * factor, facts.delayNs())));
        }
        if (!isAny) {
            throw nonsense((name == null ? "no switch has" : "'" + name + "' has not")
                    + " both hosts and uplinks, so it has no oversubscription");
        }
    }

    private static double rate(ForkEdit edit, List<LinkId> links) {
        return links.stream()
                .mapToDouble(link -> edit.links().facts(link).bitsPerSecond())
                .sum();
    }
}
