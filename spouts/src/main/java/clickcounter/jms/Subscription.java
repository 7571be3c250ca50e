package clickcounter.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives from the queue and acknowledges message by message, over as many connections as it
 * takes. No method but {@link #open} and {@link #close} waits.
 *
 * <p>Paused it lets go of the queue: what the broker had sent ahead goes to others, and so does
 * what is not acknowledged within half a minute.
 *
 * <p>After a lost connection all that was not acknowledged comes again, and so may a message whose
 * acknowledgement was on its way. An acknowledgement is sent within milliseconds but not confirmed.
 * Whoever needs to know duplicates must tell them by the id.
 *
 * <p>Why a thread of its own: a connect to a host that is cut off takes tens of seconds, receive
 * and acknowledge write to a socket that may be full, and a JMS session belongs to one thread.
 */
public final class Subscription implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);
  private static final int INBOX_MESSAGES = 64;

  /** Also the longest that an acknowledgement waits while the queue is empty. */
  private static final long RECEIVE_MS = 1;

  private static final long CONNECT_TIMEOUT_MS = 30_000;
  private static final long CLOSE_TIMEOUT_MS = 2_000;

  /** How long a paused one waits for the acknowledgements of what it has given out. */
  private static final long PAUSE_PATIENCE_MS = 30_000;

  private static final long PAUSED_LOOK_MS = 5;

  private final BrokerSettings settings;
  private final MessageReader reader;
  private final Backoff backoff;
  private final long pausePatienceMs;
  private final BlockingQueue<ReceivedMessage> inbox = new ArrayBlockingQueue<>(INBOX_MESSAGES);
  private final Queue<ReceivedMessage.Receipt> finished = new ConcurrentLinkedQueue<>();
  private final AtomicLong reconnects = new AtomicLong();
  private final Thread thread;
  private volatile boolean paused;
  private volatile boolean closed;
  private SubscriptionLink link;

  private Subscription(
      BrokerSettings settings,
      MessageReader reader,
      Backoff backoff,
      long pausePatienceMs,
      SubscriptionLink link) {
    this.settings = settings;
    this.reader = reader;
    this.backoff = backoff;
    this.pausePatienceMs = pausePatienceMs;
    this.link = link;
    this.thread = new Thread(this::run, "jms-subscription-" + settings.queue());
    thread.setDaemon(true);
  }

  /**
   * Connects and starts to receive.
   *
   * @param maxMessageBytes a larger message is not read, but given as one rejected line
   * @throws JMSException when no broker takes us within the timeout: none there, wrong password, no
   *     right to read the queue
   */
  public static Subscription open(BrokerSettings settings, long maxMessageBytes, long timeoutMs)
      throws JMSException {
    return open(settings, maxMessageBytes, timeoutMs, PAUSE_PATIENCE_MS);
  }

  static Subscription open(
      BrokerSettings settings, long maxMessageBytes, long timeoutMs, long pausePatienceMs)
      throws JMSException {
    Subscription subscription =
        new Subscription(
            settings,
            new MessageReader(maxMessageBytes),
            Backoff.DEFAULT,
            pausePatienceMs,
            SubscriptionLink.open(settings, timeoutMs));
    subscription.thread.start();
    return subscription;
  }

  /** The next message, or null. */
  public ReceivedMessage poll() {
    ReceivedMessage received = inbox.poll();
    if (received != null) {
      received.receipt().link().handedOut();
    }
    return received;
  }

  /** Tells the broker that this message is done with. */
  public void acknowledge(ReceivedMessage received) {
    finished.add(received.receipt());
  }

  /** Stops receiving; acknowledging goes on, and when that is done the queue is let go. */
  public void pause() {
    paused = true;
  }

  public void resume() {
    paused = false;
  }

  /** How many times a lost connection was replaced. */
  public long reconnects() {
    return reconnects.get();
  }

  /** Sends the acknowledgements still waiting, if there is a connection; acknowledges no others. */
  @Override
  public void close() {
    closed = true;
    try {
      thread.join(CLOSE_TIMEOUT_MS);
      thread.interrupt();
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    while (!closed) {
      try {
        if (paused) {
          whilePaused();
        } else {
          receiveUntilPaused();
        }
      } catch (JMSException | RuntimeException e) {
        reconnect(e);
      }
    }
    if (link != null) {
      link.close();
    }
  }

  private void receiveUntilPaused() throws JMSException {
    while (!closed && !paused) {
      sendAcknowledgements();
      if (inbox.remainingCapacity() == 0) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RECEIVE_MS));
        link.check();
        continue;
      }
      Message message = link.receive(RECEIVE_MS);
      if (message != null) {
        inbox.add(reader.read(message, link));
      }
    }
    sendAcknowledgements();
  }

  /** Paused: waits for what is under way, lets go of the queue, and takes it up when resumed. */
  private void whilePaused() throws JMSException {
    long startNs = System.nanoTime();
    long patienceNs = TimeUnit.MILLISECONDS.toNanos(pausePatienceMs);
    while (isResting() && link.hasUnacknowledged() && System.nanoTime() - startNs < patienceNs) {
      waitMs(PAUSED_LOOK_MS);
      link.check();
      sendAcknowledgements();
    }
    if (!isResting()) {
      return;
    }
    link.close();
    link = null;
    inbox.clear();
    LOG.info("paused: queue {} at {} is left to others", settings.queue(), settings.url());
    while (isResting()) {
      waitMs(PAUSED_LOOK_MS);
      // Of a link that is closed: these come again, here or elsewhere.
      finished.clear();
    }
    connect();
  }

  private boolean isResting() {
    return paused && !closed;
  }

  private void sendAcknowledgements() throws JMSException {
    for (ReceivedMessage.Receipt done = finished.poll(); done != null; done = finished.poll()) {
      // A message of a lost connection comes again over this one, under an acknowledgement of its
      // own.
      if (done.link() == link) {
        done.message().acknowledge();
        link.acknowledged();
      }
    }
  }

  private void reconnect(Exception cause) {
    if (closed) {
      return;
    }
    LOG.warn(
        "lost the connection to {}, which sends again what was not acknowledged; reconnecting: {}",
        settings.url(),
        cause.toString());
    if (link != null) {
      link.close();
      link = null;
    }
    // The broker sends these again.
    inbox.clear();
    waitMs(backoff.delayMs(1));
    connect();
    if (link != null) {
      reconnects.incrementAndGet();
    }
  }

  /** Tries until there is a link, or this is closed. */
  private void connect() {
    link = tryOpen();
    for (int failures = 2; link == null && !closed; failures++) {
      waitMs(backoff.delayMs(failures));
      link = tryOpen();
    }
  }

  private SubscriptionLink tryOpen() {
    if (closed) {
      return null;
    }
    try {
      SubscriptionLink opened = SubscriptionLink.open(settings, CONNECT_TIMEOUT_MS);
      LOG.info("connected to {} again", settings.url());
      return opened;
    } catch (JMSException | RuntimeException e) {
      LOG.warn("still no connection, trying on: {}", e.getMessage());
      return null;
    }
  }

  /** Waits, but not past a close. */
  private void waitMs(long ms) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (!closed && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(Math.min(end - System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(50)));
    }
  }
}
