/**
 * What readers of logs and of switch and NIC output share: a look for all words of their patterns at once, figures
 * dressed for people, tables with ruled columns, readings gathered by the place they were taken at, and blocks of lines
 * that tell of one thing.
 * Must not know any one format.
 */
@NullMarked
package io.fabrictwin.ingest.parse.reading;

import org.jspecify.annotations.NullMarked;
