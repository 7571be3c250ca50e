package clickcounter.jms;

import clickcounter.testing.Patience;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.TransportConnection;
import org.apache.activemq.broker.TransportConnector;
import org.apache.activemq.broker.region.Destination;
import org.apache.activemq.broker.region.policy.PolicyEntry;
import org.apache.activemq.broker.region.policy.PolicyMap;
import org.apache.activemq.broker.region.policy.SharedDeadLetterStrategy;
import org.apache.activemq.broker.region.policy.VMPendingQueueMessageStoragePolicy;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/** A broker with its store in a directory, on a port of its own that it keeps over restarts. */
public final class TestBroker implements AutoCloseable {
  private static final long LOOK_MS = 200;
  public static final String USER = "counter";
  public static final String DEAD_LETTERS = "ActiveMQ.DLQ";

  private final Path directory;
  private final String password;
  private PolicyEntry limit;
  private boolean dropsExpired;
  private BrokerService service;
  private int port;

  private TestBroker(Path directory, String password) {
    this.directory = directory;
    this.password = password;
  }

  public static TestBroker start(Path directory) throws Exception {
    return start(directory, null);
  }

  /** With this password for {@link #USER}, and no other user let in. */
  public static TestBroker start(Path directory, String password) throws Exception {
    TestBroker broker = new TestBroker(directory, password);
    broker.start();
    return broker;
  }

  /**
   * With a queue that has so many bytes of memory and no disk to page out to: when that is full,
   * only senders to it wait.
   */
  public static TestBroker startWithLimit(Path directory, String queue, long bytes)
      throws Exception {
    TestBroker broker = new TestBroker(directory, null);
    broker.limit = new PolicyEntry();
    broker.limit.setQueue(queue);
    broker.limit.setMemoryLimit(bytes);
    broker.limit.setProducerFlowControl(true);
    broker.limit.setPendingQueuePolicy(new VMPendingQueueMessageStoragePolicy());
    broker.start();
    return broker;
  }

  public void start() throws Exception {
    service = new BrokerService();
    PolicyMap policies = new PolicyMap();
    if (limit != null) {
      policies.setPolicyEntries(List.of(limit));
    }
    if (dropsExpired) {
      policies.setDefaultEntry(withoutExpired());
    }
    service.setDestinationPolicy(policies);
    service.setBrokerName("test");
    service.setUseJmx(false);
    service.setAdvisorySupport(false);
    service.setUseShutdownHook(false);
    service.setDataDirectoryFile(directory.toFile());
    KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
    store.setDirectory(directory.resolve("kahadb").toFile());
    service.setPersistenceAdapter(store);
    if (password != null) {
      service.setPlugins(new BrokerPlugin[] {next -> new PasswordGuard(next, USER, password)});
    }
    TransportConnector connector = service.addConnector("tcp://127.0.0.1:" + port);
    service.start();
    service.waitUntilStarted();
    port = connector.getConnectUri().getPort();
  }

  private static PolicyEntry withoutExpired() {
    SharedDeadLetterStrategy strategy = new SharedDeadLetterStrategy();
    strategy.setProcessExpired(false);
    PolicyEntry policy = new PolicyEntry();
    policy.setDeadLetterStrategy(strategy);
    return policy;
  }

  /** From the next start on, expired messages are dropped, and do not become dead letters. */
  public void dropExpired() {
    dropsExpired = true;
  }

  public void stop() throws Exception {
    service.stop();
    service.waitUntilStopped();
  }

  /** Cuts every connection off; the broker itself lives on. Returns when it has let go of all. */
  public void cutConnections() throws InterruptedException {
    List<TransportConnection> connections =
        List.copyOf(service.getTransportConnectors().get(0).getConnections());
    connections.forEach(TransportConnection::stopAsync);
    for (TransportConnection connection : connections) {
      if (!connection.getStopped().await(Patience.LIMIT_S, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the broker does not let go of " + connection);
      }
    }
  }

  public String tcpUrl() {
    return "tcp://127.0.0.1:" + port;
  }

  public String failoverUrl() {
    return "failover:(" + tcpUrl() + ")?initialReconnectDelay=50&useExponentialBackOff=false";
  }

  /** Messages in the queue, those delivered and not acknowledged included. */
  public long size(String queue) {
    return queue(queue).getDestinationStatistics().getMessages().getCount();
  }

  private Destination queue(String queue) {
    try {
      return service
          .getBroker()
          .addDestination(service.getAdminConnectionContext(), new ActiveMQQueue(queue), false);
    } catch (Exception e) {
      throw new IllegalStateException("no queue " + queue, e);
    }
  }

  /** The names of all queues. */
  public List<String> queues() throws Exception {
    return Arrays.stream(service.getBroker().getDestinations())
        .filter(ActiveMQDestination::isQueue)
        .map(ActiveMQDestination::getPhysicalName)
        .toList();
  }

  /** How many consumers the queue has. */
  public long consumers(String queue) {
    return queue(queue).getDestinationStatistics().getConsumers().getCount();
  }

  /** A session of the test's own. */
  public void with(SessionUse use) throws JMSException {
    ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(tcpUrl());
    factory.setWatchTopicAdvisories(false);
    try (ActiveMQConnection connection = (ActiveMQConnection) factory.createConnection()) {
      connection.start();
      use.accept(connection.createSession(false, Session.AUTO_ACKNOWLEDGE));
    }
  }

  public void send(String queue, List<String> texts) throws JMSException {
    with(
        session -> {
          var producer = session.createProducer(session.createQueue(queue));
          for (String text : texts) {
            producer.send(session.createTextMessage(text));
          }
        });
  }

  /** Takes this many text messages from the queue, or all if it has fewer. */
  public List<TextMessage> take(String queue, int count) throws JMSException {
    List<TextMessage> taken = new ArrayList<>();
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(Patience.LIMIT_S);
    with(
        session -> {
          MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
          while (taken.size() < count) {
            Message message = consumer.receive(LOOK_MS);
            if (message != null) {
              taken.add((TextMessage) message);
            } else if (size(queue) == 0 || System.nanoTime() - deadlineNs > 0) {
              return;
            }
          }
        });
    return taken;
  }

  @Override
  public void close() throws Exception {
    stop();
  }

  /** What to do with a session. */
  @FunctionalInterface
  public interface SessionUse {
    void accept(Session session) throws JMSException;
  }
}
