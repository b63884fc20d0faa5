package io.fabrictwin.ingest.live;

import java.io.IOException;

/** What the thread of a live source does, until its end is wished. */
interface LiveSource {
    /**
     * Takes in what comes. Problems of inputs are states, and no end.
     *
     * @throws IOException if it cannot go on now; it is run again after a while
     */
    void run(SourceContext context) throws IOException;
}
