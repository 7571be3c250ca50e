package clickcounter.cluster;

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
 * Remembers a process that was started here. What the file names counts only while its command line
 * has this cluster's marks: nothing else is ever ended.
 */
final class PidFile {
  /** While a process turns into another program its command line is empty, or a part of it. */
  private static final int EXEC_LOOKS = 100;

  private static final int EXEC_LOOK_MS = 5;

  /** A process that is older is what it is: one that has another's number costs no wait. */
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

  /** The process, if it runs and is the one that was started. */
  Optional<ProcessHandle> process() {
    try {
      return ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).filter(this::isOurs);
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private boolean isOurs(ProcessHandle process) {
    boolean ours = hasMarks(process);
    for (int look = 0;
        !ours && process.isAlive() && look < EXEC_LOOKS && isYoung(process, Instant.now());
        look++) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(EXEC_LOOK_MS));
      ours = hasMarks(process);
    }
    return ours;
  }

  /** Whether it may still be turning into the program that it was started for. */
  static boolean isYoung(ProcessHandle process, Instant now) {
    return process
        .info()
        .startInstant()
        .map(start -> Duration.between(start, now).compareTo(YOUNG) < 0)
        .orElse(true);
  }

  private boolean hasMarks(ProcessHandle process) {
    return CommandLines.of(process).containsAll(marks);
  }
}
