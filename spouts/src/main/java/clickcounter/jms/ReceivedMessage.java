package clickcounter.jms;

import clickcounter.event.Rejected;
import jakarta.jms.Message;
import java.util.List;

/**
 * A message from the queue: its lines, and those that cannot be read as text.
 *
 * <p>{@link Subscription#acknowledge} acknowledges it. A message of a connection that was lost
 * since cannot be acknowledged: the broker redelivers it.
 *
 * @param id the broker's id of the message, the same on every connection
 * @param sentAtMs when its sender sent it, ms since the epoch; 0 if it does not say
 * @param text event lines separated by newlines; may be empty
 * @param heldBytes memory that it takes until it is acknowledged, nearly: the JMS client keeps its
 *     body as it was sent
 */
public record ReceivedMessage(
    String id,
    long sentAtMs,
    String text,
    List<Rejected> unreadable,
    long heldBytes,
    Receipt receipt) {
  public ReceivedMessage {
    unreadable = List.copyOf(unreadable);
  }

  /** How long it has waited in the queue, by its sender's clock and this one. */
  public long waitedMs(long nowMs) {
    return sentAtMs == 0 ? 0 : Math.max(0, nowMs - sentAtMs);
  }

  /**
   * What acknowledges the message, and the connection that it came over. It is kept until then, so
   * it is without the text.
   */
  public record Receipt(Message message, SubscriptionLink link) {}
}
