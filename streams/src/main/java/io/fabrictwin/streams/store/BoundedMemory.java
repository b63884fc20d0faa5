package io.fabrictwin.streams.store;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/** Gives all stores of the process one block cache and one budget for write buffers; else each would take its own. */
public final class BoundedMemory implements RocksDBConfigSetter {
    private static final long CACHE_BYTES = 96L << 20;
    private static final long WRITE_BUFFERS_BYTES = 64L << 20;
    private static final long WRITE_BUFFER_BYTES = 16L << 20;

    private static final Cache CACHE = new LRUCache(CACHE_BYTES);
    private static final WriteBufferManager WRITE_BUFFERS = new WriteBufferManager(WRITE_BUFFERS_BYTES, CACHE);

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(CACHE);
        options.setTableFormatConfig(table);
        options.setWriteBufferManager(WRITE_BUFFERS);
        options.setWriteBufferSize(WRITE_BUFFER_BYTES);
    }

    @Override
    public void close(String storeName, Options options) {
        // The cache and the buffers are the process's.
    }
}
