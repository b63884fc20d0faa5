package io.fabrictwin.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.detection.Detections;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.testkit.gen.EventGenerator;
import io.fabrictwin.testkit.gen.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Detections live with any state, however senseless, and ask for nothing but the state. */
class DetectionsProperties {
    @Test
    void anyStateCanBeLookedAtAndOrderPlaysNoPart() {
        Seeds.forAll(100, random -> {
            List<FabricEvent> events = new EventGenerator(random).events(200);
            List<Finding> findings = detect(events);
            Collections.shuffle(events, random);
            assertThat(detect(events)).isEqualTo(findings);
        });
    }

    private static List<Finding> detect(List<FabricEvent> events) {
        Map<EntityKey, EntityState> states = new TreeMap<>();
        Fold.applyAll(states, events);
        List<Finding> findings = new ArrayList<>();
        for (FabricId fabric : FabricFrame.fabrics(states)) {
            findings.addAll(
                    Detections.detect(FabricFrame.of(fabric, states, Positions.NONE), Windows.of(fabric, states)));
        }
        return findings;
    }
}
