package io.fabrictwin.replay.job;

import io.fabrictwin.replay.source.ArchiveDamagedException;
import io.fabrictwin.replay.source.LogUnavailableException;
import java.net.ConnectException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.client.ClientUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.runtime.rest.ConnectionException;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.StreamExchangeMode;
import org.apache.flink.streaming.runtime.partitioner.RebalancePartitioner;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/** Runs a job and brings its outcome here, whole or not at all. */
final class Outcome {
    /** How long a cluster lets a job run whose client is silent. */
    static final long SILENCE_MS = 120_000;

    private static final String SENT = "sent";

    private Outcome() {}

    /** Counts what is sent: Flink's way of collecting may lose the end when a cluster goes away, and does not say so. */
    private static final class Counting<T> extends RichMapFunction<T, T> {
        private static final long serialVersionUID = 1L;
        private transient LongCounter sent;

        @Override
        public void open(OpenContext context) {
            sent = new LongCounter();
            getRuntimeContext().addAccumulator(SENT, sent);
        }

        @Override
        public T map(T element) {
            sent.add(1);
            return element;
        }
    }

    /**
     * Runs the job that ends in {@code stream} and hands over all that came out of it.
     *
     * @throws JobFailedException when the job ends badly
     * @throws JobLostException when what came out is not whole, for a reason that lies with the cluster
     */
    static <T> void collect(DataStream<T> stream, String jobName, Consumer<T> receiver) {
        collect(stream, counted(stream).collectAsync(), jobName, receiver);
    }

    /**
     * The same, without waiting for the last element to hand over the first: a bounded job else lets a part begin when the
     * one before is done. In return, what was done is done again where a task manager goes away.
     */
    static <T> void collectAsTheyCome(DataStream<T> stream, String jobName, Consumer<T> receiver) {
        // The scheduler that else runs bounded jobs knows no edges that flow.
        Configuration settings = new Configuration();
        settings.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Default);
        stream.getExecutionEnvironment().configure(settings);
        SingleOutputStreamOperator<T> counted = counted(stream).setBufferTimeout(0);
        DataStream<T> flowing = new DataStream<>(
                stream.getExecutionEnvironment(),
                new PartitionTransformation<>(
                        counted.getTransformation(), new RebalancePartitioner<>(), StreamExchangeMode.PIPELINED));
        collect(stream, flowing.collectAsync(), jobName, receiver);
    }

    private static <T> SingleOutputStreamOperator<T> counted(DataStream<T> stream) {
        return stream.map(new Counting<T>()).returns(stream.getType()).name("count");
    }

    private static <T> void collect(
            DataStream<T> stream, CloseableIterator<T> elements, String jobName, Consumer<T> receiver) {
        JobClient job;
        try {
            job = stream.getExecutionEnvironment().executeAsync(jobName);
        } catch (Exception e) {
            throw ended(jobName, null, e);
        }
        ScheduledExecutorService heartbeat = ClientUtils.reportHeartbeatPeriodically(job, SILENCE_MS / 4, SILENCE_MS);
        try (elements) {
            long received = 0;
            while (elements.hasNext()) {
                receiver.accept(elements.next());
                received++;
            }
            Long sent = job.getJobExecutionResult().get().getAccumulatorResult(SENT);
            if (sent == null || sent != received) {
                throw new IllegalStateException(received + " of " + sent + " parts of the outcome arrived");
            }
        } catch (Exception e) {
            throw ended(jobName, job, e);
        } finally {
            heartbeat.shutdownNow();
        }
    }

    /**
     * What a failure means. The cluster is asked: what it says of the job holds, not what was seen from here.
     *
     * @param job null where it was not taken
     */
    private static RuntimeException ended(String jobName, @Nullable JobClient job, Exception seen) {
        if (seen instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return new JobFailedException(jobName + " was interrupted", seen);
        }
        if (job == null) {
            return isAway(seen)
                    ? new JobLostException(JobFailedException.cause(seen), seen)
                    : new JobFailedException(
                            jobName + " was not taken by Flink: " + JobFailedException.cause(seen), seen);
        }
        try {
            if (job.getJobStatus().get() == JobStatus.FAILED) {
                job.getJobExecutionResult().get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            if (ExceptionUtils.findThrowable(e, JobExecutionException.class).isPresent()) {
                return failed(jobName, e);
            }
        }
        return new JobLostException(JobFailedException.cause(seen), seen);
    }

    private static boolean isAway(Exception seen) {
        return ExceptionUtils.findThrowable(seen, ConnectException.class).isPresent()
                || ExceptionUtils.findThrowable(seen, ConnectionException.class).isPresent();
    }

    private static RuntimeException failed(String jobName, Exception cause) {
        ArchiveDamagedException damage = ExceptionUtils.findThrowable(cause, ArchiveDamagedException.class)
                .orElse(null);
        if (damage != null) {
            return damage;
        }
        LogUnavailableException unavailable = ExceptionUtils.findThrowable(cause, LogUnavailableException.class)
                .orElse(null);
        if (unavailable != null) {
            return unavailable;
        }
        String message = jobName + " failed on Flink: " + JobFailedException.cause(cause);
        return ExceptionUtils.findThrowable(cause, RetriableException.class).isPresent()
                ? new LogUnavailableException(message + "; can the task managers reach the broker?", cause)
                : new JobFailedException(message, cause);
    }
}
