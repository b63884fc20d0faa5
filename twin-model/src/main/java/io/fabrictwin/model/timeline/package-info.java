/**
 * What happened, in order of event time, in few lines: what changed, and what it did to ports and jobs.
 * This package must not know how events were read or how a timeline is shown.
 */
@NullMarked
package io.fabrictwin.model.timeline;

import org.jspecify.annotations.NullMarked;
