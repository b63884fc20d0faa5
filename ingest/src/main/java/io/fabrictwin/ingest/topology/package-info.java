/**
 * A fabric's cabling as a whole: gathered from events or a frame, checked, compared, and written in the forms that other
 * tools read.
 * Must not know where events come from, nor how answers are shown.
 */
@NullMarked
package io.fabrictwin.ingest.topology;

import org.jspecify.annotations.NullMarked;
