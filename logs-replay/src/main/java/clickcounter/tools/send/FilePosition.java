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
 * How far a file was read, and how to recognize the file: by its first bytes as they are on disk,
 * and because it has not become shorter. Event ids are unique, so a different file starts
 * differently, whatever its name; a file that was copied, moved or appended to is still the same.
 *
 * @param line the last line that the broker is certain to have; 0 for none
 * @param size bytes when it was looked at; a file that is still being written grows
 * @param headBytes how many of its bytes the hash covers
 * @param head the start of their SHA-256, in hex
 */
record FilePosition(long line, long size, int headBytes, String head) {
  private static final int MAX_HEAD_BYTES = 4_096;
  private static final int HASH_CHARS = 32;

  /** The file as it is now, at its beginning. */
  static FilePosition startOf(Path file) throws IOException {
    long size = Files.size(file);
    byte[] bytes = readHead(file, (int) Math.min(size, MAX_HEAD_BYTES));
    return new FilePosition(0, size, bytes.length, hash(bytes));
  }

  /** The same file, read up to and including this line. */
  FilePosition at(long lastLine) {
    return new FilePosition(lastLine, size, headBytes, head);
  }

  /** Whether this is the file that was looked at, perhaps with more at its end. */
  boolean isIn(Path file) throws IOException {
    if (Files.size(file) < size) {
      return false;
    }
    byte[] bytes = readHead(file, headBytes);
    return bytes.length == headBytes && hash(bytes).equals(head);
  }

  private static byte[] readHead(Path file, int bytes) throws IOException {
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
