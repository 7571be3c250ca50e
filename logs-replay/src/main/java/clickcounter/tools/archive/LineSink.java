package clickcounter.tools.archive;

import java.nio.file.Path;

/** Takes the event lines of a scan; each sink is used by one thread at a time. */
public interface LineSink {
  /**
   * An event line. The event and the bytes are good during the call only.
   *
   * @param from where the line begins in {@code bytes}
   * @param to where it ends, its newline not included
   * @param number the line's number in its file, 1 for the first
   */
  void line(EventLine event, byte[] bytes, int from, int to, Path file, long number);

  /** A stretch of neighbouring lines has ended. */
  default void endOfChunk() {}
}
