package io.fabrictwin.schemas.mapping;

import java.io.IOException;
import org.apache.avro.io.ResolvingDecoder;

/** How values of one Java type lie on the wire. */
interface WireType {
    void write(Object value, WireOutput out);

    /** Reads a value, whatever version of the schema wrote it; throws IllegalArgumentException if the domain refuses it. */
    Object read(ResolvingDecoder in) throws IOException;
}
