/**
 * What happens when a record cannot be deserialised, processed or produced: said with the record's address.
 * This package must not know the fold.
 */
@NullMarked
package io.fabrictwin.streams.fault;

import org.jspecify.annotations.NullMarked;
