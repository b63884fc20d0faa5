package io.fabrictwin.model.detection;

import static io.fabrictwin.model.state.AttributeName.*;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds devices whose settings differ from those of most of their peers. A device that has no value of a setting is not
 * compared: absent is unknown, not different.
 */
final class ConfigDrifts {
    /** With fewer peers nobody can say which of them is right. */
    static final int LEAST_PEERS = 3;

    /** Settings that peers are expected to share, with the key under which a fork changes them; null: none does. */
    private static final SortedMap<String, String> KEY_BY_SETTING = keys();

    /** The field of a packet that its class is read from. */
    private static final String TRUST = SETTING_PREFIX + "trust";

    private ConfigDrifts() {}

    private static SortedMap<String, String> keys() {
        SortedMap<String, String> keys = new TreeMap<>();
        keys.put(ECN_ENABLED, "");
        keys.put(ECN_KMIN_BYTES, "ecn-kmin");
        keys.put(ECN_KMAX_BYTES, "ecn-kmax");
        keys.put(ECN_PMAX, "ecn-pmax");
        keys.put(PFC_ENABLED, "");
        keys.put(PFC_ALPHA, "pfc-alpha");
        keys.put(PFC_XOFF_BYTES, "");
        keys.put(PFC_RESERVE_BYTES, "");
        keys.put(PFC_RESUME_OFFSET_BYTES, "");
        keys.put(PFC_HEADROOM_BYTES, "");
        keys.put(BUFFER_BYTES, "buffer");
        keys.put(DCQCN_GAIN, "dcqcn-gain");
        keys.put(DCQCN_ALPHA_TIMER_NS, "dcqcn-alpha-timer");
        keys.put(DCQCN_RATE_DECREASE_INTERVAL_NS, "dcqcn-rate-decrease-interval");
        keys.put(DCQCN_RATE_INCREASE_TIMER_NS, "dcqcn-rate-increase-timer");
        keys.put(DCQCN_ADDITIVE_INCREASE_BITS_PER_SECOND, "dcqcn-additive-increase");
        keys.put(DCQCN_HYPER_INCREASE_BITS_PER_SECOND, "dcqcn-hyper-increase");
        keys.put(DCQCN_MIN_RATE_BITS_PER_SECOND, "dcqcn-min-rate");
        keys.put(DCQCN_FAST_RECOVERY_TIMES, "dcqcn-fast-recovery-times");
        return Collections.unmodifiableSortedMap(keys);
    }

    /**
     * Where a setting stands, such that peers' values at the same place can be compared.
     *
     * @param scope the device as a whole, or ports and queues by what they face
     */
    private record Place(int tier, String scope, String setting) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int order = Integer.compare(tier, other.tier);
            order = order == 0 ? scope.compareTo(other.scope) : order;
            return order == 0 ? setting.compareTo(other.setting) : order;
        }
    }

    /** A device's values at one place, and when the newest of them was set. */
    private record Setting(SortedSet<String> values, long sinceNs, SortedSet<String> entities) {
        Setting with(Setting other) {
            SortedSet<String> allValues = new TreeSet<>(values);
            allValues.addAll(other.values);
            SortedSet<String> allEntities = new TreeSet<>(entities);
            allEntities.addAll(other.entities);
            return new Setting(allValues, Math.max(sinceNs, other.sinceNs), allEntities);
        }
    }

    /** A setting that differs from the peers'. */
    private record Drift(Place place, Setting own, SortedSet<String> peers, int peersAlike, int peersInAll) {}

    static List<Finding> of(Context context) {
        SortedMap<DeviceId, List<Drift>> drifts = new TreeMap<>();
        settings(context).forEach((place, byDevice) -> {
            SortedSet<String> common = common(byDevice);
            if (common == null) {
                return;
            }
            int alike = (int) byDevice.values().stream()
                    .filter(setting -> setting.values().equals(common))
                    .count();
            byDevice.forEach((device, setting) -> {
                if (!setting.values().equals(common)) {
                    drifts.computeIfAbsent(device, id -> new ArrayList<>())
                            .add(new Drift(place, setting, common, alike, byDevice.size()));
                }
            });
        });
        List<Finding> findings = new ArrayList<>();
        drifts.forEach((device, own) -> {
            Map<Boolean, List<Drift>> byFamily = own.stream()
                    .collect(Collectors.partitioningBy(
                            drift -> isOfClasses(drift.place().setting())));
            byFamily.forEach((isOfClasses, ofFamily) -> {
                if (!ofFamily.isEmpty()) {
                    findings.add(finding(
                            context,
                            isOfClasses ? FindingKind.CLASS_DRIFT : FindingKind.CONFIG_DRIFT,
                            device,
                            ofFamily));
                }
            });
        });
        return findings;
    }

    private static SortedMap<Place, SortedMap<DeviceId, Setting>> settings(Context context) {
        SortedMap<Place, SortedMap<DeviceId, Setting>> settings = new TreeMap<>();
        FabricFrame frame = context.frame();
        frame.states().forEach((key, state) -> {
            Integer tier =
                    key.path().isEmpty() ? null : context.surroundings().tiers().get(new DeviceId(key.owner()));
            String scope = tier == null ? null : scope(context.surroundings(), key);
            if (tier == null || scope == null) {
                return;
            }
            for (String setting : state.attributes().keySet()) {
                Cell cell = isShared(setting) ? frame.standing(key, setting).orElse(null) : null;
                if (cell != null) {
                    settings.computeIfAbsent(new Place(tier, scope, setting), place -> new TreeMap<>())
                            .merge(
                                    new DeviceId(key.owner()),
                                    new Setting(
                                            new TreeSet<>(List.of(text(cell.value()))),
                                            cell.stamp().eventTimeNs(),
                                            key.kind() == EntityKind.DEVICE
                                                    ? new TreeSet<>()
                                                    : new TreeSet<>(List.of(key.owner() + ":"
                                                            + key.path().get(1)))),
                                    Setting::with);
                }
            }
        });
        return settings;
    }

    private static boolean isShared(String setting) {
        return KEY_BY_SETTING.containsKey(setting) || isOfClasses(setting);
    }

    /** Whether it says into which class packets go. */
    private static boolean isOfClasses(String setting) {
        return setting.startsWith(QOS_MAP_PREFIX) || setting.equals(TRUST);
    }

    private static @Nullable String scope(Surroundings surroundings, EntityKey key) {
        return switch (key.kind()) {
            case DEVICE -> "";
            case PORT -> facing(surroundings, key);
            case QUEUE -> facing(surroundings, key) + ", priority " + key.path().get(2);
            default -> null;
        };
    }

    private static String facing(Surroundings surroundings, EntityKey key) {
        String name = key.path().get(1);
        if (name.equals(EntityKey.ALL)) {
            return "all ports";
        }
        PortId port = PortId.of(key.owner(), name);
        PortId neighbour = surroundings.neighbour(port);
        Integer tier = neighbour == null ? null : surroundings.tier(neighbour.device());
        Long rate = surroundings.bitsPerSecond(port);
        return "ports to " + (tier == null ? "nobody" : Surroundings.role(tier))
                + (rate == null ? "" : " at " + rate / 1_000_000_000 + " Gbit/s");
    }

    /** What more than half of the peers have; null where there is no such thing or there are too few peers. */
    private static @Nullable SortedSet<String> common(SortedMap<DeviceId, Setting> byDevice) {
        if (byDevice.size() < LEAST_PEERS) {
            return null;
        }
        Map<SortedSet<String>, Integer> counts = new HashMap<>();
        for (Setting setting : byDevice.values()) {
            if (2 * counts.merge(setting.values(), 1, Integer::sum) > byDevice.size()) {
                return setting.values();
            }
        }
        return null;
    }

    private static Finding finding(Context context, FindingKind kind, DeviceId device, List<Drift> drifts) {
        long sinceNs =
                drifts.stream().mapToLong(drift -> drift.own().sinceNs()).min().orElseThrow();
        List<String> entities = new ArrayList<>(List.of(device.value()));
        List<String> evidence = new ArrayList<>();
        List<String> changes = new ArrayList<>();
        for (Drift drift : drifts) {
            Place place = drift.place();
            drift.own().entities().stream()
                    .filter(entity -> !entities.contains(entity))
                    .forEach(entities::add);
            evidence.add(String.format(
                    Locale.ROOT,
                    "%s%s is %s since %s; %d of %d %s have %s",
                    place.setting(),
                    place.scope().isEmpty() ? "" : " of " + place.scope(),
                    String.join(" and ", drift.own().values()),
                    Suggestion.time(drift.own().sinceNs()),
                    drift.peersAlike(),
                    drift.peersInAll(),
                    Surroundings.role(place.tier()),
                    String.join(" and ", drift.peers())));
            String key = KEY_BY_SETTING.getOrDefault(place.setting(), "");
            if (place.scope().isEmpty() && !key.isEmpty()) {
                changes.add(key + "@" + device + "=" + drift.peers().first());
            }
        }
        return new Finding(
                context.frame().fabric(),
                kind,
                Severity.WARNING,
                sinceNs,
                null,
                entities,
                String.format(
                        Locale.ROOT,
                        "%s differs from most other %s in %s.",
                        device,
                        Surroundings.role(drifts.get(0).place().tier()),
                        String.join(
                                ", ",
                                drifts.stream()
                                        .map(drift -> drift.place().setting())
                                        .distinct()
                                        .toList())),
                evidence,
                changes.isEmpty() ? null : Suggestion.fork(sinceNs, context.reachNs(), changes));
    }

    /** As a fork's change reads it, in the base unit. */
    private static String text(Value value) {
        if (value instanceof Value.Whole whole) {
            return Long.toString(whole.number());
        }
        if (value instanceof Value.Decimal decimal) {
            return new BigDecimal(Double.toString(decimal.number()))
                    .stripTrailingZeros()
                    .toPlainString();
        }
        if (value instanceof Value.Text text) {
            return text.text();
        }
        if (value instanceof Value.Pairs pairs) {
            return pairs.byName().entrySet().stream()
                    .map(pair -> pair.getKey() + ":" + pair.getValue())
                    .collect(Collectors.joining(","));
        }
        return value instanceof Value.Flag flag ? Boolean.toString(flag.isSet()) : value.toString();
    }
}
