package io.fabrictwin.ingest.parse.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabrictwin.ingest.parse.RejectCode;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stack machine of pickles, without the instructions that make objects. */
final class PickleReader {
    private static final int MAX_VALUES = 5_000_000;
    private static final int MAX_NUMBER_BYTES = 16;

    private final JsonNodeFactory json = JsonNodeFactory.instance;
    private final ByteBuffer in;
    private final Map<Integer, JsonNode> memo = new HashMap<>();
    /** The values that were pushed since each mark, the innermost first; the last holds what lies below all marks. */
    private final Deque<List<JsonNode>> stack = new ArrayDeque<>();

    private int values;

    PickleReader(byte[] bytes) {
        in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        stack.push(new ArrayList<>());
    }

    /** Why a pickle is not read on. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        private final RejectCode code;
        private final int offset;

        RefusedException(RejectCode code, int offset, String message) {
            super(message);
            this.code = code;
            this.offset = offset;
        }

        RejectCode code() {
            return code;
        }

        int offset() {
            return offset;
        }
    }

    JsonNode read() throws RefusedException {
        while (true) {
            int offset = in.position();
            int code = bytes(1).get() & 0xff;
            if (code == '.') {
                return pop();
            }
            step(code, offset);
        }
    }

    /** What is whole when the input ends: open containers are closed down to the second level, and deeper ones left out. */
    @Nullable
    JsonNode partial() {
        while (stack.size() > 1) {
            List<JsonNode> items = stack.pop();
            List<JsonNode> below = stack.element();
            if (below.isEmpty()) {
                return null;
            }
            JsonNode container = below.get(below.size() - 1);
            if (stack.size() > 2) {
                below.remove(below.size() - 1);
            } else if (container instanceof ArrayNode array) {
                array.addAll(items);
            } else if (container instanceof ObjectNode object) {
                set(object, items.subList(0, items.size() / 2 * 2));
            }
        }
        return stack.element().isEmpty() ? null : stack.element().get(0);
    }

    private void step(int code, int offset) throws RefusedException {
        switch (code) {
            case 0x80 -> bytes(1);
            case 0x95 -> bytes(8);
            case '(' -> stack.push(new ArrayList<>());
            case 'N' -> push(json.nullNode());
            case 0x88 -> push(json.booleanNode(true));
            case 0x89 -> push(json.booleanNode(false));
            case 'J' -> push(json.numberNode(bytes(4).getInt()));
            case 'K' -> push(json.numberNode(bytes(1).get() & 0xff));
            case 'M' -> push(json.numberNode(bytes(2).getShort() & 0xffff));
            case 0x8a -> push(number(bytes(1).get() & 0xff));
            case 0x8b -> push(number(bytes(4).getInt()));
            case 'G' ->
                push(json.numberNode(bytes(8).order(ByteOrder.BIG_ENDIAN).getDouble()));
            case 'X', 'T', 'B' -> push(text(bytes(4).getInt()));
            case 0x8c, 'U', 'C' -> push(text(bytes(1).get() & 0xff));
            case 0x8d, 0x8e -> push(text(bytes(8).getLong()));
            case '}' -> push(json.objectNode());
            case ']', ')' -> push(json.arrayNode());
            case 't', 'l' -> push(array(popToMark()));
            case 'd' -> push(set(json.objectNode(), popToMark()));
            case 0x85 -> push(array(popLast(1)));
            case 0x86 -> push(array(popLast(2)));
            case 0x87 -> push(array(popLast(3)));
            case 'a' -> append(popLast(1));
            case 'e' -> append(popToMark());
            case 's' -> setItems(popLast(2));
            case 'u' -> setItems(popToMark());
            case '0' -> pop();
            case 'q' -> memo.put(bytes(1).get() & 0xff, peek());
            case 'r' -> memo.put(bytes(4).getInt(), peek());
            case 0x94 -> memo.put(memo.size(), peek());
            case 'h' -> push(memoised(bytes(1).get() & 0xff));
            case 'j' -> push(memoised(bytes(4).getInt()));
            default ->
                throw new RefusedException(
                        RejectCode.MALFORMED,
                        offset,
                        "the instruction 0x" + Integer.toHexString(code)
                                + " is none of plain values; only dictionaries, lists, texts and numbers are read");
        }
    }

    private void push(JsonNode value) throws RefusedException {
        values++;
        if (values > MAX_VALUES) {
            throw refused(RejectCode.TOO_LONG, "the pickle holds more than " + MAX_VALUES + " values");
        }
        stack.element().add(value);
    }

    private JsonNode pop() throws RefusedException {
        return popLast(1).get(0);
    }

    private JsonNode peek() throws RefusedException {
        List<JsonNode> top = stack.element();
        if (top.isEmpty()) {
            throw refused(RejectCode.MALFORMED, "a value is missing");
        }
        return top.get(top.size() - 1);
    }

    private List<JsonNode> popLast(int count) throws RefusedException {
        List<JsonNode> top = stack.element();
        if (top.size() < count) {
            throw refused(RejectCode.MALFORMED, "a value is missing");
        }
        List<JsonNode> tail = top.subList(top.size() - count, top.size());
        List<JsonNode> popped = List.copyOf(tail);
        tail.clear();
        return popped;
    }

    private List<JsonNode> popToMark() throws RefusedException {
        if (stack.size() < 2) {
            throw refused(RejectCode.MALFORMED, "a mark is missing");
        }
        return stack.pop();
    }

    private ArrayNode array(List<JsonNode> items) {
        return json.arrayNode().addAll(items);
    }

    private void append(List<JsonNode> items) throws RefusedException {
        if (!(peek() instanceof ArrayNode array)) {
            throw refused(RejectCode.MALFORMED, "something is appended to what is no list");
        }
        array.addAll(items);
    }

    private void setItems(List<JsonNode> items) throws RefusedException {
        if (!(peek() instanceof ObjectNode object) || items.size() % 2 != 0) {
            throw refused(RejectCode.MALFORMED, "an entry is set in what is no dictionary");
        }
        set(object, items);
    }

    private static ObjectNode set(ObjectNode object, List<JsonNode> items) {
        for (int i = 0; i + 1 < items.size(); i += 2) {
            object.set(items.get(i).asText(), items.get(i + 1));
        }
        return object;
    }

    private JsonNode memoised(int key) throws RefusedException {
        JsonNode value = memo.get(key);
        if (value == null) {
            throw refused(RejectCode.MALFORMED, "a value is used before it was given");
        }
        return value;
    }

    private JsonNode number(int length) throws RefusedException {
        if (length < 0 || length > MAX_NUMBER_BYTES) {
            throw refused(RejectCode.TOO_LONG, "a number has " + length + " bytes");
        }
        if (length == 0) {
            return json.numberNode(0);
        }
        byte[] digits = new byte[length];
        ByteBuffer written = bytes(length);
        for (int i = length - 1; i >= 0; i--) {
            digits[i] = written.get();
        }
        BigInteger number = new BigInteger(digits);
        return number.bitLength() < Long.SIZE ? json.numberNode(number.longValue()) : json.numberNode(number);
    }

    private JsonNode text(long length) throws RefusedException {
        if (length < 0 || length > Integer.MAX_VALUE) {
            throw refused(RejectCode.MALFORMED, "a text has " + length + " bytes");
        }
        byte[] text = new byte[bytes((int) length).remaining()];
        in.get(in.position() - text.length, text);
        return json.textNode(new String(text, UTF_8));
    }

    /** The next bytes, which are then behind. */
    private ByteBuffer bytes(int count) throws RefusedException {
        if (in.remaining() < count) {
            throw refused(RejectCode.TRUNCATED, "the pickle ends in the middle");
        }
        ByteBuffer next = in.slice(in.position(), count).order(ByteOrder.LITTLE_ENDIAN);
        in.position(in.position() + count);
        return next;
    }

    private RefusedException refused(RejectCode code, String reason) {
        return new RefusedException(code, in.position(), reason);
    }
}
