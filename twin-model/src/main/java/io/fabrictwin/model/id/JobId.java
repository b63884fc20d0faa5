package io.fabrictwin.model.id;

/** A training job; the name is unique within its fabric. */
public record JobId(String value) implements Comparable<JobId> {
    public JobId {
        Names.requireName("job", value);
    }

    @Override
    public int compareTo(JobId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
