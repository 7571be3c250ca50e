package clickcounter.devcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The process id of a process of this cluster. It is valid only if the process has this cluster's
 * marks on its command line: no other process is ever stopped.
 */
final class PidFile {
  /** During {@code exec} the command line of a process is empty or incomplete. */
  private static final int EXEC_CHECKS = 100;

  private static final int EXEC_CHECK_MS = 5;

  /** An older process is past its {@code exec}: if it has no marks, it is not ours. */
  private static final Duration YOUNG = Duration.ofSeconds(30);

  private final Path file;
  private final List<String> marks;

  PidFile(String process, Directories directories) {
    this.file = directories.pidFile(process);
    this.marks = Program.marks(process, directories.root());
  }

  void write(long pid) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, Long.toString(pid));
  }

  void delete() throws IOException {
    Files.deleteIfExists(file);
  }

  /** The process, if it runs and is ours. */
  Optional<ProcessHandle> process() {
    try {
      return ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).filter(this::isOurs);
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private boolean isOurs(ProcessHandle process) {
    boolean ours = hasMarks(process);
    for (int check = 0;
        !ours && process.isAlive() && check < EXEC_CHECKS && isYoung(process, Instant.now());
        check++) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(EXEC_CHECK_MS));
      ours = hasMarks(process);
    }
    return ours;
  }

  /** Whether it may still be executing the commands before its program. */
  static boolean isYoung(ProcessHandle process, Instant now) {
    return process
        .info()
        .startInstant()
        .map(start -> Duration.between(start, now).compareTo(YOUNG) < 0)
        .orElse(true);
  }

  private boolean hasMarks(ProcessHandle process) {
    return Processes.commandLine(process).containsAll(marks);
  }
}
