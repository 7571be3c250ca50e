package clickcounter.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Stops processes and lets them go on, as a machine that is paused does. */
final class Signals {
  private static final int MOST_WAITS = 500;
  private static final long WAIT_MS = 10;

  private Signals() {}

  /**
   * Stops it; returns when it stands.
   *
   * @throws Unproven when it does not
   */
  static void stop(ProcessHandle process) throws IOException, InterruptedException {
    send("STOP", process);
    for (int i = 0; i < MOST_WAITS; i++) {
      if (isStopped(process)) {
        return;
      }
      Thread.sleep(WAIT_MS);
    }
    throw new Unproven("process " + process.pid() + " does not stand after SIGSTOP");
  }

  static void goOn(ProcessHandle process) throws IOException, InterruptedException {
    if (process.isAlive()) {
      send("CONT", process);
    }
  }

  /** Whether all it does is standing still; false when that cannot be told. */
  static boolean isStopped(ProcessHandle process) throws IOException {
    Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    if (!Files.exists(stat)) {
      return false;
    }
    // PID (NAME) STATE …; a name may have any letters.
    String text = Files.readString(stat);
    return text.charAt(text.lastIndexOf(')') + 2) == 'T';
  }

  private static void send(String signal, ProcessHandle process)
      throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("kill -" + signal + ' ' + process.pid() + " ended with " + status);
    }
  }
}
