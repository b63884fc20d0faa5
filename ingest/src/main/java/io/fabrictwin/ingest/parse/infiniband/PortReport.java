package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A port of an adapter as its own host tells of it.
 *
 * @param host the server
 * @param nic the adapter's name on it
 * @param number the port's number
 * @param nodeGuid the adapter's GUID; null: not told
 * @param portGuid null: not told
 * @param localIdentifier null: not told or none
 * @param state such as Active, without a number before it; null: not told
 * @param physicalState such as LinkUp; null: not told
 * @param bitsPerSecond null: not told
 * @param linkLayer InfiniBand or Ethernet; null: not told
 */
public record PortReport(
        DeviceId host,
        String nic,
        int number,
        @Nullable String nodeGuid,
        @Nullable String portGuid,
        @Nullable Integer localIdentifier,
        @Nullable String state,
        @Nullable String physicalState,
        @Nullable Long bitsPerSecond,
        @Nullable String linkLayer) {

    /** Tells it: of the adapter by its GUID where it is told, else of the host's port {@code mlx5_0:1}. */
    public void tell(BlockLines lines) {
        Boolean isUp = state == null ? null : Boolean.valueOf(state.equalsIgnoreCase("active"));
        Long rate = Boolean.FALSE.equals(isUp) ? null : bitsPerSecond;
        String layer = linkLayer == null
                ? null
                : linkLayer.equals("InfiniBand") ? "IB" : linkLayer.equals("Ethernet") ? "RoCE" : linkLayer;
        lines.tell(
                null,
                meta -> new NicDiscovered(meta, host, nic, null, nodeGuid, null, Integer.valueOf(number), rate, layer));
        DeviceId device = nodeGuid == null ? host : new DeviceId(nodeGuid);
        PortId port = new PortId(device, nodeGuid == null ? nic + ":" + number : String.valueOf(number));
        lines.tell(null, meta -> new PortDiscovered(meta, port, rate, null, localIdentifier));
        if (nodeGuid == null) {
            lines.tell(null, meta -> new NameObserved(meta, device, port, NameScheme.RDMA_DEVICE, nic));
        }
        if (portGuid != null) {
            lines.tell(null, meta -> new NameObserved(meta, device, port, NameScheme.PORT_GUID, portGuid));
        }
        if (localIdentifier != null) {
            lines.tell(
                    null,
                    meta -> new NameObserved(meta, device, port, NameScheme.LID, String.valueOf(localIdentifier)));
        }
        if (isUp != null) {
            String told = physicalState == null ? state : state + "/" + physicalState;
            lines.tell(null, meta -> new PortStateObserved(meta, port, isUp, told, rate, null));
        }
    }

    /** A state without the number that the kernel prints before it: {@code 4: ACTIVE}. */
    public static @Nullable String withoutNumber(@Nullable String state) {
        if (state == null || state.isBlank()) {
            return null;
        }
        String plain = state.replaceFirst("^\\d+: *", "").strip();
        return plain.isEmpty() ? null : plain.toLowerCase(Locale.ROOT).equals("linkup") ? "LinkUp" : plain;
    }
}
