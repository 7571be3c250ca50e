package clickcounter.tools.ship;

import clickcounter.event.EventLimits;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * How far one file was sent, and how to recognize its content in another file: in a copy, or in a
 * compressed one. Event ids are unique, so files with different events differ at both places that
 * are compared: at the beginning, and before the offset.
 *
 * @param fileKey the file's device and inode; empty when no file has this content any more
 * @param path where the file was seen last
 * @param offset bytes before it are sent; they end with a newline. Of a compressed file,
 *     uncompressed bytes.
 * @param head hash of the first bytes up to the offset, {@link #EDGE_BYTES} at most
 * @param tail hash of the last bytes before the offset that {@code head} does not cover, {@link
 *     #EDGE_BYTES} at most
 * @param diskBytes the file's size when all its whole lines had been read; -1 before that
 * @param modifiedMs its time of modification then, ms since the epoch
 * @param seenMs when the file was seen last, if it is gone; ms since the epoch
 */
record Shipped(
    String fileKey,
    String path,
    long offset,
    String head,
    String tail,
    long diskBytes,
    long modifiedMs,
    long seenMs) {
  /** As long as the longest line in ASCII: an edge of it has the whole id of an event. */
  static final int EDGE_BYTES = EventLimits.MAX_LINE_CHARS;

  private static final int HASH_BYTES = 16;

  Shipped {
    if (offset < 0) {
      throw new IllegalArgumentException("offset: expected 0 or more bytes, got " + offset);
    }
    if (fileKey == null || path == null || head == null || tail == null) {
      throw new IllegalArgumentException("expected a file's key, path, head and tail");
    }
  }

  /** How many bytes {@code head} covers. */
  int headBytes() {
    return (int) Math.min(EDGE_BYTES, offset);
  }

  /** Where the bytes begin that {@code tail} covers. */
  long tailFrom() {
    return Math.max(headBytes(), offset - EDGE_BYTES);
  }

  /** Whether all whole lines were read of the file as it is now. */
  boolean isReadAt(long sizeNow, long modifiedNowMs) {
    return diskBytes == sizeNow && modifiedMs == modifiedNowMs;
  }

  Shipped at(String newFileKey, String newPath) {
    return new Shipped(newFileKey, newPath, offset, head, tail, diskBytes, modifiedMs, seenMs);
  }

  /** All whole lines were read when the file had this size and time. */
  Shipped readAt(long newDiskBytes, long newModifiedMs) {
    return new Shipped(fileKey, path, offset, head, tail, newDiskBytes, newModifiedMs, seenMs);
  }

  /** No file has this content now. */
  Shipped gone(long nowMs) {
    return new Shipped("", path, offset, head, tail, -1, 0, nowMs);
  }

  /** The start of the SHA-256 of the first bytes, in hex. */
  static String hash(byte[] bytes, int length) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, 0, length);
      return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), HASH_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  static String hash(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return hash(bytes, bytes.length);
  }
}
