package clickcounter.spouts;

import clickcounter.event.Rejected;
import clickcounter.jms.Backoff;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.Connections;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.activemq.ActiveMQConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends rejected lines to their queue, each batch in one transaction: all lines or none, and one
 * disk sync. When the answer to a commit is lost, the lines may be in the queue although send
 * throws.
 *
 * <p>No call takes longer than the timeouts for connecting and committing together. A full broker
 * answers a commit only when it has room again, perhaps never. After a commit timeout all calls
 * fail at once for a while, so that the caller is not blocked most of the time.
 */
final class RejectsQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RejectsQueue.class);

  private final BrokerSettings settings;
  private final Timeouts timeouts;
  private final Backoff backoff;
  private Link link;
  private int failures;
  private long nextAttemptMs;
  private String lastFailure;

  /** The limits for one attempt to connect, and for one batch. */
  record Timeouts(long connectMs, long commitMs) {}

  RejectsQueue(BrokerSettings settings, Timeouts timeouts, Backoff backoff) {
    this.settings = settings;
    this.timeouts = timeouts;
    this.backoff = backoff;
  }

  void connect(long timeoutMs) throws JMSException {
    link = Link.open(settings, timeoutMs);
  }

  /**
   * Sends these lines.
   *
   * @param nowMs for the backoff; between attempts send fails at once
   * @param rejectedAtMs the time in the messages
   */
  void send(List<Rejected> lines, long nowMs, long rejectedAtMs) throws JMSException {
    if (failures > 0 && nowMs - nextAttemptMs < 0) {
      throw new JMSException(lastFailure + " (next attempt in " + (nextAttemptMs - nowMs) + " ms)");
    }
    try {
      ensureConnected();
      commit(lines, rejectedAtMs);
      failures = 0;
    } catch (CommitTimeoutException e) {
      failed(e, nowMs + timeouts.commitMs());
      throw e;
    } catch (JMSException e) {
      failed(e, nowMs);
      throw e;
    }
  }

  private void ensureConnected() throws JMSException {
    if (link == null) {
      connect(timeouts.connectMs());
      LOG.info("reconnected to {}", settings.url());
    }
  }

  private void failed(JMSException e, long nowMs) {
    close();
    failures++;
    lastFailure = e.getMessage();
    nextAttemptMs = nowMs + backoff.delayMs(failures);
  }

  private void commit(List<Rejected> lines, long rejectedAtMs) throws JMSException {
    Link used = link;
    Future<Void> commit =
        used.thread.submit(
            () -> {
              used.commit(lines, rejectedAtMs);
              return null;
            });
    try {
      commit.get(timeouts.commitMs(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      used.abandon();
      link = null;
      throw new CommitTimeoutException(
          "the broker has not committed %d lines within %d ms: its store or memory, or the limit of queue %s, is full; read that queue, or give the broker more room"
              .formatted(lines.size(), timeouts.commitMs(), settings.rejectedQueue()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JMSException("interrupted while waiting for a commit");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof JMSException failure) {
        throw failure;
      }
      JMSException failure = new JMSException("cannot send: " + e.getCause());
      failure.initCause(e.getCause());
      throw failure;
    }
  }

  @Override
  public void close() {
    if (link != null) {
      link.close();
      link = null;
    }
  }

  private static final class CommitTimeoutException extends JMSException {
    CommitTimeoutException(String message) {
      super(message);
    }
  }

  /**
   * A connection and the thread that sends over it; a thread that hangs ends with its connection.
   */
  private record Link(
      ActiveMQConnection connection,
      Session session,
      MessageProducer producer,
      ExecutorService thread) {
    static Link open(BrokerSettings settings, long timeoutMs) throws JMSException {
      return Connections.open(
          settings,
          timeoutMs,
          e -> LOG.warn("lost the connection to {}: {}", settings.url(), e.toString()),
          connection -> {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            MessageProducer producer =
                session.createProducer(session.createQueue(settings.rejectedQueue()));
            producer.setDeliveryMode(DeliveryMode.PERSISTENT);
            return new Link(connection, session, producer, newThread());
          });
    }

    private static ExecutorService newThread() {
      return Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "jms-rejects");
            thread.setDaemon(true);
            return thread;
          });
    }

    void commit(List<Rejected> lines, long rejectedAtMs) throws JMSException {
      for (Rejected line : lines) {
        TextMessage message = session.createTextMessage(line.line());
        message.setStringProperty("reason", line.reason().label());
        message.setStringProperty("detail", line.detail());
        message.setLongProperty("rejectedAt", rejectedAtMs);
        producer.send(message);
      }
      session.commit();
    }

    void abandon() {
      thread.shutdownNow();
      Connections.abandon(connection);
    }

    void close() {
      thread.shutdown();
      Connections.closeQuietly(connection);
    }
  }
}
