package clickcounter.tools.ship;

import clickcounter.tools.archive.Prefix;

/**
 * How far one file was sent.
 *
 * @param fileKey the file's device and inode
 * @param path where the file was seen last
 * @param prefix what was sent of its content; it ends with a newline
 * @param diskBytes the file's size when all its whole lines had been read; -1 before that
 * @param modifiedMs its time of modification then, ms since the epoch
 */
record Sent(String fileKey, String path, Prefix prefix, long diskBytes, long modifiedMs) {
  Sent {
    if (fileKey == null || path == null || prefix == null) {
      throw new IllegalArgumentException("expected a file's key, path and prefix");
    }
  }

  /** Some of the file's lines may not have been read. */
  static Sent partly(String fileKey, String path, Prefix prefix) {
    return new Sent(fileKey, path, prefix, -1, 0);
  }

  /** Whether all whole lines were read of the file as it is now. */
  boolean isReadAt(long sizeNow, long modifiedNowMs) {
    return diskBytes == sizeNow && modifiedMs == modifiedNowMs;
  }
}
