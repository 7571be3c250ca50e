package clickcounter.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads how a process was started: a process id alone may by now belong to another program. */
public final class CommandLines {
  private CommandLines() {}

  /** The arguments of a process, the program first; empty when that is not known. */
  public static List<String> of(ProcessHandle process) {
    // Java's own view leaves out command lines longer than a page, and Storm's are.
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
