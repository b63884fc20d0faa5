package io.fabrictwin.cli.collective;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.model.event.CollectiveOperation;
import java.util.LinkedHashMap;
import java.util.Map;

/** Operations by the names that nccl-tests gives its programs. */
final class Operations {
    private static final Map<String, CollectiveOperation> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("all_reduce", CollectiveOperation.ALL_REDUCE);
        BY_NAME.put("all_gather", CollectiveOperation.ALL_GATHER);
        BY_NAME.put("reduce_scatter", CollectiveOperation.REDUCE_SCATTER);
        BY_NAME.put("broadcast", CollectiveOperation.BROADCAST);
        BY_NAME.put("reduce", CollectiveOperation.REDUCE);
        BY_NAME.put("alltoall", CollectiveOperation.ALL_TO_ALL);
        BY_NAME.put("gather", CollectiveOperation.GATHER);
        BY_NAME.put("scatter", CollectiveOperation.SCATTER);
        BY_NAME.put("sendrecv", CollectiveOperation.SEND);
    }

    private Operations() {}

    static CollectiveOperation named(String name) {
        CollectiveOperation operation = BY_NAME.get(name);
        if (operation == null) {
            throw new WrongUsageException("--op must be one of " + String.join(", ", BY_NAME.keySet()) + ": " + name);
        }
        return operation;
    }
}
