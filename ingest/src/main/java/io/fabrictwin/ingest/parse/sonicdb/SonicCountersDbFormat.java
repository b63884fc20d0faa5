package io.fabrictwin.ingest.parse.sonicdb;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.PauseStormDetected;
import io.fabrictwin.model.event.PauseStormRestored;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.QueueObserved;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * COUNTERS_DB, STATE_DB and APPL_DB of SONiC: {@code {"COUNTERS:oid:..": {..}}}, the same as a redis dump, wrapped with its
 * name, a list of databases, what gNMI answers for a path of it, or a session of redis-cli.
 *
 * <p>A record is an entry of the database (in a session: a line). Counters hang under object ids that change with each
 * start, so that the dump's own maps of names are needed; where it holds none, counters are refused.
 *
 * <p>A binary dump of redis is refused with what to do.
 */
public final class SonicCountersDbFormat implements Format {
    private static final String BINARY = "REDIS00";
    private static final Pattern COUNTERS = Pattern.compile(
            "\"COUNTERS(?::oid:0x|_(?:PORT|QUEUE|PG|LAG|VOQ|BUFFER_POOL)_NAME_MAP)|\"(?:USER|PERIODIC|PERSISTENT)_WATERMARKS:oid");
    private static final Pattern STATISTIC = Pattern.compile(
            "\"(?:SAI_(?:PORT|QUEUE|INGRESS_PRIORITY_GROUP|BUFFER_POOL)_STAT_|PFC_WD_QUEUE_STATS_)[A-Z0-9_]{2,60}\"\\s{0,9}:");
    private static final Pattern STATE = Pattern.compile(
            "\"(?:TRANSCEIVER_(?:DOM_SENSOR|INFO|STATUS)|PORT_TABLE|LLDP_ENTRY_TABLE|FABRIC_PORT_TABLE)[|:][A-Za-z]");
    private static final Pattern QUEUES = Pattern.compile(
            "\\s{0,99}\\{\\s{0,99}\"Ethernet\\d{1,4}(?:/\\d{1,3}){0,2}:\\d{1,3}\"\\s{0,9}:\\s{0,9}(?:\\{|\"oid:0x)");
    private static final Pattern SESSION =
            Pattern.compile("(?m)^[^\\n]{0,80}(?:hgetall|HGETALL) \"?COUNTERS|^[ ]{0,5}\\d{1,3}\\) \"SAI_");
    private static final Pattern OTHER =
            Pattern.compile("\"(?:sync_response|syncResponse|json_ietf_val|jsonIetfVal|notification)\"");

    @Override
    public String name() {
        return "sonic-counters-db";
    }

    @Override
    public String emittedBy() {
        return "SONiC: COUNTERS_DB, STATE_DB or APPL_DB dumped as JSON, by gNMI or by redis-cli hgetall";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                PortCountersObserved.class,
                GaugesObserved.class,
                QueueObserved.class,
                PauseStormDetected.class,
                PauseStormRestored.class,
                PortDiscovered.class,
                PortStateObserved.class,
                PortConfigured.class,
                LinkDiscovered.class,
                DeviceDiscovered.class,
                NameObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.text().startsWith(BINARY)) {
            return Likeness.CERTAIN;
        }
        if (!head.isJson()) {
            return Likeness.certainIf(head.has(SESSION));
        }
        if (head.has(OTHER)) {
            return Likeness.NONE;
        }
        boolean isCertain = head.has(COUNTERS)
                || head.has(STATISTIC)
                || QUEUES.matcher(head.text()).lookingAt();
        return isCertain ? Likeness.CERTAIN : Likeness.likelyIf(head.has(STATE));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        String beginning = beginning(input);
        if (beginning.startsWith(BINARY)) {
            sink.rejected(
                    0,
                    "document",
                    RejectCode.NOT_TEXT,
                    "a binary redis dump is not read; dump the database as JSON on the switch: sonic-db-dump -n COUNTERS_DB -y",
                    beginning.getBytes(StandardCharsets.UTF_8));
        } else if (beginning.stripLeading().startsWith("{")
                || beginning.stripLeading().startsWith("[")) {
            new DumpReader(input, sink).read();
        } else {
            new SessionReader(input, sink).read();
        }
    }

    private static String beginning(Input input) throws IOException {
        try (InputStream in = input.open()) {
            String text = new String(in.readNBytes(256), StandardCharsets.UTF_8);
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (java.io.EOFException | java.util.zip.ZipException e) {
            return "{";
        }
    }
}
