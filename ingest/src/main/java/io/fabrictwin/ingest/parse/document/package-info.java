/**
 * Inputs that make sense only as a whole: JSON, YAML, XML and plain pickles, read with bounds on size, depth and references, and never
 * with anything from outside the input. What cannot be read becomes a refusal with its place.
 * Must not know any one format.
 */
@NullMarked
package io.fabrictwin.ingest.parse.document;

import org.jspecify.annotations.NullMarked;
