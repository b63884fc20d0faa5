package io.fabrictwin.streams.query;

import io.fabrictwin.model.frame.Positions;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who folds which partitions of the log, as of one cut: what the cut lacks is told here.
 *
 * @param instance who tells this: host and port that the others reach it at
 * @param partitionCount partitions of a topic of truth; 0: not known yet
 * @param members all instances known, this one among them
 * @param lagRecords by partition, records of the log that are not in the cut; empty where the log's end is not known
 */
public record Sharing(
        String instance,
        int partitionCount,
        SortedMap<String, Member> members,
        SortedMap<Positions.Partition, Long> lagRecords) {
    public Sharing {
        members = Collections.unmodifiableSortedMap(new TreeMap<>(members));
        lagRecords = Collections.unmodifiableSortedMap(new TreeMap<>(lagRecords));
    }

    /**
     * One instance.
     *
     * @param partitions numbers of those that it folded when it last answered
     * @param isAnswering whether it still answers; what it told before stays in the cut
     * @param answeredMs when it last answered, ms since 1970; 0: never
     * @param detail one sentence for people where it does not answer, else empty
     */
    public record Member(SortedSet<Integer> partitions, boolean isAnswering, long answeredMs, String detail) {
        public Member {
            partitions = Collections.unmodifiableSortedSet(new TreeSet<>(partitions));
        }
    }

    /** Numbers of the partitions that the instance folds that tells this. */
    public SortedSet<Integer> own() {
        SortedSet<Integer> own = new TreeSet<>();
        Member self = members.get(instance);
        if (self != null) {
            own.addAll(self.partitions());
        }
        return own;
    }

    /** Partitions that nobody answers for: of these the cut has what was last known, or nothing. */
    public SortedSet<Integer> missing() {
        SortedSet<Integer> missing = new TreeSet<>();
        for (int partition = 0; partition < partitionCount; partition++) {
            missing.add(partition);
        }
        for (Member member : members.values()) {
            if (member.isAnswering()) {
                missing.removeAll(member.partitions());
            }
        }
        return missing;
    }

    /** Whether somebody answers for every partition. */
    public boolean isComplete() {
        return partitionCount > 0 && missing().isEmpty();
    }

    /** How long ago what is oldest in the cut was told, of those who answer. */
    public long ageMs(long nowMs) {
        return members.values().stream()
                .filter(Member::isAnswering)
                .mapToLong(member -> Math.max(0, nowMs - member.answeredMs()))
                .max()
                .orElse(0);
    }

    /** What is missing and why, for people; empty where nothing is. */
    public String detail() {
        if (isComplete()) {
            return "";
        }
        if (partitionCount == 0) {
            return "how many partitions the log has is not known yet";
        }
        StringBuilder detail = new StringBuilder(
                "nobody answers for partitions " + missing() + ": what is shown of them is what was last known");
        members.values().stream()
                .map(Member::detail)
                .filter(why -> !why.isEmpty())
                .forEach(why -> detail.append("; ").append(why));
        return detail.toString();
    }
}
