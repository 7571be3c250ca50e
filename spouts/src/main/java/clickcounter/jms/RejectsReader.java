package clickcounter.jms;

import clickcounter.event.LineText;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Reads the queue of rejects from its head to its end. What is not removed is on the queue again
 * when the reader is closed, or when the process dies. Meanwhile other readers do not get it.
 *
 * <p>A browser would be simpler, but a broker shows only the head of a long queue to it (ActiveMQ:
 * maxBrowsePageSize, 400 messages by default).
 *
 * <p>The JMS client keeps some 1.5 KB of each message that was read and not removed.
 */
public final class RejectsReader implements AutoCloseable {
  private static final long CONNECT_MS = 10_000;

  /** The broker answers each request within this time if the queue has a line. */
  private static final long END_MS = 200;

  /** More would fill the memory: what is read and not removed stays in it. */
  public static final int MOST_LINES = 200_000;

  private final SubscriptionLink link;
  private final String queue;
  private int read;

  /** A line, and what removes it. */
  public record Received(RejectedLine line, Message message) {}

  private RejectsReader(SubscriptionLink link, String queue) {
    this.link = link;
    this.queue = queue;
  }

  /** Gives the lines at the head of the queue to the sink. Other readers get them, too. */
  public static void browse(BrokerSettings broker, Consumer<RejectedLine> sink) throws IOException {
    QueueDepth.of(
        broker,
        broker.rejectedQueue(),
        message -> {
          sink.accept(line(message));
          return true;
        });
  }

  /**
   * Gives the lines to the sink. They stay on the queue.
   *
   * @return whether there may be more lines than are read
   */
  public static boolean read(BrokerSettings broker, Consumer<RejectedLine> sink)
      throws IOException {
    try (RejectsReader reader = open(broker)) {
      for (Received next = reader.next(); next != null; next = reader.next()) {
        sink.accept(next.line());
      }
      return reader.isAtMost();
    }
  }

  public static RejectsReader open(BrokerSettings settings) throws IOException {
    try {
      String queue = settings.rejectedQueue();
      return new RejectsReader(SubscriptionLink.oneByOne(settings, queue, CONNECT_MS), queue);
    } catch (JMSException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** The next line, or null at the end of the queue, or after {@value #MOST_LINES} lines. */
  public Received next() throws IOException {
    if (read == MOST_LINES) {
      return null;
    }
    try {
      Message message = link.receive(END_MS);
      if (message == null) {
        return null;
      }
      read++;
      return new Received(line(message), message);
    } catch (JMSException e) {
      throw new IOException("queue " + queue + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Whether no more lines are read, though the queue may have more. */
  public boolean isAtMost() {
    return read == MOST_LINES;
  }

  /** Takes it off the queue. Sent at once, not confirmed: it may come again. */
  public void remove(Received received) throws IOException {
    try {
      received.message().acknowledge();
    } catch (JMSException e) {
      throw new IOException(
          "a line of queue " + queue + " could not be removed: " + e.getMessage(), e);
    }
  }

  private static RejectedLine line(Message message) throws JMSException {
    return RejectedLine.of(
        text(message),
        orEmpty(message.getStringProperty("reason")),
        orEmpty(message.getStringProperty("detail")),
        message.propertyExists("rejectedAt")
            ? message.getLongProperty("rejectedAt")
            : message.getJMSTimestamp());
  }

  private static String text(Message message) throws JMSException {
    if (message instanceof TextMessage text) {
      return orEmpty(text.getText());
    }
    if (message instanceof BytesMessage bytes) {
      byte[] body = new byte[Math.toIntExact(bytes.getBodyLength())];
      bytes.readBytes(body);
      return LineText.decode(body, 0, body.length);
    }
    return "";
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  @Override
  public void close() {
    link.close();
  }
}
