package clickcounter.jms;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.InflaterInputStream;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.command.ActiveMQMessage;
import org.apache.activemq.util.ByteSequence;

/**
 * The size of a message's body after decompression, found without keeping the decompressed body.
 */
final class MessageSize {
  /** The maximum compression ratio of deflate. */
  private static final long MOST_RATIO = 1_032;

  private MessageSize() {}

  /** The size; of a compressed body above the limit, some number above the limit. */
  static long of(ActiveMQMessage message, long limit) {
    ByteSequence content = message.getContent();
    if (content == null) {
      return 0;
    }
    if (content.length > limit || !message.isCompressed() || content.length * MOST_RATIO <= limit) {
      return content.length;
    }
    // A compressed BytesMessage begins with its length.
    int head = message instanceof ActiveMQBytesMessage ? Integer.BYTES : 0;
    InputStream packed =
        new ByteArrayInputStream(
            content.data, content.offset + head, Math.max(0, content.length - head));
    try (InputStream body = new InflaterInputStream(packed)) {
      return body.skip(limit + 1);
    } catch (IOException e) {
      // Damaged: MessageReader rejects the message.
      return content.length;
    }
  }
}
