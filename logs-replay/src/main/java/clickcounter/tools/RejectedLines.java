package clickcounter.tools;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.Connections;
import jakarta.jms.JMSException;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import org.apache.activemq.ActiveMQConnection;

/**
 * The lines of one event that are still in the rejects queue.
 *
 * @param looked whether the queue could be searched
 * @param note why it could not, or how much of it was searched
 */
public record RejectedLines(boolean looked, String note, List<Line> lines) {
  static final RejectedLines NOT_LOOKED = new RejectedLines(false, "", List.of());

  private static final long TIMEOUT_MS = 5_000;

  /** A rejected line, with the reason and the time. */
  public record Line(String text, String reason, String detail, long rejectedAtMs) {}

  /**
   * Searches the rejects queue; it removes nothing. A broker shows only the head of a long queue
   * (ActiveMQ: maxBrowsePageSize, 400 messages by default).
   */
  static RejectedLines find(BrokerSettings settings, String eventId) {
    ActiveMQConnection[] opened = new ActiveMQConnection[1];
    try {
      return Connections.open(
          settings,
          TIMEOUT_MS,
          e -> {},
          connection -> {
            opened[0] = connection;
            return browse(connection, settings.rejectedQueue(), eventId);
          });
    } catch (JMSException e) {
      return new RejectedLines(
          false, "the rejects queue could not be searched: " + e.getMessage(), List.of());
    } finally {
      if (opened[0] != null) {
        Connections.closeQuietly(opened[0]);
      }
    }
  }

  private static RejectedLines browse(ActiveMQConnection connection, String queue, String eventId)
      throws JMSException {
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    try (QueueBrowser browser = session.createBrowser(session.createQueue(queue))) {
      List<Line> lines = new ArrayList<>();
      int seen = 0;
      Enumeration<?> messages = browser.getEnumeration();
      while (messages.hasMoreElements()) {
        seen++;
        if (messages.nextElement() instanceof TextMessage message
            && message.getText().contains("\"" + eventId + "\"")) {
          lines.add(line(message));
        }
      }
      return new RejectedLines(true, " (among its first " + seen + " messages)", lines);
    }
  }

  private static Line line(TextMessage message) throws JMSException {
    return new Line(
        message.getText(),
        message.getStringProperty("reason"),
        message.getStringProperty("detail"),
        message.propertyExists("rejectedAt")
            ? message.getLongProperty("rejectedAt")
            : message.getJMSTimestamp());
  }

  void print(PrintStream out) {
    for (Line line : lines) {
      out.printf(
          Locale.ROOT,
          "  rejected  %s: %s: %s%n",
          Texts.time(line.rejectedAtMs()),
          line.reason(),
          line.detail());
    }
    if (looked && lines.isEmpty()) {
      out.println("  rejected  not in the rejects queue" + note);
    } else if (!note.isEmpty()) {
      out.println("  rejected  " + note);
    }
  }
}
