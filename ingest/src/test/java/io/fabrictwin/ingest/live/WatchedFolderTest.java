package io.fabrictwin.ingest.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WatchedFolderTest {
    private static final long SETTLE_NS = 10;
    private static final Path FILE = Path.of("scan.txt");

    private final WatchedFolder folder = new WatchedFolder(SETTLE_NS);

    @Test
    void aFileThatIsBeingWrittenIsNotTaken() {
        assertThat(ready(100, look("1", 5, 100))).isEmpty();
        assertThat(ready(108, look("1", 9, 108))).isEmpty();
        assertThat(folder.waiting()).isEqualTo(1);
        assertThat(ready(117, look("1", 9, 108))).isEmpty();
        assertThat(ready(118, look("1", 9, 108))).containsExactly(FILE);
        assertThat(ready(200, look("1", 9, 108))).isEmpty();
        assertThat(folder.waiting()).isZero();
    }

    @Test
    void aFileThatIsMovedInWhenItIsDoneIsTakenAtOnce() {
        assertThat(ready(100, look("1", 5, 40))).containsExactly(FILE);
    }

    @Test
    void aFileThatChangesIsTakenAgainOnceItIsWhole() {
        assertThat(ready(100, look("1", 5, 40))).containsExactly(FILE);
        // Its time does not tell that it was written just now.
        assertThat(ready(110, look("2", 7, 30))).isEmpty();
        assertThat(ready(119, look("2", 7, 30))).isEmpty();
        assertThat(ready(120, look("2", 7, 30))).containsExactly(FILE);
    }

    @Test
    void aFileThatIsGoneIsForgotten() {
        assertThat(ready(100, look("1", 5, 40))).containsExactly(FILE);
        assertThat(folder.ready(new TreeMap<>(), 110)).isEmpty();
        assertThat(ready(120, look("1", 5, 40))).containsExactly(FILE);
    }

    private List<Path> ready(long nowNs, WatchedFolder.Look look) {
        SortedMap<Path, WatchedFolder.Look> present = new TreeMap<>();
        present.put(FILE, look);
        return folder.ready(present, nowNs);
    }

    private static WatchedFolder.Look look(String key, long sizeBytes, long lastWrittenNs) {
        return new WatchedFolder.Look(key, sizeBytes, lastWrittenNs);
    }
}
