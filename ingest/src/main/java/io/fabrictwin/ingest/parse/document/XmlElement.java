package io.fabrictwin.ingest.parse.document;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An element of an XML document.
 *
 * @param name local name, without namespace
 * @param attributes by local name
 * @param children elements in it, in order
 * @param text characters in it, without those of its children, stripped
 * @param line where it begins
 */
public record XmlElement(
        String name, Map<String, String> attributes, List<XmlElement> children, String text, int line) {
    public XmlElement {
        attributes = Map.copyOf(attributes);
        children = List.copyOf(children);
    }

    /** Value of an attribute; null: it is not there. */
    public @Nullable String attribute(String attribute) {
        return attributes.get(attribute);
    }

    /** Children of that name, in order. */
    public List<XmlElement> all(String child) {
        return children.stream().filter(element -> element.name.equals(child)).toList();
    }

    /** First child of that name. */
    public Optional<XmlElement> first(String child) {
        return children.stream().filter(element -> element.name.equals(child)).findFirst();
    }

    /** Text of the first child of that name; null: there is none, or it is empty. */
    public @Nullable String textOf(String child) {
        return first(child)
                .map(XmlElement::text)
                .filter(found -> !found.isEmpty())
                .orElse(null);
    }

    /** This element and all below it, in the order of the document. */
    public Stream<XmlElement> tree() {
        return Stream.concat(Stream.of(this), children.stream().flatMap(XmlElement::tree));
    }

    /** Where it stands, for messages. */
    public String place() {
        return "line " + line;
    }
}
