package clickcounter.tools.archive;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** How a file is packed, as its first bytes say: names lie. */
public enum Compression {
  NONE,
  GZIP,
  ZSTD;

  private static final int MAGIC_BYTES = 4;
  private static final int BUFFER_BYTES = 1 << 16;

  /** Looks at the first bytes and goes back before them. */
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

  /** The bytes as they were before they were packed. */
  InputStream unpack(InputStream raw) throws IOException {
    return switch (this) {
      case NONE -> raw;
      case GZIP -> new GZIPInputStream(raw, BUFFER_BYTES);
      case ZSTD -> new ZstdInputStream(raw);
    };
  }

  /** The unpacked bytes of what may be packed. */
  public static InputStream unpacked(InputStream raw) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(raw, BUFFER_BYTES);
    return of(buffered).unpack(buffered);
  }
}
