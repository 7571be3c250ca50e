package clickcounter.jms;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdState;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.states.AdLevel;
import clickcounter.states.StateMessage;
import clickcounter.states.StateReceiver;
import clickcounter.testing.Patience;
import clickcounter.testing.Samples;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.apache.activemq.command.MessageId;
import org.apache.activemq.openwire.OpenWireFormat;
import org.apache.activemq.util.ByteSequence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Messages as version 1.0.0 sent them, and as brokers store them. They wait in queues while
 * everything else is upgraded.
 */
class MessagesOf100Test {
  private static final String QUEUE = "clicks";
  private static final String TOPIC = JmsStateFeed.USUAL_TOPIC;
  private static final String OF_AD_SERVER = JmsStateFeed.queue(TOPIC, "adserver1");
  private static final MessageReader READER = new MessageReader(100_000);
  private static final long MS = 1_383_146_743_512L;

  /** Lines that are no events: the reader of messages does not look into them. */
  private static final List<String> LINES = List.of("{\"a\":1}", "", "third");

  private static final String NOT_ASCII = "{\"adId\":\"靴-1 \uD83D\uDE00 é\"}";

  private static final StateMessage STATE =
      new StateMessage("靴 1", 4_711, new AdLevel(AdState.EXHAUSTED, 0), 50, 52, MS, MS - 121);

  @TempDir private Path directory;
  private TestBroker broker;

  @BeforeEach
  void start() throws Exception {
    broker = TestBroker.start(directory);
  }

  @AfterEach
  void stop() throws Exception {
    broker.close();
  }

  private BrokerSettings settings() {
    return BrokerSettings.at(broker.tcpUrl());
  }

  private interface Sending {
    void send() throws Exception;
  }

  /** The sample; today's sender still sends what it has. */
  private ActiveMQMessage sent(String name, String queue, Sending sending) throws Exception {
    assertThat(broker.take(queue, 0)).isEmpty(); // makes the queue
    sending.send();
    ActiveMQMessage today = take(queue);
    ActiveMQMessage sample = sample(name, today);
    assertThat(today).hasSameClassAs(sample);
    assertThat(properties(today)).isEqualTo(properties(sample));
    assertThat(bytes(today.getContent())).isEqualTo(bytes(sample.getContent()));
    assertThat(today.isCompressed()).isFalse();
    assertThat(today.isPersistent()).isTrue();
    return sample;
  }

  private ActiveMQMessage take(String queue) throws JMSException {
    List<ActiveMQMessage> taken = new ArrayList<>();
    broker.with(
        session -> {
          MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
          taken.add((ActiveMQMessage) consumer.receive(Patience.LIMIT_MS));
        });
    return taken.get(0);
  }

  /** As a broker stores it. What differs each time is made the same. */
  private static ActiveMQMessage sample(String name, ActiveMQMessage today) throws Exception {
    ActiveMQMessage stored = (ActiveMQMessage) today.copy();
    stored.setMessageId(new MessageId("ID:host-1-2-1:1:1:1:7"));
    stored.setProducerId(stored.getMessageId().getProducerId());
    stored.setTimestamp(MS);
    stored.setExpiration(today.getExpiration() == 0 ? 0 : MS + JmsStateSink.EXPIRY_MS);
    stored.setBrokerInTime(MS);
    stored.setBrokerOutTime(MS);
    byte[] marshalled = bytes(format().marshal(stored));
    byte[] sample = Samples.OF_1_0_0.bytes("messages/" + name + ".openwire", marshalled);
    ActiveMQMessage message = (ActiveMQMessage) format().unmarshal(new ByteSequence(sample));
    message.setReadOnlyBody(true);
    return message;
  }

  private static byte[] bytes(ByteSequence sequence) {
    int end = sequence.offset + sequence.length;
    return Arrays.copyOfRange(sequence.data, sequence.offset, end);
  }

  private static OpenWireFormat format() {
    OpenWireFormat format = new OpenWireFormat(OpenWireFormat.DEFAULT_STORE_VERSION);
    format.setCacheEnabled(false);
    return format;
  }

  private static Map<String, Object> properties(ActiveMQMessage message) throws IOException {
    return new TreeMap<>(message.getProperties());
  }

  private void put(String queue, ActiveMQMessage message) throws JMSException {
    broker.with(session -> session.createProducer(session.createQueue(queue)).send(message));
  }

  private void transport(List<String> lines) throws IOException {
    try (JmsTransport transport = new JmsTransport(settings(), SenderSettings.sync())) {
      transport.send(lines);
    }
  }

  @Test
  void aBatchOfLinesIsReadAsItWas() throws Exception {
    ActiveMQMessage sample = sent("lines", QUEUE, () -> transport(LINES));
    assertThat(properties(sample)).isEmpty();

    ReceivedMessage read = READER.read(sample, null);

    assertThat(read.text()).isEqualTo("{\"a\":1}\n\nthird");
    assertThat(read.id()).isEqualTo("ID:host-1-2-1:1:1:1:7");
    assertThat(read.sentAtMs()).isEqualTo(MS);
    assertThat(read.unreadable()).isEmpty();
  }

  @Test
  void aLineThatIsNotAsciiIsReadAsItWas() throws Exception {
    ActiveMQMessage sample = sent("not-ascii", QUEUE, () -> transport(List.of(NOT_ASCII)));
    assertThat(READER.read(sample, null).text()).isEqualTo(NOT_ASCII);
  }

  @ParameterizedTest
  @CsvSource({
    "text, false, false",
    "bytes, true, false",
    "packed-text, false, true",
    "packed-bytes, true, true"
  })
  void messagesOfOtherProgramsAreReadAsTheyWere(String name, boolean isBytes, boolean isPacked)
      throws Exception {
    ActiveMQMessage sample = sample(name, ofAnother(NOT_ASCII + "\nb", isBytes, isPacked));
    assertThat(sample.isCompressed()).isEqualTo(isPacked);
    assertThat(READER.read(sample, null).text()).isEqualTo(NOT_ASCII + "\nb");
  }

  /** By ActiveMQ's own client. */
  private ActiveMQMessage ofAnother(String text, boolean isBytes, boolean isPacked)
      throws JMSException {
    ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(broker.tcpUrl());
    factory.setUseCompression(isPacked);
    try (Connection connection = factory.createConnection()) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      BytesMessage bytes = session.createBytesMessage();
      bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      session
          .createProducer(session.createQueue(QUEUE))
          .send(isBytes ? bytes : session.createTextMessage(text));
    }
    return take(QUEUE);
  }

  private static List<Rejected> rejects() {
    return List.of(
        new Rejected(
            "{\"eventId\":\"hostA-1:15\",\"adId\":\"m1\",\"type\":\"view\"}",
            RejectReason.UNKNOWN_TYPE,
            "type 'view', expected impression or 靴"));
  }

  private void reject() throws IOException {
    try (RejectsQueue rejects = new RejectsQueue(settings(), Patience.LIMIT_MS)) {
      rejects.send(rejects(), 0, MS);
    }
  }

  private List<RejectedLine> rejected() throws IOException {
    List<RejectedLine> read = new ArrayList<>();
    assertThat(RejectsReader.read(settings(), read::add)).isFalse();
    return read;
  }

  private static RejectedLine line(String reason) {
    Rejected first = rejects().get(0);
    return new RejectedLine(first.line(), reason, first.detail(), MS, "hostA-1", "m1");
  }

  @Test
  void aRejectedLineIsReadAsItWas() throws Exception {
    ActiveMQMessage sample = sent("rejected", QUEUE + ".rejected", this::reject);
    assertThat(sample.getProperties()).containsOnlyKeys("reason", "detail", "rejectedAt");

    put(QUEUE + ".rejected", sample);

    assertThat(rejected()).containsExactly(line("unknown-type"));
  }

  /** The text is what counts. Nobody decides by a property that is not known. */
  @Test
  void aRejectedLineWithAReasonAndAPropertyFromTheFutureIsRead() throws Exception {
    ActiveMQMessage sample = sent("rejected", QUEUE + ".rejected", this::reject);
    sample.setReadOnlyProperties(false);
    sample.setStringProperty("reason", "too-new");
    sample.setStringProperty("newer", "7");

    put(QUEUE + ".rejected", sample);

    assertThat(rejected()).containsExactly(line("too-new"));
  }

  @Test
  void propertiesOfLinesFromTheFutureAreIgnored() throws Exception {
    ActiveMQMessage sample = sent("lines", QUEUE, () -> transport(LINES));
    sample.setReadOnlyProperties(false);
    sample.setStringProperty("newer", "7");

    assertThat(READER.read(sample, null).text()).isEqualTo(String.join("\n", LINES));
  }

  private void publish() throws Exception {
    CompletableFuture<String> ended = new CompletableFuture<>();
    try (JmsStateSink sink = JmsStateSink.open(settings(), TOPIC)) {
      sink.send(STATE, ended::complete);
      assertThat(ended.get()).isNull();
    }
  }

  @Test
  void theStateOfAnAdIsReadAsItWas() throws Exception {
    ActiveMQMessage sample = sent("state", OF_AD_SERVER, this::publish);
    assertThat(sample.getProperties()).containsOnlyKeys("adId", "state", "version");
    assertThat(sample.getExpiration() - sample.getTimestamp()).isEqualTo(JmsStateSink.EXPIRY_MS);
    ActiveMQTextMessage future = new ActiveMQTextMessage();
    future.setText(Samples.NEWER.text("states/new-state.json"));
    List<StateMessage> heard = new CopyOnWriteArrayList<>();
    sample.setExpiration(0);

    put(OF_AD_SERVER, future);
    put(OF_AD_SERVER, sample);

    try (JmsStateFeed feed = JmsStateFeed.start(settings(), TOPIC, "adserver1", new Heard(heard))) {
      await().until(() -> !heard.isEmpty());
      assertThat(heard).containsExactly(STATE);
      assertThat(feed.skipped()).isEqualTo(1);
    }
  }

  private record Heard(List<StateMessage> states) implements StateReceiver {
    @Override
    public void received(StateMessage message) {
      states.add(message);
    }

    @Override
    public void connected() {}

    @Override
    public void caughtUp(long ms) {}

    @Override
    public void lost(String reason) {}
  }
}
