package io.fabrictwin.ingest.parse.training;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.ingest.parse.nccl.NcclLogFormat;
import io.fabrictwin.model.event.CheckpointObserved;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.event.RankGaugesObserved;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.event.StepMeasured;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainLogGoldenTest {
    private static final TrainLogFormat FORMAT = new TrainLogFormat(NcclLogFormat::lines, NcclLogFormat.YIELDS);
    private static final String FIXTURE = "training/job.log";

    @Test
    void countsWhatALogTells() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, FIXTURE);
        assertThat(parsed.counts())
                .containsOnly(
                        entry("StepMeasured", 7L),
                        entry("CheckpointObserved", 2L),
                        entry("JobStarted", 1L),
                        entry("JobStopped", 1L),
                        entry("RankGaugesObserved", 3L),
                        // of the collective library
                        entry("RingPlanned", 1L));
        assertThat(parsed.codes).containsExactly(RejectCode.MALFORMED, RejectCode.MALFORMED);
        assertThat(parsed.rejections.get(0)).contains("line 11", "without its elapsed time");
        assertThat(parsed.records()).isEqualTo(25);
    }

    @Test
    void stepsTellTimeMeanAndThroughput() {
        List<StepMeasured> steps = ParsedInput.ofFixture(FORMAT, FIXTURE).all(StepMeasured.class);
        assertThat(steps)
                .extracting(
                        StepMeasured::step,
                        StepMeasured::stepTimeNs,
                        StepMeasured::stepCount,
                        StepMeasured::samples,
                        StepMeasured::flopsPerSecondPerGpu)
                .containsExactly(
                        tuple(10L, 2_500_500_000L, 10, 64L, null),
                        tuple(20L, 2_400_000_000L, 10, 64L, 300.5e12),
                        // wrapped over three lines
                        tuple(30L, 2_450_000_000L, 10, 64L, null),
                        // two on one line
                        tuple(40L, 2_460_000_000L, 10, null, null),
                        tuple(50L, 2_470_000_000L, 10, null, null),
                        tuple(31L, 500_000_000L, null, 64L, null),
                        // 64 samples at 128 a second
                        tuple(40L, 500_000_000L, null, 64L, null));
        assertThat(steps.get(0).meta().clock()).isEqualTo(Clock.ASSUMED);
        // 2025-03-01T10:00:40.5Z
        assertThat(steps.get(1).meta().eventTimeNs()).isEqualTo(1_740_823_240_500_000_000L);
        assertThat(steps.get(5).meta().eventTimeNs()).isEqualTo(1_740_823_201_000_000_000L);
    }

    @Test
    void timersCheckpointsBeginningAndEnd() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, FIXTURE);
        assertThat(parsed.all(JobStarted.class))
                .extracting(JobStarted::rankCount)
                .containsExactly(16);
        // 2025-03-01T10:05:00Z
        assertThat(parsed.all(JobStopped.class))
                .extracting(stopped -> stopped.meta().eventTimeNs())
                .containsExactly(1_740_823_500_000_000_000L);
        assertThat(parsed.all(CheckpointObserved.class))
                .extracting(CheckpointObserved::step, CheckpointObserved::durationNs)
                .containsExactly(tuple(null, 9_500_000_000L), tuple(60L, null));
        RankGaugesObserved timers = parsed.all(RankGaugesObserved.class).get(0);
        assertThat(timers.rank()).isEqualTo(15);
        assertThat(timers.gauges())
                .containsOnly(entry("forward-compute (ms)", 800.25), entry("backward-params-all-reduce (ms)", 100.5));
        assertThat(parsed.all(RankGaugesObserved.class).get(1).gauges())
                .containsOnly(
                        entry("forward-backward least of all ranks (ms)", 2000.10),
                        entry("forward-backward greatest of all ranks (ms)", 2200.20));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "` samples/sec: 96.0 | iteration      100/  320000 | elapsed time per iteration (ms): 1234.5 | approx flops per GPU: 50.1TFLOPS |` # 100 # 1234500000",
                "`[default0]:01/02/2024 15:30:01 [INFO|DP=0|PP=0|TP=0]: iteration: 7 / 100 | consumed_tokens: 2.62M | elapsed_time_per_iteration_ms: 1.5K | tokens_per_sec_per_gpu: 28.8K | lr: 1` # 7 # 1500000000",
                "`Training epoch 0, iteration 9/99 | lr: 1.5e-05 | global_batch_size: 512 | global_step: 9 | train_step_timing in s: 12.25 | consumed_samples: 5120` # 9 # 12250000000",
                "`iter 5: loss 9.1234, time: 4400.50ms` # 5 # 4400500000",
                "`Epoch 1 | iter 10 step 5 | loss train: 1.2, val: n/a | iter time: 123.45 ms (step) remaining time: 0:03:12` # 10 # 123450000",
                "`iter 20: loss 3.1, time 250.00ms, mfu 30.10%` # 20 # 250000000",
                "`step   10/19560 | loss 7.1 (+1.1z)| norm 3.2 | lr 1e-5 | 500.25 ms | 45.1% bf16 MFU | 1048576 tok/s` # 10 # 500250000",
                "`step:10/5100 train_loss:4.2 train_time:1234ms step_avg:123.40ms` # 10 # 123400000",
                "`completed step: 10, seconds: 2.345, TFLOP/s/device: 123.4, Tokens/s/device: 4567.8, total_weights: 65536, loss: 9.1` # 10 # 2345000000",
                "`[2024-05-01 12:00:00,000] [    INFO] - loss: 1.2, learning_rate: 3e-05, global_step: 10, interval_runtime: 12.3, interval_steps_per_second: 0.5, epoch: 0.1` # 10 # 2000000000",
                "`[2023-06-03 00:10:23,345] [INFO] [engine.py:144:train_batch] steps: 10 loss: 7.1 iter time (s): 1.250 samples/sec: 103.9` # 10 # 1250000000",
                "`INFO - { Epoch:[  1/  2], step:[   10/ 100], loss: 9.1, per_step_time: 1234ms, lr: 1e-5, train_throughput_per_npu: 120T` # 10 # 1234000000",
                "` 10%|█         | 10/100 [01:00<09:00,  6.00s/it]` # 10 # 6000000000",
                "`Epoch 0:  50%|█████     | 50/100 [00:25<00:25,  2.00it/s, loss=1.2, v_num=0]` # 50 # 500000000",
            })
    void readsTheLinesOfManyTrainers(String line, long step, long stepTimeNs) throws IOException {
        byte[] bytes = line.getBytes(UTF_8);
        assertThat(FORMAT.recognise(Head.of(new ByteArrayInputStream(bytes)))).isNotEqualTo(Likeness.NONE);
        ParsedInput parsed = ParsedInput.of(FORMAT, new TextInput("job.log", bytes));
        assertThat(parsed.all(StepMeasured.class))
                .extracting(StepMeasured::step, StepMeasured::stepTimeNs)
                .containsExactly(tuple(step, stepTimeNs));
    }

    @Test
    void wordsOfATrainerCountInAnyCase() {
        assertThat(parse("STEP: 10 LOSS: 7.1 STEP TIME: 500.25 MS\n").all(StepMeasured.class))
                .extracting(StepMeasured::step, StepMeasured::stepTimeNs)
                .containsExactly(tuple(10L, 500_250_000L));
    }

    @Test
    void stepsWithoutATimeAreMeasuredByThroughputOrByTheClock() {
        ParsedInput titan = parse("""
                [rank0]:2025-01-01 00:00:00,000 - root - INFO - Building 2-D device mesh with ['dp_shard', 'tp'], [4, 8]
                [rank0]:2025-01-01 00:00:00,000 - root - INFO - Training starts at step 1, with local batch size 8, global batch size 32, sequence length 8192, total steps 1000
                [rank0]:2025-01-01 00:01:00,000 - root - INFO - \u001b[31mstep: 10 \u001b[32m loss:  1.5  memory: 26.47GiB(33.47%)  tps: 1,024  tflops: 50.5  mfu: 10.46%
                [rank1]:2025-01-01 00:01:00,000 - root - INFO - step: 10  loss:  1.5  memory: 26.47GiB(33.47%)  tps: 1,024  mfu: 10.46%
                """);
        assertThat(titan.all(JobStarted.class))
                .extracting(JobStarted::rankCount)
                .containsExactly(32);
        assertThat(titan.all(StepMeasured.class))
                .extracting(
                        StepMeasured::step,
                        StepMeasured::stepTimeNs,
                        StepMeasured::tokensPerSecondPerGpu,
                        StepMeasured::flopsPerSecondPerGpu)
                // 32 * 8192 tokens at 1024 a second on 32 GPUs
                .containsExactly(tuple(10L, 8_000_000_000L, 1024.0, 50.5e12));
        ParsedInput deepSpeed = parse("""
                [2025-01-01 00:00:10,000] [INFO] [logging.py:96:log_dist] [Rank 0] step=10, skipped=6, lr=[1], mom=[(0.9, 0.95)]
                [2025-01-01 00:00:30,000] [INFO] [logging.py:96:log_dist] [Rank 0] step=20, skipped=6, lr=[1], mom=[(0.9, 0.95)]
                [2025-01-01 00:00:30,000] [INFO] [config.py:1:print]   train_batch_size ............. 64
                [2025-01-01 00:00:40,000] [INFO] [logging.py:96:log_dist] [Rank 0] step=30, skipped=6, lr=[1], mom=[(0.9, 0.95)]
                [2025-01-01 00:00:40,000] [INFO] [timer.py:199:stop] epoch=0/micro_step=30/global_step=30, RunningAvgSamplesPerSec=31.0, CurrSamplesPerSec=32.0, MemAllocated=1GB
                """);
        assertThat(deepSpeed.all(StepMeasured.class))
                .extracting(StepMeasured::step, StepMeasured::stepTimeNs, StepMeasured::stepCount)
                .containsExactly(tuple(20L, 2_000_000_000L, 10), tuple(30L, 2_000_000_000L, null));
    }

    @Test
    void eventsWithBeginningAndEndAreSteps() {
        ParsedInput parsed = parse("""
                [2025-01-01T00:00:00.000000] [426] [aa] [Trainer] [#step] [BEGIN] {"global_step": 7}
                [2025-01-01T00:00:02.500000] [426] [aa] [Trainer] [#step] [END] {"global_step": 8}
                [2025-01-01T00:00:03.000000] [426] [bb] [Trainer] [#save] [BEGIN] {"global_step": 8}
                [2025-01-01T00:00:05.000000] [426] [bb] [Trainer] [#save] [END] {"global_step": 8}
                """);
        assertThat(parsed.all(StepCompleted.class))
                .extracting(StepCompleted::step, step -> step.endNs() - step.startNs())
                .containsExactly(tuple(8L, 2_500_000_000L));
        assertThat(parsed.all(CheckpointObserved.class))
                .extracting(CheckpointObserved::step, CheckpointObserved::durationNs)
                .containsExactly(tuple(8L, 2_000_000_000L));
    }

    @Test
    void anErrorOfTheCollectiveLibraryLateInALogIsRead() {
        byte[] log = """
                 iteration       10/     100 | consumed samples:          640 | elapsed time per iteration (ms): 2500.0 | lm loss: 8 |
                something else
                node-a:1:2 [0] net.cc:1 NCCL WARN NET/IB : Got completion from peer 192.0.2.9<1> with status=12 opcode=0 len=0 vendor err 129
                """.getBytes(UTF_8);
        ParsedInput parsed = ParsedInput.of(FORMAT, new TextInput("job.log", log));
        assertThat(parsed.counts()).containsOnly(entry("CommunicationFailed", 1L), entry("StepMeasured", 1L));
        assertThat(parsed.ignored).isEqualTo(1);
    }

    @Test
    void aLogInWhichTheCollectiveLibraryWritesTooYieldsBoth() throws IOException {
        byte[] log = """
                node-a:1:2 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] [send] via NET/IB/0
                 iteration       10/     100 | consumed samples:          640 | elapsed time per iteration (ms): 2500.0 | lm loss: 8 |
                node-a:1:2 [0] NCCL INFO Channel 01/0 : 0[0] -> 1[1] [send] via NET/IB/0
                something else
                """.getBytes(UTF_8);
        Head head = Head.of(new ByteArrayInputStream(log));
        assertThat(new NcclLogFormat().recognise(head)).isEqualTo(Likeness.CERTAIN);
        assertThat(FORMAT.recognise(head)).isEqualTo(Likeness.POSSIBLE);
        ParsedInput parsed = ParsedInput.of(new NcclLogFormat(), new TextInput("job.log", log));
        assertThat(parsed.counts()).containsOnly(entry("ChannelConnected", 2L), entry("StepMeasured", 1L));
        assertThat(parsed.ignored).isEqualTo(1);
    }

    @Test
    void recognisesALogInCapitals() throws IOException {
        byte[] log = "STEP: 20 LR: 1E-4 STEP TIME: 2.5 S\nSTEP: 30 LR: 1E-4 STEP TIME: 2.6 S\n".getBytes(UTF_8);
        assertThat(FORMAT.recognise(Head.of(new ByteArrayInputStream(log)))).isEqualTo(Likeness.LIKELY);
        assertThat(ParsedInput.of(FORMAT, new TextInput("job.log", log)).all(StepMeasured.class))
                .extracting(StepMeasured::step, StepMeasured::stepTimeNs)
                .containsExactly(tuple(20L, 2_500_000_000L), tuple(30L, 2_600_000_000L));
    }

    @Test
    void damageLosesNoLine() {
        Mutations.damage(
                FORMAT, FIXTURE, (input, parsed) -> assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input)));
    }

    @Test
    void readsAllSamples() throws IOException {
        for (Path file : SharedSamples.files("workload/train-log", "training")) {
            String name = SharedSamples.name(file);
            assertThat(FORMAT.recognise(Head.of(Files.newInputStream(file))))
                    .as(name)
                    .isIn(Likeness.CERTAIN, Likeness.POSSIBLE);
            ParsedInput parsed = ParsedInput.ofFile(FORMAT, file);
            assertThat(parsed.events).as(name).isNotEmpty();
            if (!name.equals("job.log")) {
                assertThat(parsed.rejections).as(name).isEmpty();
            }
        }
    }

    private static ParsedInput parse(String text) {
        return ParsedInput.of(FORMAT, new TextInput("job.log", text.getBytes(UTF_8)));
    }
}
