package io.fabrictwin.cli.simulate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.congestion.Network;
import java.io.IOException;
import java.io.Writer;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Writes a result in the form of {@code docs/simulate.md}; what the engine does not model is left out. */
final class ResultWriter {
    private static final JsonFactory JSON = new JsonFactory();

    private ResultWriter() {}

    static void write(SimulationCase simulation, FluidResult result, double wallMs, Writer target) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(target)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeArrayFieldStart("flows");
            for (int place = 0; place < simulation.flowIds().size(); place++) {
                json.writeStartObject();
                json.writeNumberField("id", simulation.flowIds().get(place));
                if (result.ended(place)) {
                    json.writeNumberField("startNs", result.startNs(place));
                    json.writeNumberField("endNs", result.endNs(place));
                }
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayFieldStart("ports");
            for (int port = 0; port < simulation.network().portCount(); port++) {
                writePort(simulation.network(), port, result, json);
            }
            json.writeEndArray();
            json.writeObjectFieldStart("stats");
            json.writeNumberField("wallMs", Math.round(wallMs * 1000) / 1000.0);
            json.writeNumberField("events", result.events());
            json.writeEndObject();
            json.writeEndObject();
        }
    }

    private static void writePort(Network network, int index, FluidResult result, JsonGenerator json)
            throws IOException {
        Network.Port port = network.port(index);
        json.writeStartObject();
        json.writeStringField("node", port.from());
        json.writeStringField("neighbour", port.to());
        json.writeNumberField("txBytes", result.txBytes(index));
        if (!network.isHost(port.from())) {
            // What waits in a host is its flows' own pace, not a queue of packets.
            write(json, "queueMeanBytes", result.queueMeanBytes(index));
            write(json, "queuePeakBytes", result.queuePeakBytes(index));
        }
        write(json, "pausedNs", result.pausedNs(index));
        if (!network.isHost(port.from())) {
            write(json, "markedFraction", result.markedFraction(index));
        }
        if (result.droppedBytes(index).orElse(0) > 0) {
            write(json, "droppedBytes", result.droppedBytes(index));
        }
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, String name, OptionalDouble value) throws IOException {
        if (value.isPresent()) {
            json.writeNumberField(name, value.getAsDouble());
        }
    }

    private static void write(JsonGenerator json, String name, OptionalLong value) throws IOException {
        if (value.isPresent()) {
            json.writeNumberField(name, value.getAsLong());
        }
    }
}
