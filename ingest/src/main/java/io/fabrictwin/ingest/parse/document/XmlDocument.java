package io.fabrictwin.ingest.parse.document;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.RejectCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * An XML document as a tree. A document type with its entities is refused: no input of a fabric needs one, and they are how
 * XML reaches for other files or for all memory.
 *
 * @param root the outermost element; null: it could not be read
 * @param refusal why not; null: all was read
 */
public record XmlDocument(
        @Nullable XmlElement root, @Nullable Refusal refusal) {
    private static final Pattern ENCODING =
            Pattern.compile("^<\\?xml[^>]{0,150}\\bencoding\\s{0,9}=\\s{0,9}[\"']([\\w.-]{1,40})");
    private static final int DECLARATION_BYTES = 256;
    private static final int DECODED_CHARACTERS = 1 << 13;

    /** Reads an input of up to 64 MiB. */
    public static XmlDocument read(Input input) throws IOException {
        byte[] bytes;
        try {
            bytes = Documents.read(input);
        } catch (UnreadableException e) {
            return new XmlDocument(null, e.refusal());
        }
        int brokenLine = isUtf8(bytes) ? lineOfNoText(bytes) : 0;
        if (brokenLine > 0) {
            return refused("line " + brokenLine, RejectCode.NOT_TEXT, "bytes that are no UTF-8", bytes);
        }
        try {
            return read(bytes);
        } catch (XMLStreamException e) {
            String place = e.getLocation() == null
                    ? "document"
                    : "line " + e.getLocation().getLineNumber();
            boolean isCut = String.valueOf(e.getMessage()).contains("must start and end within the same entity");
            return refused(place, isCut ? RejectCode.TRUNCATED : RejectCode.MALFORMED, message(e), bytes);
        }
    }

    /** Whether the document says nothing of another encoding, which only the reader knows to read. */
    private static boolean isUtf8(byte[] bytes) {
        String begin = new String(bytes, 0, Math.min(bytes.length, DECLARATION_BYTES), StandardCharsets.ISO_8859_1);
        Matcher declared = ENCODING.matcher(begin);
        boolean isOfTwoBytes =
                begin.startsWith("\u00fe\u00ff") || begin.startsWith("\u00ff\u00fe") || begin.indexOf(0) >= 0;
        return !isOfTwoBytes && (!declared.find() || declared.group(1).equalsIgnoreCase("UTF-8"));
    }

    /** The first line with bytes that are no UTF-8, of which the reader would tell no place; 0: there is none. */
    private static int lineOfNoText(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(DECODED_CHARACTERS);
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CoderResult result;
        do {
            out.clear();
            result = decoder.decode(in, out, true);
        } while (result.isOverflow());
        if (!result.isError()) {
            return 0;
        }
        int line = 1;
        for (int i = 0; i < in.position(); i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        return line;
    }

    private static XmlDocument read(byte[] bytes) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(bytes));
        Deque<Opened> path = new ArrayDeque<>();
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.DTD -> {
                    return refused(
                            "line " + reader.getLocation().getLineNumber(),
                            RejectCode.MALFORMED,
                            "a document type (DOCTYPE) is not accepted; remove it",
                            bytes);
                }
                case XMLStreamConstants.START_ELEMENT -> {
                    if (path.size() >= Documents.MAX_DEPTH) {
                        return refused(
                                "line " + reader.getLocation().getLineNumber(),
                                RejectCode.MALFORMED,
                                "elements lie more than " + Documents.MAX_DEPTH + " deep",
                                bytes);
                    }
                    path.push(new Opened(reader));
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    Opened opened = path.peek();
                    if (opened != null) {
                        opened.text.append(reader.getText());
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    XmlElement element = path.pop().close();
                    Opened parent = path.peek();
                    if (parent == null) {
                        return new XmlDocument(element, null);
                    }
                    parent.children.add(element);
                }
                default -> {
                    // Comments and processing instructions tell nothing.
                }
            }
        }
        return refused("document", RejectCode.TRUNCATED, "the document ends before its outermost element", bytes);
    }

    private static XmlDocument refused(String place, RejectCode code, String reason, byte[] bytes) {
        return new XmlDocument(null, new Refusal(place, code, reason, Documents.shown(bytes)));
    }

    /** The library puts its place before its words. */
    private static String message(XMLStreamException e) {
        String message = String.valueOf(e.getMessage());
        int words = message.indexOf("Message: ");
        return Documents.firstLine(words < 0 ? message : message.substring(words + "Message: ".length()));
    }

    private static final class Opened {
        private final String name;
        private final Map<String, String> attributes = new LinkedHashMap<>();
        private final List<XmlElement> children = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private final int line;

        Opened(XMLStreamReader reader) {
            name = reader.getLocalName();
            line = reader.getLocation().getLineNumber();
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
            }
        }

        XmlElement close() {
            return new XmlElement(name, attributes, children, text.toString().strip(), line);
        }
    }
}
