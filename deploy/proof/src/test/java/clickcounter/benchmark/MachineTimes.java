package clickcounter.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processor time of all programs of this machine, as Linux reports it. */
final class MachineTimes {
  private static final Path STAT = Path.of("/proc/stat");
  private static final double SECONDS_A_TICK = 0.01;
  private static final int IDLE = 4;
  private static final int WAITING_FOR_DISK = 5;

  /** The columns from user to steal. What follows is contained in user. */
  private static final int LAST = 8;

  private MachineTimes() {}

  /** Seconds in which a core was in use since the machine started; 0 if that is not known. */
  static double busySeconds() {
    try {
      String[] columns = Files.readAllLines(STAT).get(0).split(" +");
      long ticks = 0;
      for (int i = 1; i <= LAST; i++) {
        ticks += i == IDLE || i == WAITING_FOR_DISK ? 0 : Long.parseLong(columns[i]);
      }
      return ticks * SECONDS_A_TICK;
    } catch (IOException e) {
      return 0;
    }
  }
}
