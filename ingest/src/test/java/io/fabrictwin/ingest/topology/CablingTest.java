package io.fabrictwin.ingest.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CablingTest {
    private static final EventMeta META =
            new EventMeta(new FabricId("fabric"), new SourceId("test", "1"), 0, 0, 1, 1, Clock.ASSUMED);
    private static final long RATE = 400_000_000_000L;

    @Test
    void everyFormSaysTheSameLinksWhenItIsReadAgain() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            Cabling cabling = fabric(new Random(seed));
            for (TopologyForm form : TopologyForm.ALL) {
                Cabling again = readAgain(form, cabling);
                String as = form.name() + " seed " + seed;
                switch (form.name()) {
                    // Slurm knows no cables, and ns-3 no names.
                    case "slurm-topology" ->
                        assertThat(PlacementTree.parents(again)).as(as).isEqualTo(treeOf(cabling));
                    case "ns3-topology" -> assertThat(Tiers.of(again)).as(as).isEqualTo(Tiers.of(cabling));
                    default -> assertThat(links(again)).as(as).isEqualTo(links(cabling));
                }
            }
        }
    }

    @Test
    void formsThatKnowKindsAndRatesKeepThem() throws IOException {
        Cabling cabling = fabric(new Random(1));
        Cabling dot = readAgain(TopologyForm.ALL.get(4), cabling);
        assertThat(List.copyOf(dot.cables()))
                .isEqualTo(List.copyOf(cabling.cables()))
                .isNotEmpty();
        assertThat(Tiers.of(dot)).isEqualTo(Tiers.of(cabling));
    }

    @Test
    void ns3RefusesACableWithoutARate() {
        Cabling cabling = new Cabling();
        cabling.take(planned("h", "1", "s", "1", null));
        assertThatThrownBy(() -> new Ns3Form().write(cabling, new StringBuilder()))
                .isInstanceOf(NotTellableException.class)
                .hasMessageContaining("h:1 - s:1");
    }

    @Test
    void slurmWritesDeclaredBlocks() {
        Cabling cabling = new Cabling();
        for (String node : List.of("n1", "n2", "n3")) {
            cabling.take(new PlacementDeclared(META, new DeviceId(node), "block", node.equals("n3") ? "b2" : "b1"));
        }
        StringBuilder text = new StringBuilder();
        new SlurmForm().write(cabling, text);
        assertThat(text).hasToString("BlockName=b1 Nodes=n1,n2\nBlockName=b2 Nodes=n3\nBlockSizes=1\n");
    }

    @Test
    void findsWhatCannotBeRight() {
        Cabling cabling = new Cabling();
        cabling.take(device("h", DeviceKind.HOST));
        cabling.take(device("s", DeviceKind.SWITCH));
        cabling.take(device("S", DeviceKind.SWITCH));
        cabling.take(planned("h", "1", "s", "1", RATE));
        cabling.take(planned("h", "1", "s", "2", RATE / 2));
        cabling.take(planned("x", "1", "s", "3", null));
        assertThat(CablingChecks.check(cabling))
                .extracting(problem -> problem.kind() + " " + problem.subject())
                .containsExactlyInAnyOrder(
                        "port-used-twice h:1",
                        "unknown-device x",
                        "isolated-device S",
                        "duplicate-name S",
                        "speed-mismatch h:1 - s:2");
    }

    @Test
    void findsCyclesWhereATreeIsMeant() {
        Cabling cabling = new Cabling();
        for (String[] placed : new String[][] {{"a", "b"}, {"b", "c"}, {"c", "a"}, {"n", "a"}, {"d", "e"}}) {
            cabling.take(new PlacementDeclared(META, new DeviceId(placed[0]), "switch", placed[1]));
        }
        cabling.take(new PlacementDeclared(META, new DeviceId("n"), "switch 2", "d"));
        assertThat(CablingChecks.check(cabling))
                .extracting(problem -> problem.kind() + " " + problem.detail())
                .containsExactly(
                        "cycle a tree is meant, but a under b under c under a",
                        "several-parents it is placed under a, d; a tree has one");
    }

    @Test
    void countsTiers() {
        Cabling cabling = fabric(new Random(3));
        List<Tiers.Tier> tiers = Tiers.of(cabling);
        assertThat(tiers).extracting(Tiers.Tier::tier).containsExactly(0, 1, 2);
        assertThat(tiers.get(0).bitsPerSecondUp()).isEqualTo(tiers.get(0).cablesUp() * RATE);
    }

    @Test
    void reportsWhatDiffersFromThePlan() {
        Cabling plan = new Cabling();
        Cabling fact = new Cabling();
        plan.take(planned("h1", "1", "s", "1", RATE));
        plan.take(planned("h2", "1", "s", "2", RATE));
        plan.take(planned("h3", "1", "s", "3", RATE));
        plan.take(planned("h4", "1", "s", "4", RATE));
        fact.take(seen("h1", "1", "s", "2", RATE));
        fact.take(seen("h2", "1", "s", "1", RATE));
        fact.take(seen("h4", "1", "s", "4", RATE / 2));
        fact.take(seen("h9", "1", "s", "9", null));
        assertThat(CablingDifference.between(plan, fact))
                .extracting(difference -> difference.kind() + " " + difference.port() + " " + difference.planned() + " "
                        + difference.found())
                .containsExactly(
                        "MISWIRED h1:1 s:1 s:2",
                        "MISWIRED h2:1 s:2 s:1",
                        "MISWIRED s:1 h1:1 h2:1",
                        "MISWIRED s:2 h2:1 h1:1",
                        "MISSING h3:1 s:3 null",
                        "EXTRA h9:1 null s:9",
                        "RATE_DIFFERS h4:1 s:4 s:4");
        assertThat(CablingDifference.between(plan, plan)).isEmpty();
    }

    @Test
    void whatDoesNotFitInMemoryIsRefused() {
        Cabling cabling = new Cabling();
        assertThatThrownBy(() -> {
                    for (int i = 0; i <= Cabling.MAX_CABLES; i++) {
                        cabling.take(new PlacementDeclared(META, new DeviceId("n" + i), "switch", "s"));
                    }
                })
                .isInstanceOf(TooLargeException.class)
                .hasMessageContaining("more than 1000000");
    }

    private static Cabling readAgain(TopologyForm form, Cabling cabling) throws IOException {
        StringBuilder text = new StringBuilder();
        form.write(cabling, text);
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        List<Format> formats = Formats.recognised(Head.of(new ByteArrayInputStream(bytes)));
        assertThat(formats).extracting(Format::name).containsExactly(form.name());
        ParsedInput parsed = ParsedInput.of(formats.get(0), new TextInput("file", bytes));
        assertThat(parsed.rejections).isEmpty();
        Cabling again = new Cabling();
        parsed.events.forEach(again::take);
        return again;
    }

    private static Object treeOf(Cabling cabling) {
        StringBuilder text = new StringBuilder();
        new SlurmForm().write(cabling, text);
        TreeMap<String, TreeSet<String>> parents = new TreeMap<>();
        for (Cable cable : cabling.cables()) {
            String a = cable.link().a().device().value();
            String b = cable.link().b().device().value();
            parents.computeIfAbsent(a.compareTo(b) < 0 ? a : b, absent -> new TreeSet<>())
                    .add(a.compareTo(b) < 0 ? b : a);
        }
        return parents;
    }

    private static List<LinkId> links(Cabling cabling) {
        return cabling.cables().stream().map(Cable::link).toList();
    }

    /** Servers, leaves and spines, named so that the lower tier comes first, some with hostile names of ports. */
    private static Cabling fabric(Random random) {
        Cabling cabling = new Cabling();
        int leaves = 1 + random.nextInt(4);
        int spines = 1 + random.nextInt(3);
        String gap = random.nextBoolean() ? "/" : "-";
        for (int leaf = 0; leaf < leaves; leaf++) {
            cabling.take(device("leaf" + leaf, DeviceKind.SWITCH));
            for (int host = 0; host <= random.nextInt(3); host++) {
                String name = "a" + leaf + "-" + host;
                cabling.take(device(name, DeviceKind.HOST));
                cabling.take(planned(name, "eth" + gap + "0", "leaf" + leaf, "down" + gap + host, RATE));
            }
            for (int spine = 0; spine < spines; spine++) {
                cabling.take(device("spine" + spine, DeviceKind.SWITCH));
                cabling.take(planned("leaf" + leaf, "up" + gap + spine, "spine" + spine, "p" + leaf, RATE));
            }
        }
        return cabling;
    }

    private static DeviceDiscovered device(String name, DeviceKind kind) {
        return new DeviceDiscovered(META, new DeviceId(name), kind, null, null, null, null, null);
    }

    private static LinkPlanned planned(String a, String aPort, String b, String bPort, @Nullable Long rate) {
        return new LinkPlanned(META, new LinkId(PortId.of(a, aPort), PortId.of(b, bPort)), rate);
    }

    private static LinkDiscovered seen(String a, String aPort, String b, String bPort, @Nullable Long rate) {
        return new LinkDiscovered(META, new LinkId(PortId.of(a, aPort), PortId.of(b, bPort)), rate, null, null);
    }
}
