package clickcounter.tools.send;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * By what a file is known again: its first bytes, packed as they are, and that it has not become
 * shorter. Event ids are unique, so another file begins otherwise, whatever its name; one that was
 * copied, moved or written on is still the same.
 *
 * @param size bytes when it was looked at
 * @param headBytes how many of them the hash is of
 */
record FileMark(long size, int headBytes, String headHash) {
  private static final int MOST_HEAD_BYTES = 4_096;
  private static final int HASH_CHARS = 32;

  static FileMark of(Path file) throws IOException {
    long size = Files.size(file);
    byte[] head = head(file, (int) Math.min(size, MOST_HEAD_BYTES));
    return new FileMark(size, head.length, hash(head));
  }

  /** Whether this is the file that was looked at, perhaps with more at its end. */
  boolean isOf(Path file) throws IOException {
    if (Files.size(file) < size) {
      return false;
    }
    byte[] head = head(file, headBytes);
    return head.length == headBytes && hash(head).equals(headHash);
  }

  private static byte[] head(Path file, int bytes) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(bytes);
    }
  }

  private static String hash(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(Arrays.copyOf(hash, HASH_CHARS / 2));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
