package io.fabrictwin.ingest.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** A form that a cabling can be written in, named as the format that reads it. */
public interface TopologyForm {
    /** All there are, by name. */
    List<TopologyForm> ALL = List.of(
            new BatfishForm(), new ContainerlabForm(), new NetboxForm(), new Ns3Form(), new DotForm(), new SlurmForm());

    /** As typed by people. */
    String name();

    /** Who reads it, and what of a cabling it cannot say. */
    String readBy();

    /**
     * Writes the whole cabling.
     *
     * @throws NotTellableException if the form needs what is not known
     * @throws UncheckedIOException if it cannot be written
     */
    void write(Cabling cabling, Appendable out);

    /** Writes text; {@code %s} and the like are not interpreted. */
    static void print(Appendable out, String text) {
        try {
            out.append(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
