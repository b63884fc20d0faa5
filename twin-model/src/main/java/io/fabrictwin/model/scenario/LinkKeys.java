package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.scenario.ChangeKey.Help;
import io.fabrictwin.model.scenario.ForkState.LinkFacts;
import java.util.List;

/** Single links, and those of a device. */
final class LinkKeys {
    static final List<ChangeKey<?>> ALL = List.of(
            ChangeKey.of(
                    ChangeLayer.TOPOLOGY,
                    "link",
                    TargetForm.LINK,
                    ValueForm.words("up", "down", "removed"),
                    word -> word.equals("up") ? "restore-link" : word.equals("down") ? "drain-link" : "remove-link",
                    new Help(
                            "drained, which is out of routing, so that nothing is lost; back in it; or gone for good",
                            "link@leaf0:spine1=down",
                            "--drain-link A:B is short for it; a drained or removed link needs no headroom"),
                    LinkKeys::setLink),
            ChangeKey.of(
                    ChangeLayer.TOPOLOGY,
                    "add-link",
                    TargetForm.LINK,
                    NewLink.FORM,
                    "add-link",
                    new Help(
                            "a new link between two devices",
                            "add-link@leaf0:spine1=100Gbit/s 1us",
                            "its ports are set as those beside them, thresholds by rate; where no hash rule gives the recorded"
                                    + " paths, paths are drawn"),
                    LinkKeys::addLink),
            ChangeKey.of(
                    ChangeLayer.TOPOLOGY,
                    "links",
                    TargetForm.DEVICE,
                    ValueForm.UP_DOWN,
                    isUp -> isUp ? "restore-device" : "drain-device",
                    new Help("all links of a device, drained or back in routing", "links@spine3=down", ""),
                    LinkKeys::setLinksOf),
            ChangeKey.of(
                    ChangeLayer.TOPOLOGY,
                    "port",
                    TargetForm.PORT,
                    ValueForm.UP_DOWN,
                    isUp -> isUp ? "restore-link" : "drain-link",
                    new Help("the link at a port, drained or back in routing", "port@leaf0:Ethernet8=down", ""),
                    (edit, port, isUp) -> edit.links().edit(edit.links().at(port), facts -> facts.withState(isUp))),
            ChangeKey.of(
                    ChangeLayer.TOPOLOGY,
                    "link-rate",
                    TargetForm.LINK,
                    ValueForm.RATE,
                    "set-link-rate",
                    new Help("speed of a link, both ways", "link-rate@leaf1:spine2=100Gbit/s", "thresholds stay"),
                    (edit, link, rate) ->
                            edit.links().edit(link, facts -> new LinkFacts(facts.isUp(), rate, facts.delayNs()))),
            ChangeKey.of(
                    ChangeLayer.TOPOLOGY,
                    "link-delay",
                    TargetForm.LINK,
                    ValueForm.TIME,
                    "set-link-delay",
                    new Help(
                            "one-way delay of a link",
                            "link-delay@leaf1:spine2=5us",
                            "headroom that is not told goes with it"),
                    (edit, link, delayNs) -> edit.links()
                            .edit(link, facts -> new LinkFacts(facts.isUp(), facts.bitsPerSecond(), delayNs))));

    private LinkKeys() {}

    private static void setLink(ForkEdit edit, String name, String word) {
        if (word.equals("removed")) {
            edit.links().named(name).forEach(edit.links()::remove);
        } else {
            edit.links().edit(name, facts -> facts.withState(word.equals("up")));
        }
    }

    private static void setLinksOf(ForkEdit edit, String name, boolean isUp) {
        DeviceId device = edit.device(name);
        edit.links().of(device).forEach(link -> edit.links().edit(link, facts -> facts.withState(isUp)));
    }

    private static void addLink(ForkEdit edit, String ends, NewLink link) {
        int colon = ends.indexOf(':');
        DeviceId a = edit.device(colon < 0 ? ends : ends.substring(0, colon));
        DeviceId b = edit.device(colon < 0 ? ends : ends.substring(colon + 1));
        if (a.equals(b)) {
            throw nonsense("a link from '" + a + "' to itself leads nowhere");
        }
        LinkId id = new LinkId(edit.links().freePort(a, b), edit.links().freePort(b, a));
        edit.links().add(id, new LinkFacts(true, link.bitsPerSecond(), link.delayNs()));
    }
}
