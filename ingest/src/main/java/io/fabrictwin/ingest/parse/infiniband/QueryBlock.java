package io.fabrictwin.ingest.parse.infiniband;

import java.util.function.Consumer;

/** One answer in the output of the query tools: a heading and its fields. */
interface QueryBlock {
    /** Takes a line; false: it is none of this block's. */
    boolean take(String text);

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
