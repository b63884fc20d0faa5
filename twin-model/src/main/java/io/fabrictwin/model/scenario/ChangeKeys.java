package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that can be changed, layer by layer. */
public final class ChangeKeys {
    private static final List<ChangeKey<?>> ALL = Stream.of(
                    LinkKeys.ALL,
                    TopologyKeys.ALL,
                    QueueKeys.ALL,
                    PfcKeys.ALL,
                    EcnKeys.ALL,
                    DcqcnKeys.ALL,
                    MultipathKeys.ALL,
                    PlacementKeys.ALL,
                    HostBusKeys.ALL,
                    LibraryKeys.ALL)
            .<ChangeKey<?>>flatMap(List::stream)
            .toList();

    private static final Map<String, ChangeKey<?>> BY_NAME =
            ALL.stream().collect(Collectors.toUnmodifiableMap(ChangeKey::name, Function.identity()));

    private ChangeKeys() {}

    /** In order of layers. */
    public static List<ChangeKey<?>> all() {
        return ALL;
    }

    static ChangeKey<?> named(String name) {
        ChangeKey<?> key = BY_NAME.get(name);
        if (key == null) {
            throw nonsense(
                    "'" + name + "' is not something that can be changed",
                    ALL.stream().map(ChangeKey::name).toList());
        }
        return key;
    }
}
