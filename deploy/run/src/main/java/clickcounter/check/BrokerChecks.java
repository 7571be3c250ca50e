package clickcounter.check;

import clickcounter.cli.Home;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.Connections;
import clickcounter.jms.DeadLetters;
import clickcounter.jms.QueueDepth;
import clickcounter.jms.QueueStatistics;
import clickcounter.jms.QueueStatistics.BrokerState;
import clickcounter.jms.QueueStatistics.QueueState;
import clickcounter.tools.common.Texts;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.activemq.ActiveMQConnection;

/** Whether the broker is as the workers need it, and says how full it is. */
public final class BrokerChecks {
  private static final String BROKER = "broker";
  private static final String STATISTICS = "statistics plugin";
  private static final String ACCESS =
      "broker.url, broker.user, broker.password, broker.trustStore";
  private static final long CONNECT_MS = 10_000;

  /** A broker with a full store blocks senders. */
  private static final int MOST_STORE_PERCENT = 80;

  private static final Pattern ADDRESS = Pattern.compile("(\\w[\\w+]*)://([^,)?]+)");

  private final BrokerSettings settings;
  private final String statesTopic;
  private final Clock clock;

  /**
   * @param statesTopic empty for none
   */
  public BrokerChecks(BrokerSettings settings, String statesTopic, Clock clock) {
    this.settings = settings;
    this.statesTopic = statesTopic;
    this.clock = clock;
  }

  List<Check> all() {
    List<Check> checks = new ArrayList<>();
    checks.add(Check.ofWorkers(BROKER, "lets workers log in", ACCESS, this::logsIn));
    checks.add(
        Check.ofWorkers("queue", "may be read", "broker.queue, broker.user", this::isRead)
            .after(BROKER));
    checks.add(
        Check.ofWorkers(
                "queue of rejects",
                "may be written",
                "broker.rejectedQueue, broker.user",
                () -> isWritten(session -> session.createQueue(settings.rejectedQueue())))
            .after(BROKER));
    if (!statesTopic.isEmpty()) {
      checks.add(
          Check.ofWorkers(
                  "topic of states",
                  "may be written",
                  "states.topic, broker.user",
                  () -> isWritten(session -> session.createTopic(statesTopic)))
              .after(BROKER));
    }
    checks.add(
        Check.of("broker tls", "no password travels readable", "broker.url", this::isEncrypted));
    checks.add(
        Check.of(
                STATISTICS,
                "<statisticsBrokerPlugin/> among the <plugins> of activemq.xml: without it nobody"
                    + " knows whether the queue grows",
                "broker.url",
                this::hasStatistics)
            .after(BROKER));
    checks.add(
        Check.of(
                "broker store",
                "less than " + MOST_STORE_PERCENT + "% full; a full one blocks senders",
                "",
                this::hasRoom)
            .after(STATISTICS));
    checks.add(
        Check.of(
                "dead letters",
                "none of the queue: their events are not counted, see Dead letters in "
                    + Home.page("topology/OPERATIONS.md"),
                "broker.queue",
                this::hasNoDeadLetters)
            .after(STATISTICS));
    checks.add(Check.of("broker clock", Clocks.EXPECTED, "", this::clockIsRight).after(STATISTICS));
    return checks;
  }

  private <T> T connected(Connections.Setup<T> use) throws IOException {
    try (ActiveMQConnection connection =
        Connections.open(settings, CONNECT_MS, e -> {}, opened -> opened)) {
      return use.apply(connection);
    } catch (JMSException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private Answer logsIn() throws IOException {
    connected(connection -> connection.getClientID());
    return Answer.ok(
        settings.url()
            + (settings.userName() == null ? ", without a user" : " as " + settings.userName()));
  }

  private Answer isRead() throws IOException {
    long messages = QueueDepth.of(settings);
    return Answer.ok(
        settings.queue()
            + " may be read, and has "
            + Texts.count(messages, "message")
            + " or more");
  }

  /** Names a queue or a topic. */
  private interface Target {
    Destination in(Session session) throws JMSException;
  }

  /** As a worker does when it starts; nothing is sent. */
  private Answer isWritten(Target target) throws IOException {
    return connected(
        connection -> {
          Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
          Destination destination = target.in(session);
          session.createProducer(destination).close();
          return Answer.ok(destination + " may be written");
        });
  }

  private Answer isEncrypted() {
    if (settings.password() == null) {
      return Answer.ok("no password is sent");
    }
    List<String> readable = new ArrayList<>();
    for (MatchResult found : ADDRESS.matcher(settings.url()).results().toList()) {
      if (!found.group(1).contains("ssl") && !isHere(found.group())) {
        readable.add(found.group());
      }
    }
    return readable.isEmpty()
        ? Answer.ok("the password is sent encrypted, or within this host")
        : Answer.fault("the password is sent readable to " + String.join(", ", readable));
  }

  private static boolean isHere(String url) {
    try {
      return InetAddress.getByName(URI.create(url).getHost()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private Answer hasStatistics() throws IOException {
    try (QueueStatistics queue =
        QueueStatistics.open(settings, settings.queue(), QueueStatistics.ANSWER_MS)) {
      QueueState state = queue.state();
      return Answer.ok(
          Texts.count(state.waiting(), "message")
              + " in "
              + settings.queue()
              + ", "
              + Texts.count(state.consumers(), "consumer"));
    }
  }

  private BrokerState broker() throws IOException {
    try (QueueStatistics queue =
        QueueStatistics.open(settings, settings.queue(), QueueStatistics.ANSWER_MS)) {
      return queue.broker();
    }
  }

  private Answer hasRoom() throws IOException {
    int percent = broker().storePercent();
    return Answer.of(percent < MOST_STORE_PERCENT, percent + "% full");
  }

  private Answer hasNoDeadLetters() {
    DeadLetters dead = DeadLetters.of(settings);
    String found = Texts.count(dead.messages(), "message") + " of " + settings.queue();
    return dead.messages() == 0 && !dead.exact()
        ? Answer.unknown(
            "the broker shows the oldest of all queues only, or its user may not read them")
        : Answer.of(dead.messages() == 0, found + (dead.exact() ? "" : " or more"));
  }

  private Answer clockIsRight() throws IOException {
    long beforeMs = clock.millis();
    long brokersMs = broker().atMs();
    return Clocks.compare("the broker's", beforeMs, brokersMs, clock.millis());
  }
}
