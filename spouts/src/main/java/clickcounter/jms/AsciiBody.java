package clickcounter.jms;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.apache.activemq.util.ByteSequence;

/**
 * Bodies of text messages that are plain ASCII, as nearly all are, read and written in one piece:
 * the client codes them character by character. The body of a text message is a length of four
 * bytes, then its text in the JVM's form of UTF-8, where ASCII is one byte each.
 */
final class AsciiBody {
  private static final int LENGTH_BYTES = Integer.BYTES;

  private AsciiBody() {}

  /** Gives the message this text; false, and nothing done, when it is not ASCII. */
  static boolean write(String text, ActiveMQTextMessage message) {
    byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
    // What is not ASCII was coded as a question mark. The character 0 takes two bytes in the JVM's
    // form.
    if (text.indexOf(0) >= 0 || !text.equals(new String(ascii, StandardCharsets.US_ASCII))) {
      return false;
    }
    byte[] body =
        ByteBuffer.allocate(LENGTH_BYTES + ascii.length).putInt(ascii.length).put(ascii).array();
    message.setContent(new ByteSequence(body));
    return true;
  }

  /** The text of the message, or null when it is not plain ASCII. */
  static String read(ActiveMQTextMessage message) {
    ByteSequence content = message.getContent();
    if (content == null || message.isCompressed() || content.length < LENGTH_BYTES) {
      return null;
    }
    int length = ByteBuffer.wrap(content.data, content.offset, content.length).getInt();
    int from = content.offset + LENGTH_BYTES;
    if (length != content.length - LENGTH_BYTES) {
      return null;
    }
    int all = 0;
    for (int i = from; i < from + length; i++) {
      all |= content.data[i];
    }
    if (all < 0) {
      return null;
    }
    return new String(content.data, from, length, StandardCharsets.ISO_8859_1);
  }
}
