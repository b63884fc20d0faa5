package io.fabrictwin.cli.show;

import io.fabrictwin.model.frame.FabricFrame;
import java.util.ArrayList;
import java.util.List;

/**
 * A thing that sources name differently, or a name that would join what cannot be one.
 *
 * @param name the name that stands for all, or the name in dispute
 * @param others all names of the thing, or those who claim the name
 * @param conflict why the claimants cannot be one; empty: they are one
 */
record JoinedName(String name, List<String> others, String conflict) {
    static List<JoinedName> of(FabricFrame frame) {
        List<JoinedName> names = new ArrayList<>();
        frame.identities().joined().forEach((name, all) -> names.add(new JoinedName(name, all, "")));
        frame.identities()
                .conflicts()
                .forEach(conflict ->
                        names.add(new JoinedName(conflict.name(), conflict.claimants(), conflict.reason())));
        return names;
    }
}
