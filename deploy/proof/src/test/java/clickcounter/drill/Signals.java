package clickcounter.drill;

import clickcounter.cli.SystemCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Pauses and resumes processes. */
final class Signals {
  private Signals() {}

  /**
   * Pauses a process, and waits until it is paused.
   *
   * @throws Unproven if it is not
   */
  static void stop(ProcessHandle process, TestBed bed) throws IOException, InterruptedException {
    send("STOP", process);
    bed.awaitFault("process " + process.pid() + " to stand still", () -> isStopped(process));
  }

  static void resume(ProcessHandle process) throws IOException {
    if (process.isAlive()) {
      send("CONT", process);
    }
  }

  /** Whether a process is paused; false where the system does not tell. */
  private static boolean isStopped(ProcessHandle process) throws IOException {
    Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    if (!Files.exists(stat)) {
      return false;
    }
    // PID (NAME) STATE …; a name may contain parentheses.
    String text = Files.readString(stat);
    return text.charAt(text.lastIndexOf(')') + 2) == 'T';
  }

  private static void send(String signal, ProcessHandle process) throws IOException {
    SystemCommand.run("kill", "-" + signal, Long.toString(process.pid()));
  }
}
