package clickcounter.jms;

import clickcounter.event.LineText;
import jakarta.jms.JMSException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.apache.activemq.util.ByteSequence;

/**
 * Reads and writes bodies of text messages: a length of four bytes, then the text. ActiveMQ's
 * client writes it in modified UTF-8, character by character, so plain ASCII is read and written
 * here as one block of bytes. A broker passes on the bytes of STOMP senders, which are UTF-8 or
 * anything, and the client fails at them.
 */
final class TextBody {
  private static final int LENGTH_BYTES = Integer.BYTES;

  private TextBody() {}

  /** Sets the message's text; false, with the message unchanged, when it is not ASCII. */
  static boolean write(String text, ActiveMQTextMessage message) {
    byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
    // Characters that are not ASCII became question marks. The character 0 takes two bytes in
    // modified UTF-8.
    if (text.indexOf(0) >= 0 || !text.equals(new String(ascii, StandardCharsets.US_ASCII))) {
      return false;
    }
    byte[] body =
        ByteBuffer.allocate(LENGTH_BYTES + ascii.length).putInt(ascii.length).put(ascii).array();
    message.setContent(new ByteSequence(body));
    return true;
  }

  /**
   * The text of the message. What is neither UTF-8 nor modified UTF-8 is as in {@link LineText}.
   */
  static String read(ActiveMQTextMessage message) throws JMSException {
    ByteSequence content = message.getContent();
    if (content == null || message.isCompressed() || content.length < LENGTH_BYTES) {
      return message.getText();
    }
    int length = ByteBuffer.wrap(content.data, content.offset, content.length).getInt();
    int from = content.offset + LENGTH_BYTES;
    if (length != content.length - LENGTH_BYTES) {
      return message.getText();
    }
    int all = 0;
    for (int i = from; i < from + length; i++) {
      all |= content.data[i];
    }
    if (all >= 0) {
      return new String(content.data, from, length, StandardCharsets.ISO_8859_1);
    }
    String text = LineText.decode(content.data, from, from + length);
    return LineText.isText(text) ? text : modified(message, content, text);
  }

  /** The text that the client would have written so; the other one if there is none. */
  private static String modified(ActiveMQTextMessage message, ByteSequence content, String other) {
    try {
      ActiveMQTextMessage again = new ActiveMQTextMessage();
      again.setText(message.getText());
      again.storeContent();
      return isSame(again.getContent(), content) ? again.getText() : other;
    } catch (JMSException e) {
      return other;
    }
  }

  private static boolean isSame(ByteSequence a, ByteSequence b) {
    return ByteBuffer.wrap(a.data, a.offset, a.length)
        .equals(ByteBuffer.wrap(b.data, b.offset, b.length));
  }
}
