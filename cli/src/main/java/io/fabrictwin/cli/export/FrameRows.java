package io.fabrictwin.cli.export;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.PortId;

/** Ports and links of a frame as rows. */
final class FrameRows {
    private FrameRows() {}

    static void addTo(TableFolder tables, FabricFrame frame) {
        String fabric = frame.fabric().value();
        frame.ports().forEach(port -> {
            PortId neighbour = port.neighbour();
            Integer mtuBytes = port.mtuBytes();
            tables.row(
                    Table.PORTS,
                    fabric,
                    port.id().device().value(),
                    port.id().name(),
                    port.bitsPerSecond(),
                    neighbour == null ? null : neighbour.toString(),
                    port.isUp(),
                    port.adminUp(),
                    port.alias(),
                    mtuBytes == null ? null : (Long) mtuBytes.longValue());
        });
        frame.links()
                .forEach(link -> tables.row(
                        Table.LINKS,
                        fabric,
                        link.id().a().toString(),
                        link.id().b().toString(),
                        link.isSeen(),
                        link.isUp(),
                        link.bitsPerSecond(),
                        link.delayNs()));
    }
}
