/**
 * What a run did for a job, in the eight measures of a fabric: bandwidth, collective time, tail, jitter, recovery from
 * congestion, fault isolation, interference and scaling. This package must not know frames, recordings or changes.
 */
@NullMarked
package io.fabrictwin.model.measure;

import org.jspecify.annotations.NullMarked;
