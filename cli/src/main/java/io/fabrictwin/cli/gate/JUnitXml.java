package io.fabrictwin.cli.gate;

import io.fabrictwin.model.gate.Check;
import io.fabrictwin.model.gate.Checked;
import io.fabrictwin.model.gate.Outcome;
import java.io.PrintWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * A gate's report as pipelines read results of tests: a suite, and a case for each job or port that an assertion is held
 * against. What is refused is a failure; what is unknown is an error, or skipped where that is allowed.
 */
final class JUnitXml {
    private JUnitXml() {}

    static void print(PrintWriter out, GateResult result) {
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
            xml.writeStartDocument("UTF-8", "1.0");
            line(xml, 0);
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", result.forecast().name());
            xml.writeAttribute("tests", Long.toString(count(result, null)));
            xml.writeAttribute("failures", Long.toString(count(result, Outcome.REFUSED)));
            long unknown = count(result, Outcome.UNKNOWN);
            xml.writeAttribute("errors", Long.toString(result.isUnknownAllowed() ? 0 : unknown));
            xml.writeAttribute("skipped", Long.toString(result.isUnknownAllowed() ? unknown : 0));
            for (Checked checked : result.assertions()) {
                for (Check check : checked.checks()) {
                    writeCase(xml, checked.assertion(), check, result.isUnknownAllowed());
                }
            }
            line(xml, 0);
            xml.writeEndElement();
            line(xml, 0);
            xml.writeEndDocument();
            xml.flush();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("cannot write XML", e);
        }
    }

    private static void writeCase(XMLStreamWriter xml, String assertion, Check check, boolean isUnknownAllowed)
            throws XMLStreamException {
        line(xml, 1);
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", assertion);
        xml.writeAttribute("name", check.subject());
        if (check.outcome() != Outcome.PASSED) {
            line(xml, 2);
            boolean isRefused = check.outcome() == Outcome.REFUSED;
            xml.writeEmptyElement(isRefused ? "failure" : isUnknownAllowed ? "skipped" : "error");
            xml.writeAttribute("message", check.found());
            line(xml, 1);
        }
        xml.writeEndElement();
    }

    private static long count(GateResult result, @Nullable Outcome outcome) {
        return result.assertions().stream()
                .flatMap(checked -> checked.checks().stream())
                .filter(check -> outcome == null || check.outcome() == outcome)
                .count();
    }

    private static void line(XMLStreamWriter xml, int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }
}
