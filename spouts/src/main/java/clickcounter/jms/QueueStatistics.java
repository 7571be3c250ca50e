package clickcounter.jms;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.io.IOException;
import org.apache.activemq.ActiveMQConnection;

/** Asks a broker about a queue. The broker must have ActiveMQ's statistics plugin. */
public final class QueueStatistics implements AutoCloseable {
  private static final String QUESTION = "ActiveMQ.Statistics.Destination.";
  private static final String BROKER_QUESTION = "ActiveMQ.Statistics.Broker";

  /** Asks for an empty last answer: without it a queue that does not exist yet has none. */
  private static final String END_WITH_NULL = "ActiveMQ.Statistics.Destination.List.End.With.Null";

  private static final String SIZE = "size";
  private static final long CONNECT_MS = 10_000;

  /** A plugin on a busy machine answers late; without one nobody answers. */
  public static final long ANSWER_MS = 10_000;

  private final ActiveMQConnection connection;
  private final Session session;
  private final TemporaryQueue answersTo;
  private final MessageConsumer answers;
  private final long answerMs;

  private QueueStatistics(ActiveMQConnection connection, long answerMs) throws JMSException {
    this.connection = connection;
    this.answerMs = answerMs;
    connection.start();
    session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    answersTo = session.createTemporaryQueue();
    answers = session.createConsumer(answersTo);
  }

  /**
   * The state of a queue.
   *
   * @param waiting messages that are not acknowledged, delivered or not
   * @param acknowledged messages acknowledged since the broker started
   * @param consumers subscribed consumers
   */
  public record QueueState(long waiting, long acknowledged, long consumers) {}

  /**
   * For any broker, with credentials and TLS.
   *
   * @param answerMs how long to wait for each answer
   * @throws IOException if no broker answers
   */
  public static QueueStatistics open(BrokerSettings broker, long answerMs) throws IOException {
    try {
      return Connections.open(
          broker, CONNECT_MS, e -> {}, opened -> new QueueStatistics(opened, answerMs));
    } catch (JMSException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** The state of a queue now; one that does not exist is empty. */
  public QueueState state(String queue) throws IOException {
    String about = "about its queue " + queue;
    try {
      Message question = session.createMessage();
      question.setBooleanProperty(END_WITH_NULL, true);
      ask(QUESTION + queue, question);
      QueueState state = new QueueState(0, 0, 0);
      while (true) {
        MapMessage answer = answer(about);
        if (!answer.itemExists(SIZE)) {
          return state;
        }
        state =
            new QueueState(
                answer.getLong(SIZE),
                answer.getLong("dequeueCount"),
                answer.getLong("consumerCount"));
      }
    } catch (JMSException e) {
      throw new IOException("the broker does not answer " + about + ": " + e.getMessage(), e);
    }
  }

  /** How full the room for messages on the broker's disk is. */
  public int storePercent() throws IOException {
    try {
      ask(BROKER_QUESTION, session.createMessage());
      return answer("about itself").getInt("storePercentUsage");
    } catch (JMSException e) {
      throw new IOException("the broker does not answer about itself: " + e.getMessage(), e);
    }
  }

  private void ask(String address, Message question) throws JMSException {
    try (MessageProducer questions = session.createProducer(session.createQueue(address))) {
      // A broker without the plugin would keep the questions for ever.
      questions.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
      questions.setTimeToLive(answerMs);
      question.setJMSReplyTo(answersTo);
      questions.send(question);
    }
  }

  private MapMessage answer(String about) throws IOException, JMSException {
    if (answers.receive(answerMs) instanceof MapMessage answer) {
      return answer;
    }
    throw new IOException(
        "the broker does not answer %s within %d ms: expected a broker with the statistics plugin"
            .formatted(about, answerMs));
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (JMSException e) {
      throw new IOException("the connection to the broker does not close: " + e.getMessage(), e);
    }
  }
}
