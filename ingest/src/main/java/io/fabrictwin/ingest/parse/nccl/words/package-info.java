/**
 * How NCCL and its relatives word operations, algorithms, element types, PCIe devices and addresses.
 * Must not know the forms that these words stand in.
 */
@NullMarked
package io.fabrictwin.ingest.parse.nccl.words;

import org.jspecify.annotations.NullMarked;
