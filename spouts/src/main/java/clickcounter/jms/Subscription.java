package clickcounter.jms;

import clickcounter.jms.ReceivedMessage.Receipt;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.activemq.command.ActiveMQMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives messages and acknowledges them one by one, and reconnects when a connection is lost.
 * Only {@link #open} and {@link #close} wait.
 *
 * <p>While paused it keeps the connection, and the messages that the broker has sent ahead.
 *
 * <p>After a lost connection the broker redelivers every message that was not acknowledged, and
 * perhaps some whose acknowledgement was in flight. An acknowledgement is sent within milliseconds,
 * but never confirmed. Duplicates have the same id.
 *
 * <p>It has its own thread, because connecting to an unreachable host takes tens of seconds,
 * receiving and acknowledging write to a socket that may be full, and a JMS session belongs to one
 * thread. Kept by hand: messages are acknowledged long after their receipt, in any order and on
 * request of another thread, which Spring's listener containers do not offer.
 */
public final class Subscription implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);
  private static final int INBOX_MESSAGES = 64;

  /** Also the longest wait of an acknowledgement while the queue is empty. */
  private static final long RECEIVE_MS = 1;

  private static final long CONNECT_TIMEOUT_MS = 30_000;
  private static final long CLOSE_TIMEOUT_MS = 2_000;

  private final BrokerSettings settings;
  private final MessageReader reader;
  private final BlockingQueue<ReceivedMessage> inbox = new ArrayBlockingQueue<>(INBOX_MESSAGES);
  private final Queue<Receipt> finished = new ConcurrentLinkedQueue<>();
  private final AtomicLong reconnects = new AtomicLong();
  private final Thread thread;
  private volatile boolean paused;
  private volatile boolean closed;
  private SubscriptionLink link;

  private Subscription(BrokerSettings settings, MessageReader reader, SubscriptionLink link) {
    this.settings = settings;
    this.reader = reader;
    this.link = link;
    this.thread = new Thread(this::run, "jms-subscription-" + settings.queue());
    thread.setDaemon(true);
  }

  /**
   * Connects and starts to receive.
   *
   * @param maxMessageBytes a larger message is not read, but becomes one rejected line
   * @throws JMSException when no broker accepts the connection within the timeout: none is up, the
   *     password is wrong, or the user may not read the queue
   */
  public static Subscription open(BrokerSettings settings, long maxMessageBytes, long timeoutMs)
      throws JMSException {
    Subscription subscription =
        new Subscription(
            settings,
            new MessageReader(maxMessageBytes),
            SubscriptionLink.toQueue(settings, timeoutMs));
    subscription.thread.start();
    return subscription;
  }

  /** The next message, or null. */
  public ReceivedMessage poll() {
    return inbox.poll();
  }

  /** Acknowledges the message at the broker, within milliseconds. */
  public void acknowledge(Receipt receipt) {
    finished.add(receipt);
  }

  /** Stops receiving. Acknowledging goes on. */
  public void pause() {
    paused = true;
  }

  public void resume() {
    paused = false;
  }

  /** The number of lost connections that were replaced. */
  public long reconnects() {
    return reconnects.get();
  }

  /** Sends the acknowledgements that are queued, if there is a connection. */
  @Override
  public void close() {
    closed = true;
    Connections.awaitEnd(thread, CLOSE_TIMEOUT_MS);
  }

  private void run() {
    while (!closed) {
      try {
        receiveUntilClosed();
      } catch (JMSException | RuntimeException e) {
        reconnect(e);
      }
    }
    link.close();
  }

  private void receiveUntilClosed() throws JMSException {
    while (!closed) {
      sendAcknowledgements();
      if (paused || inbox.remainingCapacity() == 0) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RECEIVE_MS));
        link.check();
        continue;
      }
      Message message = link.receive(RECEIVE_MS);
      if (message != null) {
        inbox.add(reader.read((ActiveMQMessage) message, link));
      }
    }
    sendAcknowledgements();
  }

  private void sendAcknowledgements() throws JMSException {
    for (Receipt done = finished.poll(); done != null; done = finished.poll()) {
      // The broker redelivers a message of a lost connection over this one; that copy is
      // acknowledged by itself.
      if (done.link() == link) {
        done.message().acknowledge();
      }
    }
  }

  /** Retries until there is a link, or this is closed. */
  private void reconnect(Exception cause) {
    if (closed) {
      return;
    }
    LOG.warn(
        "lost the connection to {}, which redelivers unacknowledged messages; reconnecting: {}",
        settings.url(),
        cause.toString());
    link.close();
    // The broker redelivers these.
    inbox.clear();
    for (int failures = 1; !closed; failures++) {
      Backoff.DEFAULT.await(failures, () -> closed);
      try {
        link = SubscriptionLink.toQueue(settings, CONNECT_TIMEOUT_MS);
        reconnects.incrementAndGet();
        LOG.info("reconnected to {}", settings.url());
        return;
      } catch (JMSException | RuntimeException e) {
        LOG.warn("still no connection, will retry: {}", e.getMessage());
      }
    }
  }
}
