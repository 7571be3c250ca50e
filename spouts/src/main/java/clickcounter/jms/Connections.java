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

/** The one place that makes connections to a broker, with what the counting needs of them. */
public final class Connections {
  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
  private static final int CLOSE_TIMEOUT_MS = 2_000;

  private Connections() {}

  /** What to do with a started connection before it is handed over: sessions, consumers. */
  @FunctionalInterface
  public interface Setup<T> {
    T apply(ActiveMQConnection connection) throws JMSException;
  }

  /**
   * Connects, starts and sets up, all within the timeout: a {@code failover:} URL would by itself
   * wait for ever for a broker that is down.
   *
   * @param lost told when the connection fails later, with {@code failover:} too
   * @throws JMSException when it cannot; nothing is left open then
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
            "cannot connect to the broker at "
                + settings.url()
                + (settings.userName() == null ? "" : " as user '" + settings.userName() + "'")
                + ": "
                + why
                + " (settings broker.url, broker.user, broker.password, broker.trustStore)");
    failure.initCause(cause);
    return failure;
  }

  /**
   * Failover chooses a broker that is up; when that is lost the connection fails like any other and
   * its owner opens the next. Left to itself failover holds receivers, senders and commits for as
   * long as no broker is there, and replaces the connection under open sessions unseen.
   */
  private static void leaveReconnectingToUs(ActiveMQConnection connection) {
    FailoverTransport failover = connection.getTransport().narrow(FailoverTransport.class);
    if (failover != null) {
      failover.setMaxReconnectAttempts(0);
    }
  }

  /** A factory with these settings; it has read the secrets. */
  static ActiveMQConnectionFactory factory(BrokerSettings settings) throws JMSException {
    ActiveMQConnectionFactory factory = newFactory(settings);
    if (settings.userName() != null) {
      factory.setUserName(settings.userName());
    }
    if (settings.password() != null) {
      factory.setPassword(settings.password().read());
    }
    // Were failover: to reconnect by itself: under individual acknowledgement a message that comes
    // again would be taken for a duplicate and sent to the dead-letter queue
    // (ActiveMQMessageConsumer.dispatch asks isDuplicate and poison-acks; clearDeliveredList makes
    // it forget what it saw for CLIENT_ACKNOWLEDGE only). The spout tells duplicates by itself.
    factory.setCheckForDuplicates(false);
    // What fails is our own failure, or the line's, which goes to the queue of rejects: the client
    // has nothing to send to the dead-letter queue.
    RedeliveryPolicy redelivery = new RedeliveryPolicy();
    redelivery.setMaximumRedeliveries(RedeliveryPolicy.NO_MAXIMUM_REDELIVERIES);
    factory.setRedeliveryPolicy(redelivery);
    factory.getPrefetchPolicy().setQueuePrefetch(settings.prefetch());
    factory.setUseCompression(settings.useCompression());
    // Saves a consumer per connection, and the right to read advisories.
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
      throw failure(settings, "cannot read the trust store " + settings.trustStore(), e);
    }
    if (settings.trustStorePassword() != null) {
      factory.setTrustStorePassword(settings.trustStorePassword().read());
    }
    return factory;
  }

  /** Closes; a connection that is broken already has nothing more to tell. */
  public static void closeQuietly(ActiveMQConnection connection) {
    try {
      connection.close();
    } catch (JMSException | RuntimeException e) {
      LOG.debug("closing a connection", e);
    }
  }

  /**
   * Closes a connection in which a call hangs, and does not wait for that. The socket goes first: a
   * proper goodbye would queue behind the call.
   */
  public static void abandon(ActiveMQConnection connection) {
    Thread thread =
        new Thread(
            () -> {
              try {
                connection.getTransport().stop();
              } catch (Exception e) {
                LOG.debug("stopping the transport of a connection", e);
              }
              closeQuietly(connection);
            },
            "jms-abandon");
    thread.setDaemon(true);
    thread.start();
  }

  /** One attempt in a thread of its own; given up, it closes whatever it still gets. */
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
          // An interrupted thread cannot close: the flag has done its work.
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
