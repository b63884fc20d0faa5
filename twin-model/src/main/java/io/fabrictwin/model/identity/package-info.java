/**
 * One thing, many names: which devices and which ports are the same though sources call them differently.
 * The join is a pure function of the folded state, made when a frame is assembled; the state itself keeps every source's
 * own words, and so does the digest.
 * Must not know frames, jobs' forecasts, or any source's format.
 */
@NullMarked
package io.fabrictwin.model.identity;

import org.jspecify.annotations.NullMarked;
