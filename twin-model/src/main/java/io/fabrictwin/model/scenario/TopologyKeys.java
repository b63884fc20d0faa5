package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.scenario.ChangeKey.Help;
import io.fabrictwin.model.scenario.ForkState.LinkFacts;
import java.util.List;

/** Links and devices. */
final class TopologyKeys {
    static final List<ChangeKey<?>> ALL = List.of(
            ChangeKey.of(
                    ChangeLayer.TOPOLOGY,
                    "link",
                    TargetForm.LINK,
                    ValueForm.UP_DOWN,
                    isUp -> isUp ? "restore-link" : "drain-link",
                    new Help(
                            "drained: out of routing, so that nothing is lost; or back in it",
                            "link@leaf0:spine1=down",
                            "--drain-link A:B is short for it"),
                    (edit, link, isUp) -> edit.editLinks(link, facts -> facts.withState(isUp))),
            ChangeKey.of(
                    ChangeLayer.TOPOLOGY,
                    "links",
                    TargetForm.DEVICE,
                    ValueForm.UP_DOWN,
                    isUp -> isUp ? "restore-device" : "drain-device",
                    new Help("all links of a device, drained or back in routing", "links@spine3=down", ""),
                    TopologyKeys::setLinksOf),
            ChangeKey.of(
                    ChangeLayer.TOPOLOGY,
                    "link-rate",
                    TargetForm.LINK,
                    ValueForm.RATE,
                    "set-link-rate",
                    new Help("speed of a link, both ways", "link-rate@leaf1:spine2=100Gbit/s", "thresholds stay"),
                    (edit, link, rate) ->
                            edit.editLinks(link, facts -> new LinkFacts(facts.isUp(), rate, facts.delayNs()))));

    private TopologyKeys() {}

    private static void setLinksOf(ForkEdit edit, String name, boolean isUp) {
        DeviceId device = edit.device(name);
        edit.state()
                .links
                .replaceAll((link, facts) ->
                        link.a().device().equals(device) || link.b().device().equals(device)
                                ? facts.withState(isUp)
                                : facts);
    }
}
