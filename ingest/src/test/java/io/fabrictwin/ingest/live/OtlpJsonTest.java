package io.fabrictwin.ingest.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
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
    void whatIsNoProtobufIsRefused() {
        assertThatThrownBy(() -> OtlpJson.of("{\"resourceMetrics\":[]}".getBytes(UTF_8)))
                .isInstanceOf(OtlpJson.MalformedException.class)
                .hasMessageContaining("no ExportMetricsServiceRequest");
    }
}
