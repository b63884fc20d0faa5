package io.fabrictwin.ingest.live;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.fabrictwin.ingest.app.FileReport;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsPartialSuccess;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/**
 * OTLP metrics from protobuf to the JSON form that OTLP prescribes: names in lower camel case, 64-bit numbers as text,
 * enums as numbers, trace and span ids in hexadecimal.
 */
final class OtlpJson {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> HEXADECIMAL = Set.of("traceId", "spanId");

    private OtlpJson() {}

    /** The bytes are no request of OTLP. */
    static final class MalformedException extends IOException {
        private static final long serialVersionUID = 1L;

        MalformedException(Throwable cause) {
            super("the body is no ExportMetricsServiceRequest in protobuf: " + cause.getMessage(), cause);
        }
    }

    /** A request for metrics to be taken in. */
    static byte[] of(byte[] protobuf) throws MalformedException {
        Message request;
        try {
            request = ExportMetricsServiceRequest.parseFrom(protobuf);
        } catch (InvalidProtocolBufferException e) {
            throw new MalformedException(e);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            write(request, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** The answer to a request, in protobuf. */
    static byte[] response(FileReport report) {
        ExportMetricsServiceResponse.Builder response = ExportMetricsServiceResponse.newBuilder();
        if (report.rejected() > 0) {
            response.setPartialSuccess(ExportMetricsPartialSuccess.newBuilder()
                    .setRejectedDataPoints(report.rejected())
                    .setErrorMessage("rejected; see fabric-twin quarantine list"));
        }
        return response.build().toByteArray();
    }

    private static void write(Message message, JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
            FieldDescriptor descriptor = field.getKey();
            json.writeFieldName(descriptor.getJsonName());
            if (descriptor.isRepeated()) {
                json.writeStartArray();
                for (Object element : (Iterable<?>) field.getValue()) {
                    write(descriptor, element, json);
                }
                json.writeEndArray();
            } else {
                write(descriptor, field.getValue(), json);
            }
        }
        json.writeEndObject();
    }

    private static void write(FieldDescriptor field, Object value, JsonGenerator json) throws IOException {
        switch (field.getJavaType()) {
            case MESSAGE -> write((Message) value, json);
            case STRING -> json.writeString((String) value);
            case BOOLEAN -> json.writeBoolean((Boolean) value);
            case LONG ->
                json.writeString(
                        field.getType() == FieldDescriptor.Type.FIXED64
                                        || field.getType() == FieldDescriptor.Type.UINT64
                                ? Long.toUnsignedString((Long) value)
                                : Long.toString((Long) value));
            case INT ->
                json.writeNumber(
                        field.getType() == FieldDescriptor.Type.FIXED32
                                        || field.getType() == FieldDescriptor.Type.UINT32
                                ? Integer.toUnsignedLong((Integer) value)
                                : (Integer) value);
            case DOUBLE -> writeNumber((Double) value, json);
            case FLOAT -> writeNumber((Float) value, json);
            case ENUM -> json.writeNumber(((EnumValueDescriptor) value).getNumber());
            case BYTE_STRING -> {
                byte[] bytes = ((ByteString) value).toByteArray();
                json.writeString(
                        HEXADECIMAL.contains(field.getJsonName())
                                ? HexFormat.of().formatHex(bytes)
                                : Base64.getEncoder().encodeToString(bytes));
            }
        }
    }

    /** What JSON has no number for is text, as protobuf's JSON form has it. */
    private static void writeNumber(double value, JsonGenerator json) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeString(Double.toString(value));
        }
    }
}
