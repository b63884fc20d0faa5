/**
 * Maps by name that take little room: what samples and states are made of.
 * This package must not know what is named.
 */
@NullMarked
package io.fabrictwin.model.named;

import org.jspecify.annotations.NullMarked;
