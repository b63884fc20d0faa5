package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a log has told of its job so far, as far as later messages rest on it. */
final class JobState {
    /** Names are told again by every process and queue pair; this many are known to have been told. */
    private static final int MAX_TOLD = 1 << 18;

    private final JobId job;
    private final Communicators communicators = new Communicators();
    private final Map<String, Map<Integer, String>> nics = new HashMap<>();
    private final Set<String> told = new HashSet<>();

    JobState(JobId job) {
        this.job = job;
    }

    JobId job() {
        return job;
    }

    Communicators communicators() {
        return communicators;
    }

    /** The identity of the communicator that a message is about; null: nothing tells. */
    @Nullable
    String identity(Message message) {
        Communicators.Communicator communicator = communicators.around(message);
        return communicator == null ? null : communicator.identity();
    }

    void nicIs(String host, int index, String nic) {
        nics.computeIfAbsent(host, key -> new HashMap<>()).put(index, nic);
    }

    /** The NIC that a host's processes count under this index; null: not told. */
    @Nullable
    String nic(String host, int index) {
        return nics.getOrDefault(host, Map.of()).get(index);
    }

    /** A host, or one of its NICs, has a name; told once. */
    void name(LineRecord line, String host, @Nullable String nic, NameScheme scheme, String name) {
        if (isNew(host + " " + nic + " " + scheme + " " + name)) {
            DeviceId device = new DeviceId(host);
            PortId port = nic == null ? null : new PortId(device, nic);
            line.add(meta -> new NameObserved(meta, device, port, scheme, name));
        }
    }

    /** Whether a fact is told for the first time. Of very many, the later ones always are. */
    boolean isNew(String fact) {
        return told.size() >= MAX_TOLD || told.add(fact);
    }
}
