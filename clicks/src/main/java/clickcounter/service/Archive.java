package clickcounter.service;

import clickcounter.event.CounterId;
import clickcounter.event.EventLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * The archive files of one counter, one per hour:
 *
 * <pre>
 * archive/hostA/hostA-20131030_152543-k3f9xq-20131030_15.ndjson
 * archive/hostA/hostA-20131030_152543-k3f9xq-20131030_16.ndjson
 * </pre>
 *
 * <p>A line is in the archive, with its newline, when {@link #append} returns. When append throws,
 * the line is not in the archive. Anything after a file's last newline was cut off by a crash or a
 * full disk; no caller has received that event.
 *
 * <p>Not thread-safe: {@link EventLog} guards it.
 */
public final class Archive {
  private static final int MAX_DRAWS = 100;
  private static final long HOUR_MS = 3_600_000;
  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("yyyyMMdd_HH").withZone(ZoneOffset.UTC);

  private final EventLogSettings settings;
  private final ArchiveDisk disk;
  private final GuardedListener listener;
  private final String counterId;

  private AppendFile file;
  private Path path;
  private long hour;
  private long lengthBytes;
  private Throwable broken;

  private Archive(
      EventLogSettings settings,
      ArchiveDisk disk,
      GuardedListener listener,
      String counterId,
      Instant start)
      throws IOException {
    this.settings = settings;
    this.disk = disk;
    this.listener = listener;
    this.counterId = counterId;
    hour = hourOf(start.toEpochMilli());
    path = pathOf(hour);
    file = disk.create(path, settings.fsync());
  }

  /**
   * Creates the first file under a new counter id. Draws ids until one has no file yet.
   *
   * @throws IOException when no file can be created, or the clock was never set
   */
  public static Archive create(
      EventLogSettings settings,
      ArchiveDisk disk,
      EventLogListener listener,
      Instant start,
      RandomGenerator random)
      throws IOException {
    requireSetClock(start.toEpochMilli());
    GuardedListener guarded = new GuardedListener(listener);
    for (int draw = 1; ; draw++) {
      String counterId = CounterId.create(settings.host(), start, random);
      try {
        return new Archive(settings, disk, guarded, counterId, start);
      } catch (FileAlreadyExistsException e) {
        if (draw == MAX_DRAWS) {
          throw new IOException(
              "no counter id is free: %d drawn, expected one without a file, the last was %s; nothing was written; is the random generator constant?"
                  .formatted(MAX_DRAWS, counterId),
              e);
        }
      }
    }
  }

  public String counterId() {
    return counterId;
  }

  /** The current file and position, for messages. */
  String place() {
    return path + " at byte " + lengthBytes;
  }

  boolean isBroken() {
    return broken != null;
  }

  /**
   * Appends the line and a newline.
   *
   * @throws IOException when the line is not in the archive
   */
  void append(String line, long nowMs) throws IOException {
    if (broken != null) {
      throw new IOException("the archive is broken since an earlier failure", broken);
    }
    requireSetClock(nowMs);
    rollTo(hourOf(nowMs));
    byte[] bytes = withNewline(line);
    try {
      file.append(bytes);
      if (settings.fsync()) {
        file.force();
      }
    } catch (IOException | RuntimeException | Error e) {
      cutOff(e);
      throw e;
    }
    lengthBytes += bytes.length;
  }

  /* What is written with such a time is rejected when it comes to be counted. */
  private static void requireSetClock(long nowMs) throws IOException {
    if (nowMs < EventLimits.EARLIEST_CLOCK_MS) {
      throw new IOException(
          "this host's clock shows %s, expected %s or later; nothing was written; set the clock"
              .formatted(
                  Instant.ofEpochMilli(nowMs),
                  Instant.ofEpochMilli(EventLimits.EARLIEST_CLOCK_MS)));
    }
  }

  private static byte[] withNewline(String line) {
    byte[] text = line.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = Arrays.copyOf(text, text.length + 1);
    bytes[text.length] = '\n';
    return bytes;
  }

  /* Without this the next line would continue the torn one, and both would be lost. */
  private void cutOff(Throwable failure) {
    try {
      file.truncate(lengthBytes);
      if (settings.fsync()) {
        file.force();
      }
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
      broken = failure;
    }
  }

  /* Only forward: after a clock is set back, the file of the earlier hour exists already. */
  private void rollTo(long newHour) {
    if (newHour <= hour) {
      return;
    }
    // Set even if the new file fails: the old file then serves one more hour, and not every event
    // retries.
    hour = newHour;
    Path newPath = pathOf(newHour);
    AppendFile newFile;
    try {
      newFile = disk.create(newPath, settings.fsync());
    } catch (IOException e) {
      listener.archiveTrouble(
          "could not start the hour's file %s: expected a new file; events go on into %s, none is lost; look at archiveDir"
              .formatted(newPath, path),
          e);
      return;
    }
    close();
    file = newFile;
    path = newPath;
    lengthBytes = 0;
  }

  /** Closes the file. A failure is only reported, because every line is written already. */
  void close() {
    try {
      file.close();
    } catch (IOException e) {
      listener.archiveTrouble(
          "could not close " + path + ": its " + lengthBytes + " bytes are written; none is lost",
          e);
    }
  }

  private Path pathOf(long fileHour) {
    String name = fileName(counterId, fileHour * HOUR_MS);
    return settings.archiveDir().resolve(settings.host()).resolve(name);
  }

  /** The name of the file that is begun in the hour of this time. */
  public static String fileName(String counterId, long timeMs) {
    return counterId + '-' + HOUR.format(Instant.ofEpochMilli(timeMs)) + ".ndjson";
  }

  private static long hourOf(long nowMs) {
    return Math.floorDiv(nowMs, HOUR_MS);
  }
}
