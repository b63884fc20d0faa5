/**
 * Syslog of switches and servers, whoever wrote it: link states and pause storms of ports.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.syslog;

import org.jspecify.annotations.NullMarked;
