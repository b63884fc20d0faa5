package io.fabrictwin.model.congestion;

import java.util.Arrays;
import java.util.List;

/**
 * Which activity waits for which, and the queue of those that may start, in order of time and then id. An end may be
 * told ahead of time: what waits for it is queued with the time at which it may start.
 */
final class ActivityGraph {
    private static final long NEVER = Long.MAX_VALUE;

    private final List<Activity> activities;
    private final int[] waitingFor;
    private final int[] dependentOffset;
    private final int[] dependent;
    private final long[] readyNs;
    private final long[] startNs;
    private final long[] endNs;
    private final boolean[] gate;
    private int gatesLeft;
    private long lastGateNs;

    private long[] heapTimeNs = new long[64];
    private int[] heapId = new int[64];
    private int heapSize;

    ActivityGraph(List<Activity> activities, int[] stopAfter) {
        this.activities = activities;
        int count = activities.size();
        waitingFor = new int[count];
        readyNs = new long[count];
        startNs = new long[count];
        endNs = new long[count];
        Arrays.fill(startNs, -1);
        Arrays.fill(endNs, -1);
        dependentOffset = new int[count + 1];
        for (int id = 0; id < count; id++) {
            Activity activity = activities.get(id);
            if (activity.id() != id) {
                throw new IllegalArgumentException("activity at place " + id + " has id " + activity.id());
            }
            for (int before : activity.after()) {
                if (before < 0 || before >= count) {
                    throw new IllegalArgumentException("activity " + id + " waits for an unknown one: " + before);
                }
                dependentOffset[before + 1]++;
            }
        }
        for (int id = 0; id < count; id++) {
            dependentOffset[id + 1] += dependentOffset[id];
        }
        dependent = new int[dependentOffset[count]];
        int[] fill = Arrays.copyOf(dependentOffset, count);
        for (Activity activity : activities) {
            waitingFor[activity.id()] = activity.after().length;
            readyNs[activity.id()] = activity.earliestStartNs();
            for (int before : activity.after()) {
                dependent[fill[before]++] = activity.id();
            }
        }
        requireNoCycle();
        gate = new boolean[count];
        if (stopAfter.length == 0) {
            Arrays.fill(gate, true);
            gatesLeft = count;
        }
        for (int id : stopAfter) {
            if (id < 0 || id >= count) {
                throw new IllegalArgumentException("stopAfter names an unknown activity: " + id);
            }
            gatesLeft += gate[id] ? 0 : 1;
            gate[id] = true;
        }
        for (int id = 0; id < count; id++) {
            if (waitingFor[id] == 0) {
                push(readyNs[id], id);
            }
        }
    }

    private void requireNoCycle() {
        int count = activities.size();
        int[] left = waitingFor.clone();
        int[] stack = new int[count];
        int size = 0;
        int seen = 0;
        for (int id = 0; id < count; id++) {
            if (left[id] == 0) {
                stack[size++] = id;
            }
        }
        while (size > 0) {
            int id = stack[--size];
            seen++;
            for (int k = dependentOffset[id]; k < dependentOffset[id + 1]; k++) {
                if (--left[dependent[k]] == 0) {
                    stack[size++] = dependent[k];
                }
            }
        }
        if (seen < count) {
            int id = 0;
            while (left[id] == 0) {
                id++;
            }
            throw new IllegalArgumentException("activities wait for each other in a cycle: one of them is " + id);
        }
    }

    /** Time of the next start; a huge number if nothing is queued. */
    long nextStartNs() {
        return heapSize == 0 ? NEVER : heapTimeNs[0];
    }

    /** Whether nothing is queued. */
    boolean nothingQueued() {
        return heapSize == 0;
    }

    /** Takes the next start off the queue and records it. Delays and empty transfers end here and now; -1 for those. */
    int pollTransfer() {
        long timeNs = heapTimeNs[0];
        int id = heapId[0];
        pop();
        startNs[id] = timeNs;
        Activity activity = activities.get(id);
        if (activity instanceof Delay delay) {
            end(id, timeNs + delay.durationNs());
            return -1;
        }
        if (activity instanceof Transfer transfer && transfer.bytes() == 0) {
            end(id, timeNs);
            return -1;
        }
        return id;
    }

    long startNs(int id) {
        return startNs[id];
    }

    /** Records the end of an activity, which may lie ahead, and queues what waited for it alone. */
    void end(int id, long timeNs) {
        endNs[id] = timeNs;
        if (gate[id]) {
            gatesLeft--;
            lastGateNs = Math.max(lastGateNs, timeNs);
        }
        for (int k = dependentOffset[id]; k < dependentOffset[id + 1]; k++) {
            int next = dependent[k];
            readyNs[next] = Math.max(readyNs[next], timeNs);
            if (--waitingFor[next] == 0) {
                push(readyNs[next], next);
            }
        }
    }

    /** Whether everything that the run waits for has an end, and that end is not after {@code timeNs}. */
    boolean finished(double timeNs) {
        return gatesLeft == 0 && lastGateNs <= timeNs;
    }

    /** Whether everything that the run waits for has an end, maybe ahead. */
    boolean allEndsKnown() {
        return gatesLeft == 0;
    }

    /** The end of the last activity that the run waits for. */
    long stopNs() {
        return lastGateNs;
    }

    /** Start times with those after the stop taken back. */
    long[] startsUntil(long stopNs) {
        return until(startNs, stopNs);
    }

    /** End times with those after the stop taken back. */
    long[] endsUntil(long stopNs) {
        return until(endNs, stopNs);
    }

    private static long[] until(long[] times, long stopNs) {
        long[] kept = times.clone();
        for (int id = 0; id < kept.length; id++) {
            if (kept[id] > stopNs) {
                kept[id] = -1;
            }
        }
        return kept;
    }

    private void push(long timeNs, int id) {
        if (heapSize == heapId.length) {
            heapTimeNs = Arrays.copyOf(heapTimeNs, heapSize * 2);
            heapId = Arrays.copyOf(heapId, heapSize * 2);
        }
        int at = heapSize++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (before(heapTimeNs[parent], heapId[parent], timeNs, id)) {
                break;
            }
            heapTimeNs[at] = heapTimeNs[parent];
            heapId[at] = heapId[parent];
            at = parent;
        }
        heapTimeNs[at] = timeNs;
        heapId[at] = id;
    }

    private void pop() {
        heapSize--;
        long timeNs = heapTimeNs[heapSize];
        int id = heapId[heapSize];
        int at = 0;
        while (true) {
            int child = 2 * at + 1;
            if (child >= heapSize) {
                break;
            }
            if (child + 1 < heapSize
                    && before(heapTimeNs[child + 1], heapId[child + 1], heapTimeNs[child], heapId[child])) {
                child++;
            }
            if (before(timeNs, id, heapTimeNs[child], heapId[child])) {
                break;
            }
            heapTimeNs[at] = heapTimeNs[child];
            heapId[at] = heapId[child];
            at = child;
        }
        heapTimeNs[at] = timeNs;
        heapId[at] = id;
    }

    private static boolean before(long timeA, int idA, long timeB, int idB) {
        return timeA < timeB || (timeA == timeB && idA < idB);
    }
}
