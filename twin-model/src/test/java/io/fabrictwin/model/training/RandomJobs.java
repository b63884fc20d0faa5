package io.fabrictwin.model.training;

import java.util.List;
import java.util.SplittableRandom;

/** Valid jobs of all kinds. */
final class RandomJobs {
    private RandomJobs() {}

    static JobDescription draw(SplittableRandom draws) {
        int tensor = 1 << draws.nextInt(4);
        int context = 1 << draws.nextInt(2);
        int data = 1 << draws.nextInt(6);
        int pipeline = 1 << draws.nextInt(4);
        int chunks = pipeline == 1 ? 1 : 1 << draws.nextInt(2);
        boolean hasExperts = draws.nextBoolean();
        int expert = hasExperts ? 1 << draws.nextInt(Integer.numberOfTrailingZeros(data * context) + 1) : 1;
        Experts experts = hasExperts ? new Experts(8, 64, 2, 600_000_000L, 1 + draws.nextDouble()) : Experts.NONE;
        ModelShape model = new ModelShape(1_000_000_000L, 16, 2048, 512, 32_000, 4096, experts);
        Sharding sharding = List.of(Sharding.values()).get(draws.nextInt(3));
        Overlap overlap = new Overlap(
                draws.nextBoolean(),
                draws.nextBoolean(),
                draws.nextBoolean(),
                draws.nextBoolean(),
                draws.nextBoolean(),
                draws.nextBoolean());
        return new JobDescription(
                model,
                new Parallelism(
                        tensor * context * data * pipeline,
                        tensor,
                        context,
                        data,
                        pipeline,
                        chunks,
                        expert,
                        tensor > 1 && draws.nextBoolean()),
                new Batch(1 + draws.nextInt(2), 1 + draws.nextInt(32)),
                new Precision(2, draws.nextBoolean() ? 2 : 4),
                new Optimizer(sharding, 0, sharding == Sharding.FULL && draws.nextBoolean(), 0, Jobs.MEMORY),
                Jobs.SPEED,
                draws.nextBoolean(),
                overlap,
                new Jitter(0.001 * draws.nextDouble(), draws.nextInt(3)),
                List.of(),
                null,
                draws.nextDouble() * 0.01);
    }
}
