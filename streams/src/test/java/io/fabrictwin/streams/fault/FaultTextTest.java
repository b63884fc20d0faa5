package io.fabrictwin.streams.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;

class FaultTextTest {
    private static final Path STORES = Path.of("/var/lib/twin");

    @Test
    void aFullDiskIsNamedWhereverItIsTold() {
        Throwable fault = new ProcessorStateException(
                "Error while putting key/value into store twin-entities",
                new RocksDBException("While appending to file: /var/lib/twin/000013.sst: No space left on device"));
        assertThat(FaultText.of(fault, STORES))
                .isEqualTo(
                        "no room is left for the stores in /var/lib/twin: make some there, and folding goes on by itself");
    }

    @Test
    void anyOtherFaultSpeaksForItself() {
        assertThat(FaultText.of(new IllegalStateException("no such store"), STORES))
                .isEqualTo("a folding thread failed and was replaced: no such store");
    }
}
