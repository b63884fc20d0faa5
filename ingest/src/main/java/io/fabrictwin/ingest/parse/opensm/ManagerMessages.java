package io.fabrictwin.ingest.parse.opensm;

import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.ingest.parse.reading.Scan;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.SubnetManagerChanged;
import io.fabrictwin.model.id.DeviceId;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what a manager says of itself. */
final class ManagerMessages {
    private static final Pattern VERSION = Pattern.compile("\\d[\\w.+-]{0,60}");
    private static final List<String> SWEPT =
            List.of("SUBNET UP", "No configuration change required", "Configuration complete");
    private static final Set<String> STATES = Set.of("DISCOVERING", "MASTER", "STANDBY", "NOT-ACTIVE", "NOTACTIVE");
    private static final int MAX_ENGINE_CHARACTERS = 30;

    private DeviceId manager;
    private @Nullable String lastState;
    private @Nullable String lastEngine;
    private @Nullable String lastVersion;

    ManagerMessages(String manager) {
        this.manager = new DeviceId(manager);
    }

    /** From here on it is the manager of this host. */
    void isAt(String host) {
        manager = new DeviceId(host);
    }

    /** False: the message tells nothing of the manager. */
    boolean read(Scan message, Facts facts) {
        if (message.skipAny(SWEPT)) {
            lastState = null;
            tell("SUBNET_UP", null, facts);
            return true;
        }
        if (message.skip("OpenSM ")) {
            return readVersion(message.rest(), facts);
        }
        int from = message.at();
        message.skip("OpenSM: ");
        if (message.skip("Exiting SM")) {
            tellState("EXITING", facts);
            return true;
        }
        if (message.skip("SM port is down")) {
            // When it is back, the state is told anew.
            lastState = null;
            return true;
        }
        if (message.skip("Entering ")) {
            String state = message.word();
            boolean isKnown = STATES.contains(state) && message.skip(" state");
            if (isKnown) {
                tellState(state.replace('-', '_'), facts);
            }
            return isKnown;
        }
        message.goTo(from);
        OpensmLogReader.skipFunction(message);
        return readEngine(message, facts);
    }

    private boolean readVersion(String told, Facts facts) {
        Matcher version = VERSION.matcher(told);
        if (!version.lookingAt()) {
            return false;
        }
        if (!version.group().equals(lastVersion)) {
            DeviceId device = manager;
            facts.add(meta -> new DeviceTuned(meta, device, null, "opensm_version", version.group()));
        }
        lastVersion = version.group();
        return true;
    }

    /** Reads {@code updn tables configured on all switches}. */
    private boolean readEngine(Scan message, Facts facts) {
        int from = message.at();
        while (message.skipWord() || message.skip('-')) {
            // A name is made of these.
        }
        String engine = message.since(from);
        if (engine.isEmpty()
                || engine.length() > MAX_ENGINE_CHARACTERS
                || !message.skip(" tables configured on all switches")) {
            return false;
        }
        if (!engine.equals(lastEngine)) {
            tell(null, engine, facts);
        }
        lastEngine = engine;
        return true;
    }

    private void tellState(String state, Facts facts) {
        if (!state.equals(lastState)) {
            tell(state, null, facts);
        }
        lastState = state;
    }

    private void tell(@Nullable String state, @Nullable String engine, Facts facts) {
        DeviceId device = manager;
        facts.add(meta -> new SubnetManagerChanged(meta, device, state, engine, null));
    }
}
