package clickcounter.jms;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.InflaterInputStream;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.util.ByteSequence;

/** How many bytes a message's body takes when it is unpacked, found without unpacking it. */
final class MessageSize {
  /** Deflate packs a thousand bytes into one, not more. */
  private static final long MOST_RATIO = 1_032;

  private MessageSize() {}

  /** The size, or for a packed body any number above the limit once that is passed. */
  static long of(ActiveMQMessage message, long limit) {
    ByteSequence content = message.getContent();
    if (content == null) {
      return 0;
    }
    if (content.length > limit || !message.isCompressed() || content.length * MOST_RATIO <= limit) {
      return content.length;
    }
    // A packed BytesMessage begins with its length.
    int head = message instanceof ActiveMQBytesMessage ? Integer.BYTES : 0;
    return unpacked(
        new ByteArrayInputStream(
            content.data, content.offset + head, Math.max(0, content.length - head)),
        limit);
  }

  private static long unpacked(InputStream packed, long limit) {
    byte[] buffer = new byte[8_192];
    long size = 0;
    try (InputStream body = new InflaterInputStream(packed)) {
      int count = body.read(buffer);
      while (count >= 0 && size <= limit) {
        size += count;
        count = body.read(buffer);
      }
    } catch (IOException e) {
      // Damaged: what can be unpacked is small enough, and the reader names the damage.
      return size;
    }
    return size;
  }
}
