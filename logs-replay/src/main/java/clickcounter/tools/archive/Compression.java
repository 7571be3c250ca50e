package clickcounter.tools.archive;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;

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
      throw new IOException(
          "expected gzip or zstd, as the name says, found "
              + (content.read() < 0 ? "an empty file" : "other bytes")
              + ": it is damaged, still being written, or has a wrong name");
    }
    return content;
  }

  private static InputStream unpack(BufferedInputStream raw) throws IOException {
    raw.mark(Integer.BYTES);
    byte[] first = Arrays.copyOf(raw.readNBytes(Integer.BYTES), Integer.BYTES);
    raw.reset();
    int magic = ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if ((magic & 0xffff) == GZIP) {
      return new WholeGzipStream(raw, BUFFER_BYTES);
    }
    return magic == ZSTD || (magic & ~0xf) == ZSTD_SKIPPED ? unpackZstd(raw) : raw;
  }

  private static InputStream unpackZstd(InputStream raw) throws IOException {
    try {
      return new ZstdInputStream(new LastByteAlone(raw));
    } catch (LinkageError e) {
      throw new IOException(
          "it is packed with zstd, whose library cannot be loaded from "
              + System.getProperty("java.io.tmpdir")
              + " ("
              + (e.getCause() == null ? e : e.getCause())
              + "): set java.io.tmpdir to a directory from which programs may run"
              + " (JDK_JAVA_OPTIONS=-Djava.io.tmpdir=DIR), or unpack the file (zstd -d)",
          e);
    }
  }
}
