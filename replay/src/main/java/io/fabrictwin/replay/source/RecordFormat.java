package io.fabrictwin.replay.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/** Records of a log as Avro, field by field: an archive is read as fast as its bytes come. */
public final class RecordFormat implements DatumWriter<LogRecord>, DatumReader<LogRecord> {
    public static final Schema SCHEMA = SchemaBuilder.record("ArchivedRecord")
            .namespace("io.fabrictwin.archive")
            .doc("A record of the log as it lay there. The value holds an event in Avro's single-object encoding.")
            .fields()
            .requiredString("topic")
            .requiredInt("partition")
            .requiredLong("offset")
            .name("appendTimeMs")
            .doc("When the log took it in, ms since 1970.")
            .type()
            .longType()
            .noDefault()
            .name("key")
            .type()
            .unionOf()
            .nullType()
            .and()
            .bytesType()
            .endUnion()
            .noDefault()
            .name("value")
            .type()
            .unionOf()
            .nullType()
            .and()
            .bytesType()
            .endUnion()
            .noDefault()
            .endRecord();

    private static final int NULL = 0;
    private static final int BYTES = 1;

    /** The topic of the record before: those of one file are of one topic. */
    private String topic = "";

    @Override
    public void setSchema(Schema schema) {
        if (!SCHEMA.equals(schema)) {
            throw new IllegalArgumentException("the file holds " + schema.getFullName() + ", not an archive's records");
        }
    }

    @Override
    public void write(LogRecord written, Encoder out) throws IOException {
        out.writeString(written.topic());
        out.writeInt(written.partition());
        out.writeLong(written.offset());
        out.writeLong(written.appendTimeMs());
        writeBytes(written.key(), out);
        writeBytes(written.value(), out);
    }

    private static void writeBytes(byte @Nullable [] bytes, Encoder out) throws IOException {
        if (bytes == null) {
            out.writeIndex(NULL);
            out.writeNull();
        } else {
            out.writeIndex(BYTES);
            out.writeBytes(bytes);
        }
    }

    @Override
    public LogRecord read(@Nullable LogRecord reuse, Decoder in) throws IOException {
        String read = in.readString();
        if (!read.equals(topic)) {
            topic = read;
        }
        return new LogRecord(topic, in.readInt(), in.readLong(), in.readLong(), readBytes(in), readBytes(in));
    }

    private static byte @Nullable [] readBytes(Decoder in) throws IOException {
        if (in.readIndex() == NULL) {
            in.readNull();
            return null;
        }
        ByteBuffer bytes = in.readBytes(null);
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return copy;
    }
}
