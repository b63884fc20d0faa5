package io.fabrictwin.cli.broker;

import io.fabrictwin.cli.broker.TopicDifference.Remedy;
import io.fabrictwin.schemas.TopicPlan;
import io.fabrictwin.schemas.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The topics as planned against those of a broker. */
public final class TopicComparison {
    private static final String LARGEST_MESSAGE = "max.message.bytes";

    private static final Map<String, String> WHY = Map.of(
            "cleanup.policy",
            "what is deleted or compacted away is gone from history",
            LARGEST_MESSAGE,
            "larger events are refused",
            "message.timestamp.type",
            "by the sender's time an old file is past retention on arrival",
            "min.insync.replicas",
            "what was acknowledged must outlive the loss of a broker",
            "retention.bytes",
            "the oldest events are deleted, archived or not",
            "retention.ms",
            "the oldest events are deleted, archived or not");

    private final TopicRequest request;
    private final Map<String, TopicShape> found;
    private final List<TopicDifference> differences = new ArrayList<>();

    private TopicComparison(TopicRequest request, Map<String, TopicShape> found) {
        this.request = request;
        this.found = found;
    }

    /** What differs, topic by topic in the order of the plan. */
    public static List<TopicDifference> differences(TopicRequest request, Map<String, TopicShape> found) {
        TopicComparison comparison = new TopicComparison(request, found);
        plans(request, found).forEach(comparison::compare);
        return List.copyOf(comparison.differences);
    }

    /** The topics as wanted on a broker that has these. */
    static List<TopicPlan> plans(TopicRequest request, Map<String, TopicShape> found) {
        return Topics.all(request.truthPartitions(found)).stream()
                .map(plan -> new TopicPlan(plan.name(), plan.partitions(), request.settings(plan.settings())))
                .toList();
    }

    private void compare(TopicPlan plan) {
        TopicShape shape = found.get(plan.name());
        if (shape == null) {
            add(
                    plan,
                    TopicDifference.TOPIC,
                    null,
                    plan.partitions() == 1 ? "1 partition" : plan.partitions() + " partitions",
                    Remedy.CREATE,
                    "apply makes it");
            return;
        }
        comparePartitions(plan, shape);
        compareReplicas(plan, shape);
        plan.settings().forEach((setting, wanted) -> {
            String now = shape.settings().get(setting);
            if (!isFine(setting, now, wanted)) {
                add(plan, setting, now, wanted, Remedy.SET, WHY.getOrDefault(setting, ""));
            }
        });
    }

    private void comparePartitions(TopicPlan plan, TopicShape shape) {
        if (shape.partitions() == plan.partitions()) {
            return;
        }
        boolean isTooMany = shape.partitions() > plan.partitions();
        String advice;
        if (isTooMany) {
            advice = "partitions cannot be taken away: "
                    + (Topics.truth().contains(plan.name())
                            ? "keep them (--partitions " + shape.partitions() + "), or begin a new log on empty topics"
                            : "delete the topic if nothing in it is wanted, and apply again");
        } else if (shape.isEmpty()) {
            advice = "apply adds them: it never held a record";
        } else {
            advice = "it holds records, and more partitions would part them from later ones of their keys:"
                    + " begin a new log on empty topics";
        }
        add(
                plan,
                TopicDifference.PARTITIONS,
                Integer.toString(shape.partitions()),
                Integer.toString(plan.partitions()),
                !isTooMany && shape.isEmpty() ? Remedy.GROW : Remedy.NONE,
                advice);
    }

    private void compareReplicas(TopicPlan plan, TopicShape shape) {
        Integer wanted = request.replicas();
        if (wanted != null && wanted != shape.replicas()) {
            add(
                    plan,
                    TopicDifference.REPLICAS,
                    Integer.toString(shape.replicas()),
                    Integer.toString(wanted),
                    Remedy.NONE,
                    "data moves between brokers: do it with kafka-reassign-partitions");
        }
    }

    private static boolean isFine(String setting, @Nullable String now, String wanted) {
        if (now == null) {
            return false;
        }
        return setting.equals(LARGEST_MESSAGE) ? Long.parseLong(now) >= Long.parseLong(wanted) : now.equals(wanted);
    }

    private void add(TopicPlan plan, String what, @Nullable String now, String planned, Remedy remedy, String advice) {
        differences.add(new TopicDifference(plan.name(), what, now, planned, remedy, advice));
    }
}
