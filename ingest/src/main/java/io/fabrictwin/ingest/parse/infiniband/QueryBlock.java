package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.ingest.parse.Line;
import java.util.function.Consumer;

/** One answer in the output of the query tools: a heading and its fields. */
interface QueryBlock {
    /** Takes a line of a form that was met before; false: it must be read as a text. */
    default boolean takeKnown(Line line) {
        return false;
    }

    /**
     * Takes a line; false: it is none of this block's.
     *
     * @param text of the line, without blanks at its end
     */
    boolean take(Line line, String text);

    /** Whether it takes no line that might be the heading of another block, so that it may be asked first. */
    default boolean takesNoHeading() {
        return false;
    }

    /**
     * Tells what the block says, at its end.
     *
     * @param unread takes the names of what is not kept
     */
    void tell(BlockLines lines, Consumer<String> unread);
}
