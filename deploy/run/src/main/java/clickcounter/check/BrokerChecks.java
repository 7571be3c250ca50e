package clickcounter.check;

import clickcounter.cli.Home;
import clickcounter.cli.NoVerdict;
import clickcounter.cli.Texts;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.Connections;
import clickcounter.jms.DeadLetters;
import clickcounter.jms.QueueDepth;
import clickcounter.jms.QueueStatistics;
import clickcounter.jms.QueueStatistics.QueueState;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.activemq.ActiveMQConnection;

/**
 * Whether the broker is as the workers need it, and says how full it is.
 *
 * @param statesTopic empty for none
 */
record BrokerChecks(BrokerSettings settings, String statesTopic, Clock clock) {
  private static final long CONNECT_MS = 10_000;

  /** A broker with a full store blocks senders. */
  private static final int MOST_STORE_PERCENT = 80;

  private static final Pattern ADDRESS = Pattern.compile("(\\w[\\w+]*)://([^,)?]+)");

  void ask(Findings findings) {
    findings.ask("broker tls", "no password travels readable", "broker.url", this::isEncrypted);
    boolean serves =
        findings.askForWorkers(
            "broker",
            "lets workers log in, read the queue, write rejects and the states of ads",
            "broker.url, broker.user, broker.password, broker.trustStore, broker.queue,"
                + " broker.rejectedQueue, states.topic",
            this::servesWorkers);
    if (serves) {
      askStatistics(findings);
    }
  }

  private void askStatistics(Findings findings) {
    boolean hasPlugin =
        findings.ask(
            "statistics plugin",
            "<statisticsBrokerPlugin/> among the <plugins> of activemq.xml: without it nobody"
                + " knows whether the queue grows",
            "broker.url",
            this::hasStatistics);
    if (!hasPlugin) {
      return;
    }
    findings.ask(
        "broker store",
        "less than " + MOST_STORE_PERCENT + "% full; a full one blocks senders",
        "",
        this::hasRoom);
    findings.ask(
        "dead letters",
        "none of the queue: their events are not counted, see Dead letters in "
            + Home.page("topology/OPERATIONS.md"),
        "broker.queue",
        this::hasNoDeadLetters);
    findings.ask("broker clock", Clocks.EXPECTED, "", this::clockIsRight);
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

  String isEncrypted() throws IOException {
    if (settings.password() == null) {
      return "no password is sent";
    }
    List<String> readable =
        ADDRESS
            .matcher(settings.url())
            .results()
            .filter(address -> !address.group(1).contains("ssl"))
            .map(MatchResult::group)
            .filter(url -> !isHere(url))
            .toList();
    return Findings.require(
        readable.isEmpty(),
        readable.isEmpty()
            ? "the password is sent encrypted, or within this host"
            : "the password is sent readable to " + String.join(", ", readable));
  }

  private static boolean isHere(String url) {
    try {
      return InetAddress.getByName(URI.create(url).getHost()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private String hasStatistics() throws IOException {
    QueueState queue = asked(QueueStatistics::state);
    return Texts.count(queue.waiting(), "message")
        + " in "
        + settings.queue()
        + ", "
        + Texts.count(queue.consumers(), "consumer");
  }

  private interface Asking<T> {
    T of(QueueStatistics statistics) throws IOException;
  }

  private <T> T asked(Asking<T> question) throws IOException {
    try (QueueStatistics statistics =
        QueueStatistics.open(settings, settings.queue(), QueueStatistics.ANSWER_MS)) {
      return question.of(statistics);
    }
  }

  private String hasRoom() throws IOException {
    int percent = asked(QueueStatistics::broker).storePercent();
    return Findings.require(percent < MOST_STORE_PERCENT, percent + "% full");
  }

  private String hasNoDeadLetters() throws IOException {
    DeadLetters dead = DeadLetters.of(settings);
    if (dead.messages() == 0 && !dead.exact()) {
      throw new NoVerdict(
          "the broker shows the oldest of all queues only, or its user may not read them");
    }
    String found = Texts.count(dead.messages(), "message") + " of " + settings.queue();
    return Findings.require(dead.messages() == 0, found + (dead.exact() ? "" : " or more"));
  }

  private String clockIsRight() throws IOException {
    long beforeMs = clock.millis();
    long brokersMs = asked(QueueStatistics::broker).atMs();
    return Clocks.compare("the broker's", beforeMs, brokersMs, clock.millis());
  }
}
