package io.fabrictwin.streams.fault;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The policy for the three failure places. Bad input never gets here: the fold puts it into quarantine. What does get here
 * is our own bug or a broker that refuses, so nothing is skipped: the transaction is rolled back, the thread is replaced,
 * and the records are tried again.
 */
public final class FaultPolicy
        implements DeserializationExceptionHandler, ProcessingExceptionHandler, ProductionExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(FaultPolicy.class);

    @Override
    public void configure(Map<String, ?> settings) {
        // The policy has no settings.
    }

    @Override
    public DeserializationExceptionHandler.Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        LOG.error("cannot deserialise {}", address(context), exception);
        return DeserializationExceptionHandler.Response.fail();
    }

    @Override
    public ProcessingExceptionHandler.Response handleError(
            ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
        LOG.error("cannot fold {}", address(context), exception);
        return ProcessingExceptionHandler.Response.fail();
    }

    @Override
    public ProductionExceptionHandler.Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        LOG.error("cannot write to {} while folding {}", record.topic(), address(context), exception);
        return exception instanceof RetriableException
                ? ProductionExceptionHandler.Response.retry()
                : ProductionExceptionHandler.Response.fail();
    }

    private static String address(ErrorHandlerContext context) {
        return context.topic() + "-" + context.partition() + " offset " + context.offset();
    }
}
