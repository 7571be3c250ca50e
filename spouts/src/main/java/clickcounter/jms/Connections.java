package clickcounter.jms;

import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.ActiveMQSslConnectionFactory;
import org.apache.activemq.RedeliveryPolicy;
import org.apache.activemq.transport.failover.FailoverTransport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes every connection to a broker, with the options that the counting needs. Kept by hand
 * instead of Spring's container or ActiveMQ's failover: both reconnect on their own and hide which
 * messages belong to the lost connection.
 */
public final class Connections {
  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

  private static final int CLOSE_TIMEOUT_MS = 2_000;

  private Connections() {}

  /** Creates sessions, consumers or producers on a started connection. */
  @FunctionalInterface
  public interface Setup<T> {
    T apply(ActiveMQConnection connection) throws JMSException;
  }

  /**
   * Connects, starts and sets up, all within the timeout. Without it a {@code failover:} URL waits
   * for ever for a broker that is down.
   *
   * @param lost called when the connection fails later, with {@code failover:} too
   * @throws JMSException when it cannot; nothing stays open then
   */
  public static <T> T open(
      BrokerSettings settings, long timeoutMs, ExceptionListener lost, Setup<T> setup)
      throws JMSException {
    Attempt<T> attempt = new Attempt<>(settings, lost, setup);
    FutureTask<T> task = new FutureTask<>(attempt::run);
    Thread thread = new Thread(task, "jms-connect");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(timeoutMs, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      attempt.abandon(thread);
      throw failure(settings, "no answer within " + timeoutMs + " ms", e);
    } catch (InterruptedException e) {
      attempt.abandon(thread);
      Thread.currentThread().interrupt();
      throw failure(settings, "interrupted", e);
    } catch (ExecutionException e) {
      throw failure(settings, e.getCause().getMessage(), e.getCause());
    }
  }

  private static JMSException failure(BrokerSettings settings, String why, Throwable cause) {
    JMSException failure =
        new JMSException(
            "cannot connect to the broker at %s%s: %s (settings broker.url, broker.user, broker.password, broker.trustStore)"
                .formatted(
                    settings.url(),
                    settings.userName() == null ? "" : " as user '" + settings.userName() + "'",
                    why));
    failure.initCause(cause);
    return failure;
  }

  /**
   * Failover only chooses a broker that is up. When that one is lost, the connection fails like any
   * other and its owner opens the next. With failover's own reconnects, calls would hang as long as
   * no broker is up, and connections would be replaced under open sessions unnoticed.
   */
  private static void leaveReconnectingToUs(ActiveMQConnection connection) {
    FailoverTransport failover = connection.getTransport().narrow(FailoverTransport.class);
    if (failover != null) {
      failover.setMaxReconnectAttempts(0);
    }
  }

  /** A factory with these settings, secrets included. */
  static ActiveMQConnectionFactory factory(BrokerSettings settings) throws JMSException {
    ActiveMQConnectionFactory factory = newFactory(settings);
    if (settings.userName() != null) {
      factory.setUserName(settings.userName());
    }
    if (settings.password() != null) {
      factory.setPassword(settings.password().read());
    }
    // If failover: reconnected by itself, the client would take a redelivered message under
    // individual acknowledgement for a duplicate and send it to the dead-letter queue
    // (ActiveMQMessageConsumer.dispatch checks isDuplicate and poison-acks; clearDeliveredList
    // clears its memory for CLIENT_ACKNOWLEDGE only). The spout recognises duplicates itself.
    factory.setCheckForDuplicates(false);
    // No message may go to the dead-letter queue: bad lines go to the queue of rejects, and all
    // other failures are ours.
    RedeliveryPolicy redelivery = new RedeliveryPolicy();
    redelivery.setMaximumRedeliveries(RedeliveryPolicy.NO_MAXIMUM_REDELIVERIES);
    factory.setRedeliveryPolicy(redelivery);
    // Saves a consumer per connection, and the permission to read advisories.
    factory.setWatchTopicAdvisories(false);
    factory.setCloseTimeout(CLOSE_TIMEOUT_MS);
    return factory;
  }

  private static ActiveMQConnectionFactory newFactory(BrokerSettings settings) throws JMSException {
    if (settings.trustStore() == null) {
      return new ActiveMQConnectionFactory(settings.url());
    }
    ActiveMQSslConnectionFactory factory = new ActiveMQSslConnectionFactory(settings.url());
    try {
      factory.setTrustStore(settings.trustStore());
    } catch (Exception e) {
      throw new JMSException(
          "cannot read the trust store " + settings.trustStore() + ": " + e.getMessage());
    }
    if (settings.trustStorePassword() != null) {
      factory.setTrustStorePassword(settings.trustStorePassword().read());
    }
    return factory;
  }

  /** Closes, and ignores errors: the connection may be broken already. */
  public static void closeQuietly(ActiveMQConnection connection) {
    try {
      connection.close();
    } catch (JMSException | RuntimeException e) {
      LOG.debug("closing a connection", e);
    }
  }

  /** Waits for a thread that was told to end, and interrupts it if it does not in time. */
  static void awaitEnd(Thread thread, long withinMs) {
    try {
      thread.join(withinMs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }

  /**
   * One attempt on its own thread. After it was abandoned it closes the connection that it still
   * gets.
   */
  private static final class Attempt<T> {
    private final BrokerSettings settings;
    private final ExceptionListener lost;
    private final Setup<T> setup;
    private ActiveMQConnection finished;
    private boolean abandoned;

    Attempt(BrokerSettings settings, ExceptionListener lost, Setup<T> setup) {
      this.settings = settings;
      this.lost = lost;
      this.setup = setup;
    }

    T run() throws JMSException {
      ActiveMQConnectionFactory factory = factory(settings);
      factory.setExceptionListener(lost);
      ActiveMQConnection connection = (ActiveMQConnection) factory.createConnection();
      boolean wanted = false;
      try {
        connection.start();
        leaveReconnectingToUs(connection);
        T result = setup.apply(connection);
        wanted = finish(connection);
        return result;
      } finally {
        if (!wanted) {
          // close() fails on an interrupted thread.
          Thread.interrupted();
          closeQuietly(connection);
        }
      }
    }

    private synchronized boolean finish(ActiveMQConnection connection) {
      finished = connection;
      return !abandoned;
    }

    synchronized void abandon(Thread thread) {
      abandoned = true;
      // Wakes a failover transport that waits for a broker.
      thread.interrupt();
      if (finished != null) {
        closeQuietly(finished);
      }
    }
  }
}
