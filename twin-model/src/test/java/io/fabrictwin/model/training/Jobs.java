package io.fabrictwin.model.training;

import java.util.List;

/** Small jobs that the tests change one thing of. */
final class Jobs {
    static final double MEMORY = 3e12;
    static final Compute SPEED = new Compute.Speed(400e12);

    private Jobs() {}

    /** 1 B parameters in 16 layers of width 2,048. */
    static ModelShape dense() {
        return new ModelShape(1_000_000_000L, 16, 2048, 512, 32_000, 4096, Experts.NONE);
    }

    static JobDescription of(Parallelism parallelism, Batch batch, Sharding sharding, Overlap overlap) {
        return of(dense(), parallelism, batch, optimizer(sharding), overlap, false);
    }

    static JobDescription of(
            ModelShape model,
            Parallelism parallelism,
            Batch batch,
            Optimizer optimizer,
            Overlap overlap,
            boolean recompute) {
        return new JobDescription(
                model,
                parallelism,
                batch,
                new Precision(2, 4),
                optimizer,
                SPEED,
                recompute,
                overlap,
                Jitter.NONE,
                List.of(),
                null,
                0);
    }

    static Optimizer optimizer(Sharding sharding) {
        return new Optimizer(sharding, 0, false, 0, MEMORY);
    }

    static Parallelism data(int data) {
        return new Parallelism(data, 1, 1, data, 1, 1, 1, false);
    }

    static JobDescription with(JobDescription job, List<SlowMember> slowMembers, Checkpoint checkpoint) {
        return new JobDescription(
                job.model(),
                job.parallelism(),
                job.batch(),
                job.precision(),
                job.optimizer(),
                job.compute(),
                job.recompute(),
                job.overlap(),
                job.jitter(),
                slowMembers,
                checkpoint,
                job.hostSeconds());
    }
}
