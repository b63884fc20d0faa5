package io.fabrictwin.ingest.parse.sonic;

import java.nio.charset.StandardCharsets;
import java.util.SortedMap;

/**
 * One entry of a table.
 *
 * @param scope the part of the dump it is of, for dumps that hold several (one per ASIC); else empty
 * @param table name of its table
 * @param key its key in the table; empty: the table's name stands for something that is no table
 * @param fields what it says; a list is joined by commas
 * @param isEntry whether it has fields at all; else it is a plain value where an entry belongs
 */
record Entry(String scope, String table, String key, SortedMap<String, String> fields, boolean isEntry) {
    String place() {
        String plain = key.isEmpty() ? table : table + "|" + key;
        return scope.isEmpty() ? plain : scope + " " + plain;
    }

    /** The entry in the flat form, to show it. */
    byte[] raw() {
        return (place() + " " + fields).getBytes(StandardCharsets.UTF_8);
    }
}
