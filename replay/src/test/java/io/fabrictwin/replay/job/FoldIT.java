package io.fabrictwin.replay.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.replay.operator.Assembly;
import io.fabrictwin.replay.operator.Assembly.Undecodable;
import io.fabrictwin.replay.operator.FoldScope;
import io.fabrictwin.replay.operator.Folding;
import io.fabrictwin.replay.source.LogCut;
import io.fabrictwin.replay.source.LogRecord;
import io.fabrictwin.replay.source.LogUnavailableException;
import io.fabrictwin.replay.source.SilentLog;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.testkit.gen.EventGenerator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The fold on a Flink cluster in this process, from records in memory. */
class FoldIT {
    private static final EventCodec CODEC = new EventCodec();

    private static final FlinkCluster CLUSTER = LocalCluster.start(2);

    private final Random random = new Random(7);
    private final List<FabricEvent> events = new EventGenerator(random).events(3_000);

    @AfterAll
    static void stop() {
        CLUSTER.close();
    }

    private static Assembly fold(List<LogRecord> records, FoldScope scope) {
        return CLUSTER.run(environment -> {
            Assembly assembly = new Assembly();
            DataStream<LogRecord> spread = environment
                    .fromData(LogRecord.class, records.toArray(LogRecord[]::new))
                    .rebalance();
            Outcome.collect(Folding.of(spread, scope, null), "fold", assembly::add);
            return assembly;
        });
    }

    private static List<LogRecord> records(List<FabricEvent> events) {
        List<LogRecord> records = new ArrayList<>();
        for (FabricEvent event : events) {
            records.add(new LogRecord(event.topic().topicName(), 0, records.size(), 0, null, CODEC.encode(event)));
        }
        return records;
    }

    private static FoldScope upTo(long eventTimeNs) {
        return new FoldScope(eventTimeNs, 0, eventTimeNs, FoldScope.Detail.STORY);
    }

    @Test
    void equalsThePlainFoldWhateverOrderDuplicatesAndPartitioning() {
        List<FabricEvent> told = new ArrayList<>(events);
        told.addAll(events.subList(0, 500));
        Collections.shuffle(told, random);
        Map<EntityKey, EntityState> plain = new HashMap<>();
        Fold.applyAll(plain, events);

        Assembly folded = fold(records(told), upTo(Long.MAX_VALUE));

        assertThat(folded.fabrics()).containsExactlyElementsOf(FabricFrame.fabrics(plain));
        for (FabricId fabric : folded.fabrics()) {
            assertThat(folded.frame(fabric, Positions.NONE).digest())
                    .isEqualTo(FabricFrame.of(fabric, plain, Positions.NONE).digest());
        }
        assertThat(folded.fabrics().stream()
                        .flatMap(fabric -> folded.eventsByType(fabric).values().stream())
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(told.size());
    }

    @Test
    void foldsNothingAfterTheAskedTimeAndTellsWhatItCouldNotDecode() {
        long timeNs = events.get(0).meta().eventTimeNs();
        Map<EntityKey, EntityState> plain = new HashMap<>();
        List<FabricEvent> within = events.stream()
                .filter(event -> event.meta().eventTimeNs() <= timeNs)
                .toList();
        Fold.applyAll(plain, within);
        List<LogRecord> records = records(events);
        records.add(new LogRecord("fabric.config", 3, 17, 0, null, "junk".getBytes(StandardCharsets.UTF_8)));
        records.add(new LogRecord("fabric.config", 2, 18, 0, null, null));

        Assembly folded = fold(records, upTo(timeNs));

        for (FabricId fabric : folded.fabrics()) {
            assertThat(folded.frame(fabric, Positions.NONE).digest())
                    .isEqualTo(FabricFrame.of(fabric, plain, Positions.NONE).digest());
        }
        assertThat(folded.fabrics().stream().mapToLong(folded::laterEvents).sum())
                .isEqualTo(events.size() - within.size());
        assertThat(folded.undecodableCount()).isEqualTo(2);
        assertThat(folded.undecodable())
                .extracting(Undecodable::topic, Undecodable::partition, Undecodable::offset)
                .containsExactly(tuple("fabric.config", 2, 18L), tuple("fabric.config", 3, 17L));
        assertThat(folded.undecodable()).extracting(Undecodable::reason).doesNotContain("");
    }

    @Test
    void endsWhereABrokerDoesNotComeBack() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String bootstrap = "127.0.0.1:" + silent.getLocalPort();
            LogCut log =
                    SilentLog.cut(new BrokerAccess(bootstrap, new TreeMap<>(Map.of("default.api.timeout.ms", "300"))));

            assertThatThrownBy(() ->
                            CLUSTER.run(environment -> ReplayJob.folded(environment, log, upTo(Long.MAX_VALUE), null)))
                    .isInstanceOf(LogUnavailableException.class)
                    .hasMessageContaining(
                            "nothing came from the broker at " + bootstrap + " for 0.3 s while topic fabric.");
        }
    }
}
