/**
 * What ethtool and mlnx_qos print of one NIC port: statistics of every driver, link settings, priorities and buffers.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.ethtool;

import org.jspecify.annotations.NullMarked;
