package clickcounter.tools.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Gives a stream's last byte in a reading of its own. zstd-jni finds out that a frame is cut only
 * if it has read something since the last whole one.
 */
final class LastByteAlone extends FilterInputStream {
  private static final int NOTHING_READ = -2;

  /** The byte to give next; -1 at the end. */
  private int held = NOTHING_READ;

  LastByteAlone(InputStream in) {
    super(in);
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (held == NOTHING_READ) {
      held = in.read();
    }
    if (held < 0) {
      return -1;
    }
    bytes[offset] = (byte) held;
    int more = length == 1 ? 0 : in.read(bytes, offset + 1, length - 1);
    held = more > 0 ? bytes[offset + more] & 0xff : in.read();
    return Math.max(1, more);
  }
}
