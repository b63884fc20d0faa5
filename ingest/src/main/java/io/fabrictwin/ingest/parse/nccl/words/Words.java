package io.fabrictwin.ingest.parse.nccl.words;

import io.fabrictwin.model.event.CollectiveOperation;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the library's words and numbers for operations, algorithms, protocols and element types mean. */
public final class Words {
    private static final Map<String, CollectiveOperation> OPERATIONS = Map.ofEntries(
            Map.entry("allreduce", CollectiveOperation.ALL_REDUCE),
            Map.entry("allgather", CollectiveOperation.ALL_GATHER),
            Map.entry("allgatherv", CollectiveOperation.ALL_GATHER),
            Map.entry("reducescatter", CollectiveOperation.REDUCE_SCATTER),
            Map.entry("alltoall", CollectiveOperation.ALL_TO_ALL),
            Map.entry("alltoallv", CollectiveOperation.ALL_TO_ALL),
            Map.entry("alltoallpivot", CollectiveOperation.ALL_TO_ALL),
            Map.entry("broadcast", CollectiveOperation.BROADCAST),
            Map.entry("bcast", CollectiveOperation.BROADCAST),
            Map.entry("reduce", CollectiveOperation.REDUCE),
            Map.entry("gather", CollectiveOperation.GATHER),
            Map.entry("scatter", CollectiveOperation.SCATTER),
            Map.entry("sendrecv", CollectiveOperation.SEND),
            Map.entry("send", CollectiveOperation.SEND),
            Map.entry("recv", CollectiveOperation.RECEIVE));

    /** As the library prints those that fill its log. */
    private static final Map<String, CollectiveOperation> AS_PRINTED = Map.of(
            "AllReduce", CollectiveOperation.ALL_REDUCE,
            "AllGather", CollectiveOperation.ALL_GATHER,
            "ReduceScatter", CollectiveOperation.REDUCE_SCATTER,
            "Broadcast", CollectiveOperation.BROADCAST,
            "Send", CollectiveOperation.SEND,
            "Recv", CollectiveOperation.RECEIVE);

    private static final String[] ALGORITHMS = {
        "Tree", "Ring", "CollNetDirect", "CollNetChain", "NVLS", "NVLSTree", "PAT"
    };
    private static final String[] PROTOCOLS = {"LL", "LL128", "Simple"};
    /** int8, uint8, int32, uint32, int64, uint64, half, float, double, bfloat16, fp8 e4m3, fp8 e5m2. */
    private static final int[] TYPE_BYTES = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};

    private static final Map<String, Integer> BYTES_BY_TYPE = Map.ofEntries(
            Map.entry("int8", 1),
            Map.entry("char", 1),
            Map.entry("uint8", 1),
            Map.entry("int32", 4),
            Map.entry("int", 4),
            Map.entry("uint32", 4),
            Map.entry("int64", 8),
            Map.entry("uint64", 8),
            Map.entry("half", 2),
            Map.entry("float16", 2),
            Map.entry("bfloat16", 2),
            Map.entry("bf16", 2),
            Map.entry("float", 4),
            Map.entry("float32", 4),
            Map.entry("double", 8),
            Map.entry("float64", 8),
            Map.entry("f8e4m3", 1),
            Map.entry("f8e5m2", 1),
            Map.entry("fp8e4m3", 1),
            Map.entry("fp8e5m2", 1),
            Map.entry("float8e4m3", 1),
            Map.entry("float8e5m2", 1));

    private Words() {}

    /** The operation of that name, in any case and with or without underscores; null: it is none. */
    public static @Nullable CollectiveOperation operation(String name) {
        CollectiveOperation known = AS_PRINTED.get(name);
        return known == null ? OPERATIONS.get(plain(name)) : known;
    }

    /** An algorithm as this library's newest version words it, from any version's word or number. */
    public static String algorithm(String word) {
        return named(word, ALGORITHMS);
    }

    /** A protocol, likewise. */
    public static String protocol(String word) {
        return named(word, PROTOCOLS);
    }

    /** Whether it is one of the library's algorithms. */
    public static boolean isAlgorithm(String word) {
        return isNamed(algorithm(word), ALGORITHMS);
    }

    /** Whether it is one of the library's protocols. */
    public static boolean isProtocol(String word) {
        return isNamed(protocol(word), PROTOCOLS);
    }

    /** Bytes of an element by the library's number of its type; null: not known. */
    public static @Nullable Integer bytesOfType(int type) {
        return type >= 0 && type < TYPE_BYTES.length ? Integer.valueOf(TYPE_BYTES[type]) : null;
    }

    /** Bytes of an element by the name of its type, also as {@code ncclFloat32}; null: not known. */
    public static @Nullable Integer bytesOfType(String type) {
        String plain = plain(type);
        return BYTES_BY_TYPE.get(plain.startsWith("nccl") ? plain.substring("nccl".length()) : plain);
    }

    private static String named(String word, String[] names) {
        String plain = plain(word);
        if (plain.length() == 1 && Character.isDigit(plain.charAt(0))) {
            int number = plain.charAt(0) - '0';
            return number < names.length ? names[number] : word;
        }
        for (String name : names) {
            if (name.toLowerCase(Locale.ROOT).equals(plain)) {
                return name;
            }
        }
        return word;
    }

    private static boolean isNamed(String word, String[] names) {
        for (String name : names) {
            if (name.equals(word)) {
                return true;
            }
        }
        return false;
    }

    private static String plain(String word) {
        return word.replace("_", "").toLowerCase(Locale.ROOT);
    }
}
