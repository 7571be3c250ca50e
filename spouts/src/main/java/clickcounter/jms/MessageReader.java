package clickcounter.jms;

import clickcounter.event.LineText;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import jakarta.jms.JMSException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.InflaterInputStream;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.apache.activemq.util.ByteSequence;

/**
 * Reads the lines of a text message, or of a bytes message in UTF-8. Bytes that are not UTF-8 are
 * as in {@link LineText}, so the parser rejects their lines only. Any other message becomes a
 * rejected line that describes it; no content makes this fail. Afterwards the message's body is
 * cleared. The JMS client keeps its own copy until the message is acknowledged; the sizing table in
 * topology/CAPACITY.md counts it.
 *
 * @param maxBytes a larger body is not read, but rejected
 */
record MessageReader(long maxBytes) {
  /** Shown of a message that is too large, to identify its sender. */
  private static final int SHOWN_BYTES = 1_000;

  /** The maximum compression ratio of deflate. */
  private static final long MOST_RATIO = 1_032;

  /** A message of the JMS client with its headers, and what the spout keeps of it. */
  private static final long BYTES_BESIDE_BODY = 1_500;

  ReceivedMessage read(ActiveMQMessage message, SubscriptionLink link) throws JMSException {
    List<Rejected> unreadable = new ArrayList<>();
    ByteSequence body = message.getContent();
    long heldBytes = BYTES_BESIDE_BODY + (body == null ? 0 : body.length);
    String text = isTooLarge(message, unreadable) ? "" : text(message, unreadable);
    message.clearBody();
    ReceivedMessage.Receipt receipt = new ReceivedMessage.Receipt(message, link);
    // Not the JMS message id: an AMQP sender chooses it, and of two messages with the same id the
    // second would be acknowledged unread.
    String id = message.getMessageId().toProducerKey();
    return new ReceivedMessage(id, message.getJMSTimestamp(), text, unreadable, heldBytes, receipt);
  }

  private boolean isTooLarge(ActiveMQMessage message, List<Rejected> unreadable)
      throws JMSException {
    long size = size(message);
    if (size <= maxBytes) {
      return false;
    }
    unreadable.add(
        new Rejected(
            description(message) + ", begins " + beginning(message),
            RejectReason.MESSAGE_TOO_LARGE,
            "a message of %d bytes or more, expected at most %d; none of its lines is counted: send them again from their archive, deploy/clicks archive replay --only-missing"
                .formatted(size, maxBytes)));
    return true;
  }

  /** The size of the body, decompressed but not kept; if above the limit, some number above it. */
  private long size(ActiveMQMessage message) {
    ByteSequence content = message.getContent();
    if (content == null) {
      return 0;
    }
    int length = content.length;
    if (length > maxBytes || !message.isCompressed() || length * MOST_RATIO <= maxBytes) {
      return length;
    }
    // A compressed BytesMessage begins with its length.
    int head = message instanceof ActiveMQBytesMessage ? Math.min(Integer.BYTES, length) : 0;
    InputStream packed =
        new ByteArrayInputStream(content.data, content.offset + head, length - head);
    try (InputStream body = new InflaterInputStream(packed)) {
      return body.skip(maxBytes + 1);
    } catch (IOException e) {
      return length; // Damaged: it is rejected when it is read.
    }
  }

  private static String beginning(ActiveMQMessage message) {
    ByteSequence content = message.getContent();
    if (message.isCompressed()) {
      return "packed";
    }
    int head = message instanceof ActiveMQTextMessage ? Math.min(Integer.BYTES, content.length) : 0;
    int length = Math.min(SHOWN_BYTES, content.length - head);
    return new String(content.data, content.offset + head, length, StandardCharsets.UTF_8);
  }

  private static String text(ActiveMQMessage message, List<Rejected> unreadable)
      throws JMSException {
    try {
      if (message instanceof ActiveMQTextMessage m) {
        String text = TextBody.read(m);
        return text == null ? "" : text;
      }
      if (message instanceof ActiveMQBytesMessage m) {
        byte[] bytes = new byte[Math.toIntExact(m.getBodyLength())];
        m.readBytes(bytes);
        return LineText.decode(bytes, 0, bytes.length);
      }
    } catch (JMSException | RuntimeException e) {
      // Reading a body needs no broker, so the message itself is damaged.
      unreadable.add(rejected(message, "its body cannot be read: " + e));
      return "";
    }
    // Not the message's toString: an ObjectMessage would deserialise untrusted data.
    unreadable.add(
        rejected(
            message, "expected a TextMessage or a BytesMessage in UTF-8, found " + kind(message)));
    return "";
  }

  private static Rejected rejected(ActiveMQMessage message, String detail) throws JMSException {
    return new Rejected(description(message), RejectReason.NOT_TEXT, detail);
  }

  private static String description(ActiveMQMessage message) throws JMSException {
    return "%s %s of %d, JMSType %s, correlation id %s"
        .formatted(
            kind(message),
            message.getJMSMessageID(),
            message.getJMSTimestamp(),
            message.getJMSType(),
            message.getJMSCorrelationID());
  }

  /** Of JMS, such as MapMessage; Message for one without a body. */
  private static String kind(ActiveMQMessage message) {
    return message.getClass().getSimpleName().replace("ActiveMQ", "");
  }
}
