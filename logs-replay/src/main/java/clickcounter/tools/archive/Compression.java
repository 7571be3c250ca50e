package clickcounter.tools.archive;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Unpacks files. Their first bytes say how they are packed, because a name can be wrong; but a file
 * that is named as a packed one and is not packed is damaged.
 *
 * <p>A stream of unpacked bytes fails at damage, and at anything that stands behind the last member
 * or frame: the decoders themselves take some of that for the end.
 */
public final class Compression {
  private static final int GZIP = 0x8b1f;
  private static final int ZSTD = 0xfd2fb528;

  /** A frame of zstd that is skipped, which may be the first one; it may end with 0 to f. */
  private static final int ZSTD_SKIPPED = 0x184d2a50;

  private static final int BUFFER_BYTES = 1 << 16;

  private Compression() {}

  /**
   * The uncompressed bytes of a file that may be compressed.
   *
   * @throws IOException if its name says that it is packed, and it is not
   */
  public static InputStream unpacked(Path file, InputStream raw) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(raw, BUFFER_BYTES);
    InputStream content = unpack(buffered);
    if (content == buffered && ArchiveFiles.isPacked(file)) {
      String found = content.read() < 0 ? "an empty file" : "other bytes";
      throw new IOException(
          ("expected gzip or zstd, as the name says, found %s: it is damaged, still being written, or"
                  + " has a wrong name")
              .formatted(found));
    }
    return content;
  }

  private static InputStream unpack(BufferedInputStream raw) throws IOException {
    raw.mark(Integer.BYTES);
    byte[] first = Arrays.copyOf(raw.readNBytes(Integer.BYTES), Integer.BYTES);
    raw.reset();
    int magic = ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if ((magic & 0xffff) == GZIP) {
      return new WholeGzipStream(new MeteredStream(raw, bytes -> {}));
    }
    return magic == ZSTD || (magic & ~0xf) == ZSTD_SKIPPED ? unpackZstd(raw) : raw;
  }

  private static InputStream unpackZstd(InputStream raw) throws IOException {
    try {
      return new ZstdInputStream(new LastByteAlone(raw));
    } catch (LinkageError e) {
      throw new IOException(
          ("it is packed with zstd, whose library cannot be loaded from %s (%s): set java.io.tmpdir to a"
                  + " directory from which programs may run (JDK_JAVA_OPTIONS=-Djava.io.tmpdir=DIR), or"
                  + " unpack the file (zstd -d)")
              .formatted(
                  System.getProperty("java.io.tmpdir"), e.getCause() == null ? e : e.getCause()),
          e);
    }
  }

  /**
   * The bytes of all members of a gzip file. Fails if something else stands behind the last one;
   * its superclass takes that for the file's end.
   */
  private static final class WholeGzipStream extends GZIPInputStream {
    private static final int TRAILER_BYTES = 8;

    private final MeteredStream file;

    /** How many bytes of the file were read when the last ones were given to the inflater. */
    private long filled;

    WholeGzipStream(MeteredStream file) throws IOException {
      super(file, BUFFER_BYTES);
      this.file = file;
    }

    @Override
    protected void fill() throws IOException {
      super.fill();
      filled = file.count;
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
      if (file.count > end || in.read() >= 0) {
        throw new ZipException(
            "behind byte " + end + ", where a gzip member ends, stands something else");
      }
    }
  }

  /**
   * Gives a stream's last byte in a reading of its own. zstd-jni finds out that a frame is cut only
   * if it has read something since the last whole one.
   */
  private static final class LastByteAlone extends FilterInputStream {
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

  /** Reports how many bytes were read. */
  static final class MeteredStream extends FilterInputStream {
    private final LongConsumer bytesRead;
    private long count;

    MeteredStream(InputStream in, LongConsumer bytesRead) {
      super(in);
      this.bytesRead = bytesRead;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      if (read > 0) {
        count += read;
        bytesRead.accept(read);
      }
      return read;
    }
  }
}
