package io.fabrictwin.cli.fork;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.ArrivingJob;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import io.fabrictwin.model.step.CollectiveWork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads {@code question.json} strictly: a field that it does not know, or that is missing, is named and refused. */
public final class QuestionReader {
    /** The file's name in a recording. */
    public static final String FILE_NAME = "question.json";

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final Set<String> FIELDS = Set.of(
            "case",
            "job",
            "fork_step",
            "fork_time_ns",
            "window_first_step",
            "window_last_step",
            "time_scale",
            "metric",
            "changes",
            "telemetry_interval_ns");
    private static final Set<String> CHANGE_FIELDS = Set.of("device", "setting", "value", "unit", "spec");
    private static final Set<String> SPEC_FIELDS =
            Set.of("rank_to_host", "compute_mean_us", "compute_jitter", "runs_until", "qps_per_edge", "collectives");
    private static final Set<String> COLLECTIVE_FIELDS = Set.of("op", "bytes_per_rank", "launch_fraction", "stream");

    private static final String ALL_SWITCHES = "all switches";
    private static final String ALL_HOSTS = "all hosts";
    private static final double NS_PER_US = 1_000;
    private static final int GREATEST_SHIFT = 30;

    private final Path file;

    private QuestionReader(Path file) {
        this.file = file;
    }

    /** Reads the question of a recording's folder. */
    public static Question read(Path folder) {
        Path file = folder.resolve(FILE_NAME);
        if (!Files.isRegularFile(file)) {
            throw new BadDataException(folder + " asks nothing: it has no " + FILE_NAME);
        }
        JsonNode root;
        try {
            root = JSON.readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException e) {
            throw new BadDataException(file + " is not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new BadDataException("cannot read " + file + ": " + e, e);
        }
        try {
            return new QuestionReader(file).question(root);
        } catch (ScenarioRefusedException e) {
            throw new BadDataException(file + ": " + e.getMessage(), e);
        }
    }

    private Question question(JsonNode root) {
        requireFields(root, "the question", FIELDS);
        if (root.has("time_scale") && !"ns".equals(text(root, "time_scale"))) {
            throw bad("time_scale '" + text(root, "time_scale") + "' is not ns");
        }
        List<Change> changes = new ArrayList<>();
        JsonNode list = field(root, "changes");
        if (!list.isArray()) {
            throw bad("changes is not a list");
        }
        list.forEach(change -> changes.add(change(change)));
        return new Question(
                file,
                text(root, "case"),
                new JobId("job" + whole(root, "job")),
                whole(root, "fork_step"),
                whole(root, "fork_time_ns"),
                whole(root, "window_first_step"),
                whole(root, "window_last_step"),
                changes);
    }

    private Change change(JsonNode node) {
        requireFields(node, "a change", CHANGE_FIELDS);
        String setting = text(node, "setting");
        String device = text(node, "device");
        return switch (setting) {
            case "ecn_kmin" -> quantity("ecn-kmin", ALL_SWITCHES, node);
            case "ecn_kmax" -> quantity("ecn-kmax", ALL_SWITCHES, node);
            case "ecn_pmax" -> plain("ecn-pmax", ALL_SWITCHES, node);
            case "buffer" -> quantity("buffer", ALL_SWITCHES, node);
            case "pfc_alpha_shift" -> {
                long shift = whole(node, "value");
                if (shift < 0 || shift > GREATEST_SHIFT) {
                    throw bad("pfc_alpha_shift " + shift + " is not between 0 and " + GREATEST_SHIFT);
                }
                yield Change.parse(key("pfc-alpha", ALL_SWITCHES, device), "1/" + (1L << shift));
            }
            case "dcqcn_g" -> plain("dcqcn-gain", ALL_HOSTS, node);
            case "dcqcn_t_alpha" -> quantity("dcqcn-alpha-timer", ALL_HOSTS, node);
            case "dcqcn_t_dec" -> quantity("dcqcn-rate-decrease-interval", ALL_HOSTS, node);
            case "dcqcn_t_inc" -> quantity("dcqcn-rate-increase-timer", ALL_HOSTS, node);
            case "dcqcn_ai" -> quantity("dcqcn-additive-increase", ALL_HOSTS, node);
            case "dcqcn_hai" -> quantity("dcqcn-hyper-increase", ALL_HOSTS, node);
            case "dcqcn_min" -> quantity("dcqcn-min-rate", ALL_HOSTS, node);
            case "dcqcn_frt" -> plain("dcqcn-fast-recovery-times", ALL_HOSTS, node);
            case "pause_storm" -> Change.parse("pause-storm@" + device, text(node, "value"));
            case "link" -> Change.parse("link@" + link(device), text(node, "value"));
            case "all links" -> Change.parse("links@" + device, text(node, "value"));
            case "rate" -> Change.parse("link-rate@" + link(device), number(node, "value") + text(node, "unit"));
            case "stop_after_current_step" -> {
                if (whole(node, "value") != 1) {
                    throw bad("stop_after_current_step takes 1");
                }
                yield Change.parse("job@" + device, "stop");
            }
            case "start" -> startJob(device, node);
            case "rank_to_host" -> Change.parse("hosts@" + device, String.join(",", names(node, "value")));
            case "qps_per_edge" -> Change.parse("queue-pairs@" + device, number(node, "value"));
            case "destination_ports" -> {
                if (!"new set".equals(text(node, "value"))) {
                    throw bad("destination_ports takes 'new set'");
                }
                yield Change.parse("destination-ports@" + device, "new");
            }
            case "compute_factor" -> {
                String[] jobAndRank = device.split(" rank", -1);
                if (jobAndRank.length != 2) {
                    throw bad("compute_factor of '" + device + "' is not of the form 'job0 rank5'");
                }
                yield Change.parse("compute-factor@" + jobAndRank[0] + "/" + jobAndRank[1], number(node, "value"));
            }
            default -> throw bad("setting '" + setting + "' is not one that can be changed");
        };
    }

    private Change quantity(String key, String all, JsonNode node) {
        return Change.parse(key(key, all, text(node, "device")), number(node, "value") + text(node, "unit"));
    }

    private Change plain(String key, String all, JsonNode node) {
        return Change.parse(key(key, all, text(node, "device")), number(node, "value"));
    }

    private static String key(String key, String all, String device) {
        return device.equals(all) ? key : key + "@" + device;
    }

    /** {@code leaf2-spine1} is {@code leaf2:spine1}. */
    private String link(String device) {
        String[] ends = device.split("-", -1);
        if (ends.length != 2) {
            throw bad("link '" + device + "' is not of the form leaf0-spine1");
        }
        return ends[0] + ":" + ends[1];
    }

    private Change startJob(String job, JsonNode node) {
        JsonNode spec = field(node, "spec");
        requireFields(spec, "spec", SPEC_FIELDS);
        List<CollectiveWork> collectives = new ArrayList<>();
        for (JsonNode collective : field(spec, "collectives")) {
            requireFields(collective, "a collective", COLLECTIVE_FIELDS);
            collectives.add(new CollectiveWork(
                    operation(text(collective, "op")),
                    whole(collective, "bytes_per_rank"),
                    decimal(collective, "launch_fraction"),
                    Math.toIntExact(whole(collective, "stream"))));
        }
        return Change.start(
                job,
                new ArrivingJob(
                        names(spec, "rank_to_host"),
                        Math.round(decimal(spec, "compute_mean_us") * NS_PER_US),
                        spec.has("compute_jitter") ? jitter(text(spec, "compute_jitter")) : 0,
                        Math.toIntExact(whole(spec, "qps_per_edge")),
                        collectives));
    }

    private CollectiveOperation operation(String text) {
        try {
            return CollectiveOperation.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw bad("op '" + text + "' is no collective");
        }
    }

    /** {@code +-2%} is 0.02. */
    private double jitter(String text) {
        if (!text.matches("\\+-\\d+(\\.\\d+)?%")) {
            throw bad("compute_jitter '" + text + "' is not of the form +-2%");
        }
        return Double.parseDouble(text.substring(2, text.length() - 1)) / 100;
    }

    private void requireFields(JsonNode node, String what, Set<String> known) {
        if (!node.isObject()) {
            throw bad(what + " is not an object");
        }
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                throw bad("unknown field '" + name + "' in " + what);
            }
        }
    }

    private JsonNode field(JsonNode node, String name) {
        JsonNode value = node.get(name);
        if (value == null || value.isNull()) {
            throw bad("field '" + name + "' is missing");
        }
        return value;
    }

    private String text(JsonNode node, String name) {
        JsonNode value = field(node, name);
        if (!value.isTextual()) {
            throw bad("field '" + name + "' is not a text: " + value);
        }
        return value.textValue();
    }

    private String number(JsonNode node, String name) {
        JsonNode value = field(node, name);
        if (!value.isNumber()) {
            throw bad("field '" + name + "' is not a number: " + value);
        }
        return value.decimalValue().toPlainString();
    }

    private double decimal(JsonNode node, String name) {
        return Double.parseDouble(number(node, name));
    }

    private long whole(JsonNode node, String name) {
        JsonNode value = field(node, name);
        if (!value.canConvertToLong() || !value.isIntegralNumber() || value.longValue() < 0) {
            throw bad("field '" + name + "' is not a whole number from 0 on: " + value);
        }
        return value.longValue();
    }

    private List<String> names(JsonNode node, String name) {
        List<String> names = new ArrayList<>();
        for (JsonNode value : field(node, name)) {
            if (!value.isTextual()) {
                throw bad("field '" + name + "' holds something that is not a name: " + value);
            }
            names.add(value.textValue());
        }
        if (names.isEmpty()) {
            throw bad("field '" + name + "' is not a list of names");
        }
        return names;
    }

    private BadDataException bad(String message) {
        return new BadDataException(file + ": " + message);
    }
}
