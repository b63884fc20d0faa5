/**
 * The format {@code lab-recording}: a folder of CSV tables that hold a whole training run on a simulated fabric.
 * It says what each row is as events, and what the switches of that laboratory do without saying it in their settings.
 * Must not know what is asked of a recording, nor what the twin makes of it.
 */
@NullMarked
package io.fabrictwin.ingest.recording;

import org.jspecify.annotations.NullMarked;
