package io.fabrictwin.ingest.parse.ibdiagnet;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.SubnetManagerChanged;
import io.fabrictwin.model.event.Swept;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * {@code ibdiagnet2.db_csv}: sections {@code START_X} to {@code END_X}, each with a row of headings. Read are NODES, PORTS,
 * LINKS, PM_INFO, CABLE_INFO, TEMP_SENSING, FANS_SPEED and SM_INFO; the others are accepted and named.
 *
 * <p>A record is a line.
 */
public final class DatabaseCsvFormat implements Format {
    private static final Pattern MARK =
            Pattern.compile("(?m)^START_(?:NODES|PORTS|LINKS|PM_INFO|CABLE_INFO|SWITCHES|TEMP_SENSING|\\w{2,40})\\s*$");
    private static final Pattern HEADINGS = Pattern.compile("(?mi)^[^\\n]{0,300}\\bNodeGUID1?\\b");

    @Override
    public String name() {
        return "ibdiagnet-db-csv";
    }

    @Override
    public String emittedBy() {
        return "ibdiagnet (ibdiagnet2.db_csv)";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Set.of(
                DeviceDiscovered.class,
                GaugesObserved.class,
                LinkDiscovered.class,
                NameObserved.class,
                NicDiscovered.class,
                PortConfigured.class,
                PortCountersObserved.class,
                PortDiscovered.class,
                PortStateObserved.class,
                SubnetManagerChanged.class,
                Swept.class);
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.certainIf(head.has(MARK) && head.has(HEADINGS));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        DatabaseReader reader = new DatabaseReader(input.context(), sink);
        Lines.readText(input, reader, reader::read);
    }
}
