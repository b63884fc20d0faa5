package io.fabrictwin.model.ladder;

import io.fabrictwin.model.training.Batch;
import io.fabrictwin.model.training.Compute;
import io.fabrictwin.model.training.Experts;
import io.fabrictwin.model.training.Jitter;
import io.fabrictwin.model.training.JobDescription;
import io.fabrictwin.model.training.ModelShape;
import io.fabrictwin.model.training.Optimizer;
import io.fabrictwin.model.training.Overlap;
import io.fabrictwin.model.training.Parallelism;
import io.fabrictwin.model.training.Precision;
import io.fabrictwin.model.training.Sharding;
import java.util.List;

/** Jobs whose steps have been published. Their speed of computing is a first guess, to be fitted to one row. */
final class PublishedJobs {
    /** Nominal memory bandwidth of an H100 SXM. */
    private static final double H100_MEMORY_BYTES_PER_SECOND = 3.35e12;

    private static final Compute GUESS = new Compute.Speed(500e12);
    private static final Precision BF16 = new Precision(2, 2);
    private static final Precision FP32_GRADIENTS = new Precision(2, 4);
    private static final Optimizer DISTRIBUTED =
            new Optimizer(Sharding.OPTIMIZER, 0, false, 0, H100_MEMORY_BYTES_PER_SECOND);
    /** The recipes switch on the overlap of tensor-parallel collectives with matrix products. */
    private static final Overlap WITH_TENSOR = new Overlap(true, true, false, true, true, true);

    private PublishedJobs() {}

    /** Llama 3.1 70B, vendor recipe for H100: TP 4, PP 4, CP 2, VP 5, 64 micro-batches of one sequence. */
    static JobDescription llama70b(int gpus) {
        ModelShape model = new ModelShape(70_553_706_496L, 80, 8192, 1024, 128_256, 8192, Experts.NONE);
        return job(
                model,
                new Parallelism(gpus, 4, 2, gpus / 32, 4, 5, 1, true),
                new Batch(1, 64),
                BF16,
                DISTRIBUTED,
                false,
                WITH_TENSOR);
    }

    /** GPT-3 175B, vendor recipe for H100: TP 4, PP 8, VP 12, batch of 2 sequences per GPU. */
    static JobDescription gpt175b(int gpus) {
        return job(
                gpt3(51_200),
                new Parallelism(gpus, 4, 1, gpus / 32, 8, 12, 1, true),
                new Batch(1, 64),
                BF16,
                DISTRIBUTED,
                false,
                WITH_TENSOR);
    }

    private static ModelShape gpt3(int vocabulary) {
        return new ModelShape(175_000_000_000L, 96, 12_288, 12_288, vocabulary, 2048, Experts.NONE);
    }

    /** Llama 3.1 405B, vendor recipe for H100: TP 8, PP 9, CP 2, VP 7, 63 micro-batches. */
    static JobDescription llama405b(int gpus) {
        return job(
                llama405bModel(),
                new Parallelism(gpus, 8, 2, gpus / 144, 9, 7, 1, true),
                new Batch(1, 63),
                BF16,
                DISTRIBUTED,
                false,
                WITH_TENSOR);
    }

    private static ModelShape llama405bModel() {
        return new ModelShape(405_000_000_000L, 126, 16_384, 1024, 128_256, 8192, Experts.NONE);
    }

    /** Nemotron-4 340B, vendor recipe for H100: TP 8, PP 8, VP 12, 16 micro-batches. */
    static JobDescription nemotron340b(int gpus) {
        ModelShape model = new ModelShape(340_000_000_000L, 96, 18_432, 1536, 256_000, 4096, Experts.NONE);
        return job(
                model,
                new Parallelism(gpus, 8, 1, gpus / 64, 8, 12, 1, true),
                new Batch(1, 16),
                BF16,
                DISTRIBUTED,
                false,
                WITH_TENSOR);
    }

    /** Llama 2 70B, vendor recipe for MaxText on H100: sharded in full over at most 256 GPUs, 2 sequences per GPU. */
    static JobDescription llama2Sharded(int gpus) {
        ModelShape model = new ModelShape(68_976_648_192L, 80, 8192, 1024, 32_000, 4096, Experts.NONE);
        int shardRanks = gpus <= 256 ? gpus : 128;
        return job(
                model,
                new Parallelism(gpus, 1, 1, gpus, 1, 1, 1, false),
                new Batch(2, 1),
                BF16,
                new Optimizer(Sharding.FULL, shardRanks, false, 0, H100_MEMORY_BYTES_PER_SECOND),
                true,
                Overlap.COMMON);
    }

    /**
     * 175B as in MegaScale (NSDI'24): TP 8, PP 8, interleaved with 6 chunks; all three kinds of communication
     * overlapped.
     */
    static JobDescription megascale175b(int gpus, int batch) {
        int data = gpus / 64;
        return job(
                gpt3(64_000),
                new Parallelism(gpus, 8, 1, data, 8, 6, 1, true),
                new Batch(1, batch / data),
                BF16,
                DISTRIBUTED,
                false,
                WITH_TENSOR);
    }

    /**
     * Llama 3 405B as trained by Meta: TP 8, PP 16, 2,048 sequences of 8,192 tokens per step, gradients in fp32. One
     * layer per chunk (8 chunks per GPU) is assumed, the report names no number.
     */
    static JobDescription llama405bTraining(int gpus) {
        int data = gpus / 128;
        return job(
                llama405bModel(),
                new Parallelism(gpus, 8, 1, data, 16, 8, 1, true),
                new Batch(1, 2048 / data),
                FP32_GRADIENTS,
                DISTRIBUTED,
                false,
                WITH_TENSOR);
    }

    /**
     * LLaMa-7B on 256 GPUs with plain data parallelism: 4 M tokens per step as its authors used, gradients in fp32 and
     * waited for, as Megatron-LM does unless told otherwise.
     */
    static JobDescription llama7b() {
        ModelShape model = new ModelShape(6_738_415_616L, 32, 4096, 4096, 32_000, 2048, Experts.NONE);
        return job(
                model,
                new Parallelism(256, 1, 1, 256, 1, 1, 1, false),
                new Batch(1, 8),
                FP32_GRADIENTS,
                new Optimizer(Sharding.NONE, 0, false, 0, H100_MEMORY_BYTES_PER_SECOND),
                false,
                Overlap.NONE);
    }

    private static JobDescription job(
            ModelShape model,
            Parallelism parallelism,
            Batch batch,
            Precision precision,
            Optimizer optimizer,
            boolean recompute,
            Overlap overlap) {
        return new JobDescription(
                model,
                parallelism,
                batch,
                precision,
                optimizer,
                GUESS,
                recompute,
                overlap,
                Jitter.NONE,
                List.of(),
                null,
                0);
    }
}
