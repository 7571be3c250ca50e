package clickcounter.tools.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Reports how many bytes were read. */
final class MeteredStream extends FilterInputStream {
  private final LongConsumer bytesRead;

  MeteredStream(InputStream in, LongConsumer bytesRead) {
    super(in);
    this.bytesRead = bytesRead;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    if (value >= 0) {
      bytesRead.accept(1);
    }
    return value;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    if (read > 0) {
      bytesRead.accept(read);
    }
    return read;
  }
}
