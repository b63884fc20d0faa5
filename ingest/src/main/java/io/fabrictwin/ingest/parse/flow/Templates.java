package io.fabrictwin.ingest.parse.flow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which fields the data sets of an observation domain have. A template of the same number replaces the former. */
final class Templates {
    /** Real exporters have a few dozen. */
    private static final int MAX_TEMPLATES = 10_000;

    private final Map<Key, Template> byKey = new LinkedHashMap<>();

    private record Key(int version, long domain, int id) {}

    /**
     * A field.
     *
     * @param enterprise 0: a standard one
     * @param length in bytes; 65535: its length stands before it
     */
    record Field(long enterprise, int type, int length) {}

    /**
     * A template.
     *
     * @param isOptions it describes the exporter, not flows
     */
    record Template(List<Field> fields, boolean isOptions) {
        /** Least bytes of a record; at least one, so that reading ends. */
        int leastBytes() {
            int sum = 0;
            for (Field field : fields) {
                sum += field.length() == 0xffff ? 1 : field.length();
            }
            return Math.max(1, sum);
        }
    }

    void put(int version, long domain, int id, Template template) {
        if (byKey.size() < MAX_TEMPLATES) {
            byKey.put(new Key(version, domain, id), template);
        }
    }

    @Nullable
    Template get(int version, long domain, int id) {
        return byKey.get(new Key(version, domain, id));
    }

    static List<Field> fields(Bytes bytes, int count, boolean hasEnterprises) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int type = bytes.u16();
            int length = bytes.u16();
            boolean isOwn = hasEnterprises && (type & 0x8000) != 0;
            fields.add(new Field(isOwn ? bytes.u32() : 0, type & (isOwn ? 0x7fff : 0xffff), length));
        }
        return fields;
    }
}
