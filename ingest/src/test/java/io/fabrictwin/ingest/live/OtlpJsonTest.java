package io.fabrictwin.ingest.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.fabrictwin.ingest.RecordedSink;
import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.model.event.PortCountersObserved;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Exemplar;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.opentelemetry.proto.metrics.v1.Sum;
import io.opentelemetry.proto.resource.v1.Resource;
import org.junit.jupiter.api.Test;

class OtlpJsonTest {
    @Test
    void protobufBecomesTheJsonThatOtlpPrescribes() throws Exception {
        NumberDataPoint point = NumberDataPoint.newBuilder()
                .setTimeUnixNano(-1)
                .setAsInt(-5)
                .addAttributes(KeyValue.newBuilder()
                        .setKey("interface")
                        .setValue(AnyValue.newBuilder().setStringValue("swp1")))
                .addExemplars(Exemplar.newBuilder()
                        .setTraceId(ByteString.copyFrom(new byte[] {(byte) 0xab, 1}))
                        .setAsDouble(Double.NaN))
                .build();
        ExportMetricsServiceRequest request = ExportMetricsServiceRequest.newBuilder()
                .addResourceMetrics(ResourceMetrics.newBuilder()
                        .addScopeMetrics(ScopeMetrics.newBuilder()
                                .addMetrics(Metric.newBuilder()
                                        .setName("if_in_octets")
                                        .setSum(Sum.newBuilder()
                                                .setIsMonotonic(true)
                                                .setAggregationTemporality(
                                                        AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE)
                                                .addDataPoints(point)))))
                .build();
        assertThat(new String(OtlpJson.of(request.toByteArray()), UTF_8))
                .isEqualTo("{\"resourceMetrics\":[{\"scopeMetrics\":[{\"metrics\":[{\"name\":\"if_in_octets\",\"sum\":"
                        + "{\"dataPoints\":[{\"timeUnixNano\":\"18446744073709551615\",\"exemplars\":[{\"asDouble\":"
                        + "\"NaN\",\"traceId\":\"ab01\"}],\"asInt\":\"-5\",\"attributes\":[{\"key\":\"interface\","
                        + "\"value\":{\"stringValue\":\"swp1\"}}]}],\"aggregationTemporality\":2,\"isMonotonic\":true}}"
                        + "]}]}]}");
    }

    @Test
    void theFormatUnderstandsIt() throws Exception {
        ExportMetricsServiceRequest request = ExportMetricsServiceRequest.newBuilder()
                .addResourceMetrics(ResourceMetrics.newBuilder()
                        .setResource(Resource.newBuilder()
                                .addAttributes(KeyValue.newBuilder()
                                        .setKey("net.host.name")
                                        .setValue(AnyValue.newBuilder().setStringValue("leaf01"))))
                        .addScopeMetrics(ScopeMetrics.newBuilder()
                                .addMetrics(Metric.newBuilder()
                                        .setName("nvswitch_interface_if_in_octets")
                                        .setSum(Sum.newBuilder()
                                                .setIsMonotonic(true)
                                                .addDataPoints(NumberDataPoint.newBuilder()
                                                        .setTimeUnixNano(1_767_225_600_000_000_000L)
                                                        .setAsDouble(12)
                                                        .addAttributes(KeyValue.newBuilder()
                                                                .setKey("interface")
                                                                .setValue(AnyValue.newBuilder()
                                                                        .setStringValue("swp1"))))))))
                .build();
        BytesInput input = BytesInput.unplaced(OtlpJson.of(request.toByteArray()));
        RecordedSink sink = new RecordedSink();
        Formats.named("otlp-metrics").orElseThrow().parse(input, sink);
        assertThat(sink.rejected).isEmpty();
        assertThat(sink.events).singleElement().isInstanceOfSatisfying(PortCountersObserved.class, event -> {
            assertThat(event.port().toString()).isEqualTo("leaf01:swp1");
            assertThat(event.meta().eventTimeNs()).isEqualTo(1_767_225_600_000_000_000L);
            assertThat(event.counters()).containsValue(12L);
        });
    }

    @Test
    void whatIsNoProtobufIsRefused() {
        assertThatThrownBy(() -> OtlpJson.of("{\"resourceMetrics\":[]}".getBytes(UTF_8)))
                .isInstanceOf(OtlpJson.MalformedException.class)
                .hasMessageContaining("no ExportMetricsServiceRequest");
    }
}
