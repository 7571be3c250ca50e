package clickcounter.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Remembers a process that was started here. What the file names counts only while its command line
 * has this cluster's marks: nothing else is ever ended.
 */
final class PidFile {
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
      return ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
          .filter(process -> CommandLines.of(process).containsAll(marks));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }
}
