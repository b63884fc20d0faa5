package io.fabrictwin.ingest.parse.document;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.TextInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class DocumentsTest {
    @Test
    void jsonValuesMayStandOneAfterTheOtherAndTheWholeOnesCountWhenTheLastIsCut() throws IOException {
        JsonDocument document = JsonDocument.read(text("\uFEFF[{\"a\":1}][2]\n{\"b\":"));
        assertThat(document.values()).hasSize(2);
        assertThat(document.refusal()).extracting(Refusal::code).isEqualTo(RejectCode.TRUNCATED);
        assertThat(document.refusal()).extracting(Refusal::place).isEqualTo("line 2 column 6");
    }

    @Test
    void jsonThatIsTooDeepIsRefused() throws IOException {
        JsonDocument document = JsonDocument.read(text("[".repeat(100_000)));
        assertThat(document.values()).isEmpty();
        assertThat(document.refusal()).extracting(Refusal::code).isEqualTo(RejectCode.MALFORMED);
    }

    @Test
    void bytesThatOnlyBeginLikeAnotherEncodingAreRefused() throws IOException {
        TextInput odd = text("\0[\0\0");

        assertThat(JsonDocument.read(odd).refusal()).extracting(Refusal::code).isEqualTo(RejectCode.NOT_TEXT);
        assertThat(JsonElements.read(odd, "events", Set.of(), element -> {}))
                .extracting(JsonElements.Problem::code)
                .isEqualTo(RejectCode.NOT_TEXT);
    }

    @Test
    void whatHasNoContentIsRefused() throws IOException {
        assertThat(JsonDocument.read(text(" \n")).refusal())
                .extracting(Refusal::reason)
                .isEqualTo("the document is empty");
        assertThat(XmlDocument.read(text("")).root()).isNull();
        assertThat(YamlDocument.read(text("")).values()).isEmpty();
    }

    @Test
    void yamlResolvesAnchorsAndLeavesTimesAsText() throws IOException {
        YamlDocument document =
                YamlDocument.read(text("base: &b {x: 1}\nmore: {<<: *b, y: 2026-01-02}\nlist: [*b, on]\n"));
        assertThat(document.refusal()).isNull();
        assertThat(document.values().get(0))
                .hasToString("{\"base\":{\"x\":1},\"more\":{\"x\":1,\"y\":\"2026-01-02\"},\"list\":[{\"x\":1},true]}");
    }

    @Test
    void yamlThatMultipliesItselfIsRefused() throws IOException {
        StringBuilder laughs = new StringBuilder("a0: &a0 [x,x]\n");
        for (int i = 1; i < 2_000; i++) {
            laughs.append("a" + i + ": &a" + i + " [*a" + (i - 1) + "]\n");
        }
        assertThat(YamlDocument.read(text(laughs.toString())).refusal())
                .extracting(Refusal::code)
                .isEqualTo(RejectCode.MALFORMED);
        StringBuilder doubling = new StringBuilder("a0: &a0 [x,x]\n");
        for (int i = 1; i < 40; i++) {
            doubling.append("a" + i + ": &a" + i + " [*a" + (i - 1) + ",*a" + (i - 1) + "]\n");
        }
        assertThat(YamlDocument.read(text(doubling.toString())).refusal())
                .extracting(Refusal::code)
                .isEqualTo(RejectCode.MALFORMED);
    }

    @Test
    void xmlIsATreeWithItsLines() throws IOException {
        XmlDocument document = XmlDocument.read(text("<a xmlns='urn:x' n=\"1\">\n <b>t</b><b/>\n</a>"));
        assertThat(document.refusal()).isNull();
        assertThat(document.root())
                .isNotNull()
                .extracting(root -> root.all("b"), InstanceOfAssertFactories.list(XmlElement.class))
                .extracting(XmlElement::text, XmlElement::line)
                .containsExactly(tuple("t", 2), tuple("", 2));
    }

    @Test
    void xmlWithADocumentTypeOrCutOffIsRefusedWithItsLine() throws IOException {
        Refusal outside = XmlDocument.read(text(
                        "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>\n<a>&x;</a>"))
                .refusal();
        assertThat(outside).extracting(Refusal::place).isEqualTo("line 2");
        assertThat(outside).extracting(Refusal::reason).asString().contains("DOCTYPE");
        assertThat(XmlDocument.read(text("<a><b>")).refusal())
                .extracting(Refusal::code)
                .isEqualTo(RejectCode.TRUNCATED);
        assertThat(XmlDocument.read(text("<a>".repeat(600))).refusal())
                .extracting(Refusal::reason)
                .asString()
                .contains("deep");
    }

    @Test
    void xmlWithBytesThatAreNoTextIsRefusedWithItsLineAndNothingIsPrinted() throws IOException {
        byte[] broken = "<a>\n<b>\u00c3x</b></a>".getBytes(ISO_8859_1);
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, UTF_8));
        try {
            assertThat(XmlDocument.read(new TextInput("input", broken)).refusal())
                    .extracting(Refusal::place, Refusal::code)
                    .containsExactly("line 2", RejectCode.NOT_TEXT);
        } finally {
            System.setErr(err);
        }

        assertThat(printed.toString(UTF_8)).isEmpty();
    }

    @Test
    void xmlIsReadInTheEncodingThatItTells() throws IOException {
        byte[] latin = "<?xml version='1.0' encoding='ISO-8859-1'?><a>\u00c3</a>".getBytes(ISO_8859_1);

        assertThat(XmlDocument.read(new TextInput("input", latin)).root())
                .extracting(XmlElement::text)
                .isEqualTo("\u00c3");
    }

    private static TextInput text(String content) {
        return new TextInput("input", content.getBytes(UTF_8));
    }

    @Test
    void bytesThatAreNoTextAreNoJson() throws IOException {
        byte[] datagram = {0, 0, 0, 5, 0, 0, 0, 1, (byte) 0xc0, (byte) 0xa7, (byte) 0xe3, 2, 0, 0, 0, 0};
        assertThat(JsonDocument.read(datagram).refusal()).isNotNull();
        assertThat(JsonDocument.readPartly(datagram).refusal()).isNotNull();
    }

    @Test
    void whatIsWholeOfACutValueIsKept() throws IOException {
        JsonDocument document = JsonDocument.readPartly("{\"a\":[1,{\"b\":2},{\"c\":".getBytes(UTF_8));
        assertThat(document.values()).extracting(Object::toString).containsExactly("{\"a\":[1,{\"b\":2},{}]}");
        assertThat(document.refusal()).isNotNull();
    }
}
