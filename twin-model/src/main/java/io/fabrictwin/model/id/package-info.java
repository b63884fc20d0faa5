/**
 * Typed ids of everything the twin names. They are plain names with order and validation.
 * This package must not know events, state or where a name came from.
 */
@NullMarked
package io.fabrictwin.model.id;

import org.jspecify.annotations.NullMarked;
