package clickcounter.tools.archive;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * How a file is compressed. Its first bytes decide, because its name can be wrong; but a file that
 * is named as a packed one and is not packed is damaged.
 *
 * <p>A stream of unpacked bytes fails at damage, and at anything that stands behind the last member
 * or frame: the decoders themselves take some of that for the end.
 */
public enum Compression {
  NONE,
  GZIP,
  ZSTD;

  private static final int MAGIC_BYTES = 4;
  private static final int BUFFER_BYTES = 1 << 16;

  /** Inspects the first bytes, and resets the stream to its beginning. */
  private static Compression of(BufferedInputStream raw) throws IOException {
    raw.mark(MAGIC_BYTES);
    byte[] magic = raw.readNBytes(MAGIC_BYTES);
    raw.reset();
    if (startsWith(magic, 0x1f, 0x8b)) {
      return GZIP;
    }
    if (magic.length > 0) {
      magic[0] = (magic[0] & 0xf0) == 0x50 ? 0x50 : magic[0];
    }
    boolean zstd =
        startsWith(magic, 0x28, 0xb5, 0x2f, 0xfd)
            // a frame that is skipped, which may be the first one: 50 to 5f
            || startsWith(magic, 0x50, 0x2a, 0x4d, 0x18);
    return zstd ? ZSTD : NONE;
  }

  /**
   * Inspects the first bytes of a file, and resets the stream to its beginning.
   *
   * @throws IOException if its name says that it is packed, and it is not
   */
  static Compression of(Path file, BufferedInputStream raw) throws IOException {
    Compression compression = of(raw);
    if (compression == NONE && ArchiveFiles.isPacked(file)) {
      raw.mark(1);
      boolean empty = raw.read() < 0;
      raw.reset();
      throw new IOException(
          "expected gzip or zstd, as the name says, found "
              + (empty ? "an empty file" : "other bytes")
              + ": it is damaged, still being written, or has a wrong name");
    }
    return compression;
  }

  private static boolean startsWith(byte[] bytes, int... magic) {
    for (int i = 0; i < magic.length; i++) {
      if (i >= bytes.length || (bytes[i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  /** A stream of the uncompressed bytes. */
  InputStream unpack(InputStream raw) throws IOException {
    return switch (this) {
      case NONE -> raw;
      case GZIP -> new WholeGzipStream(raw, BUFFER_BYTES);
      case ZSTD -> unpackZstd(raw);
    };
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

  /** The uncompressed bytes of a stream that may be compressed. */
  public static InputStream unpacked(InputStream raw) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(raw, BUFFER_BYTES);
    return of(buffered).unpack(buffered);
  }

  /** The uncompressed bytes of a file that may be compressed. */
  public static InputStream unpacked(Path file, InputStream raw) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(raw, BUFFER_BYTES);
    return of(file, buffered).unpack(buffered);
  }
}
