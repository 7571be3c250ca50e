package clickcounter.jms;

import clickcounter.event.Rejected;
import jakarta.jms.Message;
import java.util.List;

/**
 * A message as it came from the queue: its lines, and those that cannot be read as text.
 *
 * <p>It is acknowledged through the subscription that received it; a copy that came over a
 * connection lost since is not, and need not be: it comes again.
 *
 * @param id the broker's name of the message, the same on every connection
 * @param text event lines separated by newlines; may be empty
 */
public record ReceivedMessage(String id, String text, List<Rejected> unreadable, Receipt receipt) {
  public ReceivedMessage {
    unreadable = List.copyOf(unreadable);
  }

  /** The same for acknowledging alone: what waits for that need not hold the lines. */
  public ReceivedMessage withoutText() {
    return new ReceivedMessage(id, "", List.of(), receipt);
  }

  /** What the broker wants back. */
  record Receipt(Message message, SubscriptionLink link) {}
}
