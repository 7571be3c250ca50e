package clickcounter.jms;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.apache.activemq.util.ByteSequence;

/**
 * Reads and writes bodies of text messages in plain ASCII as one block of bytes; ActiveMQ's client
 * codes character by character. The body is a length of four bytes, then the text in modified
 * UTF-8, in which an ASCII character takes one byte.
 */
final class AsciiBody {
  private static final int LENGTH_BYTES = Integer.BYTES;

  private AsciiBody() {}

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
