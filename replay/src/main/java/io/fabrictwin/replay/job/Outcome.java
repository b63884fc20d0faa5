package io.fabrictwin.replay.job;

import java.util.function.Consumer;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.util.CloseableIterator;

/** Runs a job and brings its outcome here, whole or not at all. */
final class Outcome {
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

    /** Runs the job that ends in {@code stream} and hands over all that came out of it. */
    @SuppressWarnings("try") // An interrupt while closing is handled like any other.
    static <T> void collect(DataStream<T> stream, String jobName, Consumer<T> receiver) {
        long received = 0;
        try (CloseableIterator<T> elements = stream.map(new Counting<T>())
                .returns(stream.getType())
                .name("count")
                .collectAsync()) {
            JobClient job = stream.getExecutionEnvironment().executeAsync(jobName);
            while (elements.hasNext()) {
                receiver.accept(elements.next());
                received++;
            }
            JobExecutionResult result = job.getJobExecutionResult().get();
            Long sent = result.getAccumulatorResult(SENT);
            if (sent == null || sent != received) {
                throw new IllegalStateException(received + " of " + sent + " parts of the outcome arrived");
            }
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new JobFailedException(jobName + " failed on Flink: " + JobFailedException.cause(e), e);
        }
    }
}
