/**
 * Domain records to Avro's binary form and back: the components of a record are the fields of its schema, by name.
 * The only place where both are known. Must not know headers, fingerprints or versions of schemas.
 */
@NullMarked
package io.fabrictwin.schemas.mapping;

import org.jspecify.annotations.NullMarked;
