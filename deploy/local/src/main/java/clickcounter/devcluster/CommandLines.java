package clickcounter.devcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads the command lines of processes: a process id alone may belong to another program by now.
 */
public final class CommandLines {
  private CommandLines() {}

  /** The program and its arguments; empty if they are not known. */
  public static List<String> of(ProcessHandle process) {
    // ProcessHandle.Info omits command lines longer than 4 KB, and Storm's are longer.
    Path linux = Path.of("/proc", Long.toString(process.pid()), "cmdline");
    try {
      if (Files.isReadable(linux)) {
        String line = Files.readString(linux);
        return line.isEmpty() ? List.of() : List.of(line.split("\0"));
      }
    } catch (IOException e) {
      return List.of(); // It has just ended.
    }
    return process.info().arguments().map(List::of).orElse(List.of());
  }
}
