package io.fabrictwin.ingest.parse.workload;

import io.fabrictwin.model.event.CollectiveOperation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How trainers, libraries and simulators word the operation of a collective. */
public final class CollectiveName {
    /** By what is left of a name without its separators; the first that the name begins with counts. */
    private static final List<Map.Entry<String, CollectiveOperation>> BEGINNINGS = List.of(
            Map.entry("allreduce", CollectiveOperation.ALL_REDUCE),
            Map.entry("reducescatter", CollectiveOperation.REDUCE_SCATTER),
            Map.entry("allgather", CollectiveOperation.ALL_GATHER),
            Map.entry("alltoall", CollectiveOperation.ALL_TO_ALL),
            Map.entry("all2all", CollectiveOperation.ALL_TO_ALL),
            Map.entry("broadcast", CollectiveOperation.BROADCAST),
            Map.entry("bcast", CollectiveOperation.BROADCAST),
            Map.entry("reduce", CollectiveOperation.REDUCE),
            Map.entry("gather", CollectiveOperation.GATHER),
            Map.entry("scatter", CollectiveOperation.SCATTER),
            Map.entry("send", CollectiveOperation.SEND),
            Map.entry("isend", CollectiveOperation.SEND),
            Map.entry("recv", CollectiveOperation.RECEIVE),
            Map.entry("irecv", CollectiveOperation.RECEIVE),
            Map.entry("receive", CollectiveOperation.RECEIVE));

    private CollectiveName() {}

    /**
     * The operation that a name means.
     *
     * @param name in any case, with any separators, behind the library's name and a colon where it has one: {@code
     *     nccl:_all_gather_base}, {@code ALLREDUCE}, {@code CommType.reduce_scatter}
     * @return null: it names none, such as a barrier, or several at once
     */
    public static @Nullable CollectiveOperation operation(String name) {
        int prefix = Math.max(name.indexOf(':'), name.lastIndexOf('.'));
        StringBuilder letters = new StringBuilder(name.length());
        for (int i = prefix + 1; i < name.length() && name.charAt(i) != ' '; i++) {
            char letter = name.charAt(i);
            if (letter != '_' && letter != '-') {
                letters.append(letter);
            }
        }
        String plain = letters.toString().toLowerCase(Locale.ROOT);
        for (Map.Entry<String, CollectiveOperation> beginning : BEGINNINGS) {
            if (plain.startsWith(beginning.getKey())) {
                return beginning.getValue();
            }
        }
        return null;
    }
}
