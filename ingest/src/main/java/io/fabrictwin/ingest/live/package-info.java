/**
 * Inputs that keep coming: folders that are watched, files that are followed, pushes over HTTP, exporters that are
 * scraped, syslog, topics of others. What decides (when a file is whole, where a generation ends, how a stream is cut)
 * stands apart from what opens files and sockets.
 * Must not know any one format, nor how the log is written.
 */
@NullMarked
package io.fabrictwin.ingest.live;

import org.jspecify.annotations.NullMarked;
