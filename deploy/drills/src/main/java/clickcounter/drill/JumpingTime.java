package clickcounter.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;

/** The time of day in a process whose clock jumps; see {@link ClockAgent}. */
public final class JumpingTime {
  private static final long POLL_MS = 50;

  private static volatile long offByMs;

  private JumpingTime() {}

  /** Reads the offset of the clock from a file, from now on. */
  static void follow(Path file) {
    offByMs = read(file);
    Thread thread = new Thread(() -> readOn(file), "jumping-time");
    thread.setDaemon(true);
    thread.start();
  }

  private static void readOn(Path file) {
    try {
      while (true) {
        Thread.sleep(POLL_MS);
        offByMs = read(file);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long read(Path file) {
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (IOException | NumberFormatException e) {
      return offByMs; // The file is being replaced.
    }
  }

  public static long currentTimeMillis() {
    return System.currentTimeMillis() + offByMs;
  }

  public static long millis(Clock clock) {
    return clock.millis() + offByMs;
  }

  public static Instant instant(Clock clock) {
    return clock.instant().plusMillis(offByMs);
  }

  public static Instant now() {
    return Instant.now().plusMillis(offByMs);
  }
}
