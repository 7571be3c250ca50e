package clickcounter.tools.archive;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The bytes of all members of a gzip file. Fails if something else stands behind the last one; its
 * superclass takes that for the file's end.
 */
final class WholeGzipStream extends GZIPInputStream {
  private static final int TRAILER_BYTES = 8;

  /** How many bytes were read of the file; in an array, because the superclass reads first. */
  private final long[] taken;

  /** How many had been when the last ones were given to the inflater. */
  private long filled;

  WholeGzipStream(InputStream raw, int bufferBytes) throws IOException {
    this(raw, bufferBytes, new long[1]);
  }

  private WholeGzipStream(InputStream raw, int bufferBytes, long[] taken) throws IOException {
    super(new MeteredStream(raw, bytes -> taken[0] += bytes), bufferBytes);
    this.taken = taken;
  }

  @Override
  protected void fill() throws IOException {
    super.fill();
    filled = taken[0];
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    if (read < 0) {
      requireEnd();
    }
    return read;
  }

  private void requireEnd() throws IOException {
    long end = filled - inf.getRemaining() + TRAILER_BYTES;
    if (taken[0] > end || in.read() >= 0) {
      throw new ZipException(
          "behind byte " + end + ", where a gzip member ends, stands something else");
    }
  }
}
