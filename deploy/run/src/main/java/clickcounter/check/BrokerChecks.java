package clickcounter.check;

import clickcounter.cli.Texts;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.Connections;
import clickcounter.jms.QueueDepth;
import clickcounter.jms.QueueStatistics;
import clickcounter.jms.QueueStatistics.QueueState;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.io.IOException;
import org.apache.activemq.ActiveMQConnection;

/**
 * Whether the broker is as the workers need it, and says how full it is.
 *
 * @param statesTopic empty for none
 */
record BrokerChecks(BrokerSettings settings, String statesTopic) {
  private static final long CONNECT_MS = 10_000;

  /** A broker with a full store blocks senders. */
  private static final int MOST_STORE_PERCENT = 80;

  void ask(Findings findings) {
    boolean serves =
        findings.ask(
            "broker",
            "lets workers log in, read the queue, write rejects and the states of ads",
            "broker.url, broker.user, broker.password, broker.trustStore, broker.queue,"
                + " states.topic",
            this::servesWorkers);
    boolean hasPlugin =
        serves
            && findings.ask(
                "statistics plugin",
                "<statisticsBrokerPlugin/> among the <plugins> of activemq.xml: without it nobody"
                    + " knows whether the queue grows",
                "broker.url",
                this::hasStatistics);
    if (hasPlugin) {
      findings.ask(
          "broker store",
          "less than " + MOST_STORE_PERCENT + "% full; a full one blocks senders",
          "",
          this::hasRoom);
    }
  }

  /** As a worker does when it starts; nothing is sent. */
  private String servesWorkers() throws IOException {
    String waiting = Texts.count(QueueDepth.of(settings), "message");
    try (ActiveMQConnection connection =
        Connections.open(settings, CONNECT_MS, e -> {}, opened -> opened)) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      session.createProducer(session.createQueue(settings.rejectedQueue())).close();
      if (!statesTopic.isEmpty()) {
        session.createProducer(session.createTopic(statesTopic)).close();
      }
    } catch (JMSException e) {
      throw new IOException(e.getMessage(), e);
    }
    String user = settings.userName() == null ? "without a user" : "as " + settings.userName();
    return settings.url() + ", " + user + ", " + waiting + " or more in " + settings.queue();
  }

  private String hasStatistics() throws IOException {
    try (QueueStatistics statistics = statistics()) {
      QueueState queue = statistics.state(settings.queue());
      return "%s in %s, %s"
          .formatted(
              Texts.count(queue.waiting(), "message"),
              settings.queue(),
              Texts.count(queue.consumers(), "consumer"));
    }
  }

  private QueueStatistics statistics() throws IOException {
    return QueueStatistics.open(settings, QueueStatistics.ANSWER_MS);
  }

  private String hasRoom() throws IOException {
    try (QueueStatistics statistics = statistics()) {
      int percent = statistics.storePercent();
      return Findings.require(percent < MOST_STORE_PERCENT, percent + "% full");
    }
  }
}
