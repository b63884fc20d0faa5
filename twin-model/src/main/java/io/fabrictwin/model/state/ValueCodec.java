package io.fabrictwin.model.state;

import java.util.SortedMap;
import java.util.TreeMap;

/** Values to canonical bytes and back. */
final class ValueCodec {
    private static final int WHOLE = 1;
    private static final int DECIMAL = 2;
    private static final int TEXT = 3;
    private static final int FLAG = 4;
    private static final int TEXTS = 5;
    private static final int NUMBERS = 6;
    private static final int PAIRS = 7;

    private ValueCodec() {}

    static byte[] toBytes(Value value) {
        CanonicalWriter out = new CanonicalWriter();
        write(value, out);
        return out.toBytes();
    }

    static void write(Value value, CanonicalWriter out) {
        if (value instanceof Value.Whole whole) {
            out.tag(WHOLE);
            out.number(whole.number());
        } else if (value instanceof Value.Decimal decimal) {
            out.tag(DECIMAL);
            out.number(Double.doubleToLongBits(decimal.number()));
        } else if (value instanceof Value.Text text) {
            out.tag(TEXT);
            out.text(text.text());
        } else if (value instanceof Value.Flag flag) {
            out.tag(FLAG);
            out.tag(flag.isSet() ? 1 : 0);
        } else if (value instanceof Value.Texts texts) {
            out.tag(TEXTS);
            out.texts(texts.texts());
        } else if (value instanceof Value.Numbers numbers) {
            out.tag(NUMBERS);
            out.count(numbers.byName().size());
            numbers.byName().forEach((name, number) -> {
                out.text(name);
                out.number(number);
            });
        } else if (value instanceof Value.Pairs pairs) {
            out.tag(PAIRS);
            out.count(pairs.byName().size());
            pairs.byName().forEach((name, text) -> {
                out.text(name);
                out.text(text);
            });
        } else {
            throw new IllegalStateException("no canonical form for " + value);
        }
    }

    static Value read(CanonicalReader in) {
        int tag = in.tag();
        return switch (tag) {
            case WHOLE -> new Value.Whole(in.number());
            case DECIMAL -> new Value.Decimal(Double.longBitsToDouble(in.number()));
            case TEXT -> new Value.Text(in.text());
            case FLAG -> new Value.Flag(in.tag() == 1);
            case TEXTS -> new Value.Texts(in.texts());
            case NUMBERS -> new Value.Numbers(numbers(in));
            case PAIRS -> new Value.Pairs(pairs(in));
            default -> throw new IllegalArgumentException("unknown value tag " + tag);
        };
    }

    private static SortedMap<String, Long> numbers(CanonicalReader in) {
        SortedMap<String, Long> byName = new TreeMap<>();
        for (int left = in.count(); left > 0; left--) {
            byName.put(in.text(), in.number());
        }
        return byName;
    }

    private static SortedMap<String, String> pairs(CanonicalReader in) {
        SortedMap<String, String> byName = new TreeMap<>();
        for (int left = in.count(); left > 0; left--) {
            byName.put(in.text(), in.text());
        }
        return byName;
    }
}
