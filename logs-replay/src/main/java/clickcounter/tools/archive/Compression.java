package clickcounter.tools.archive;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** How a file is compressed. Its first bytes decide, because its name can be wrong. */
public enum Compression {
  NONE,
  GZIP,
  ZSTD;

  private static final int MAGIC_BYTES = 4;
  private static final int BUFFER_BYTES = 1 << 16;

  /** Inspects the first bytes, and resets the stream to its beginning. */
  static Compression of(BufferedInputStream raw) throws IOException {
    raw.mark(MAGIC_BYTES);
    byte[] magic = raw.readNBytes(MAGIC_BYTES);
    raw.reset();
    if (startsWith(magic, 0x1f, 0x8b)) {
      return GZIP;
    }
    return startsWith(magic, 0x28, 0xb5, 0x2f, 0xfd) ? ZSTD : NONE;
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
      case GZIP -> new GZIPInputStream(raw, BUFFER_BYTES);
      case ZSTD -> new ZstdInputStream(raw);
    };
  }

  /** The uncompressed bytes of a stream that may be compressed. */
  public static InputStream unpacked(InputStream raw) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(raw, BUFFER_BYTES);
    return of(buffered).unpack(buffered);
  }
}
