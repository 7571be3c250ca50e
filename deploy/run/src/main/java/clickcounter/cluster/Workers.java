package clickcounter.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The worker processes that the supervisors of a cluster have started. */
public final class Workers {
  private static final String MAIN = "org.apache.storm.daemon.worker.Worker";

  private static final int LOOKS = 20;

  private final Directories directories;

  Workers(Directories directories) {
    this.directories = directories;
  }

  /**
   * A worker that runs.
   *
   * @param topologyId Storm's: the name, a number and the time of submission
   */
  public record Worker(String supervisor, String topologyId, int port, ProcessHandle process) {
    boolean isOf(String topology) {
      return topologyId.matches(Pattern.quote(topology) + "-\\d+-\\d+");
    }

    public String name() {
      return "worker-" + port;
    }

    /** Whether it has the other one's place. */
    public boolean replaces(Worker other) {
      return port == other.port && process.pid() != other.process.pid();
    }
  }

  /** All that run now. */
  public List<Worker> running() throws IOException {
    Path data = directories.data("any").getParent();
    if (!Files.isDirectory(data)) {
      return List.of();
    }
    return again(
        "the workers in " + data + " cannot be listed",
        () -> {
          try (Stream<Path> files = Files.find(data, 5, (path, attributes) -> isPid(path))) {
            return files.map(this::worker).filter(Objects::nonNull).toList();
          }
        });
  }

  /** A look at files that others may delete meanwhile. */
  interface Look<T> {
    T now() throws IOException;
  }

  /** Supervisors clean up while we look; a directory that cannot be read stays so. */
  static <T> T again(String failure, Look<T> look) throws IOException {
    for (int left = LOOKS; ; left--) {
      try {
        return look.now();
      } catch (UncheckedIOException e) {
        if (left == 1) {
          throw new IOException(failure + ": " + e.getCause(), e);
        }
      }
    }
  }

  /** {@code data/SUPERVISOR/workers/ID/pids/PID}: how supervisors remember their workers. */
  private static boolean isPid(Path path) {
    return path.getParent().endsWith("pids") && path.getFileName().toString().matches("\\d+");
  }

  private Worker worker(Path pidFile) {
    long pid = Long.parseLong(pidFile.getFileName().toString());
    ProcessHandle process = ProcessHandle.of(pid).orElse(null);
    if (process == null) {
      return null;
    }
    List<String> line = CommandLines.of(process);
    int main = line.lastIndexOf(MAIN);
    // ... Worker TOPOLOGY_ID SUPERVISOR_ID SUPERVISOR_PORT PORT WORKER_ID
    if (main < 0 || line.size() < main + 6 || !isOurs(process)) {
      return null;
    }
    String supervisor = pidFile.getName(pidFile.getNameCount() - 5).toString();
    return new Worker(
        supervisor, line.get(main + 1), Integer.parseInt(line.get(main + 4)), process);
  }

  /** Those of one topology. */
  public List<Worker> of(String topology) throws IOException {
    return running().stream().filter(worker -> worker.isOf(topology)).toList();
  }

  /** Ends a worker as an accident does: at once, with nothing of its own done before. */
  public static void kill(Worker worker) throws IOException {
    worker.process().destroyForcibly();
    Processes.awaitEnd(worker.name(), worker.process());
  }

  /** Ends all workers; their supervisors have to be ended before. */
  public List<String> endAll() throws IOException {
    List<String> ended = new ArrayList<>();
    for (Worker worker : running()) {
      Processes.end(worker.name(), worker.process());
      ended.add(worker.name());
    }
    // Those that had just been launched have not said yet who they are.
    for (ProcessHandle process : ProcessHandle.allProcesses().filter(this::isOurs).toList()) {
      Processes.end("a worker", process);
    }
    return ended;
  }

  /** Workers, and the programs that Storm puts between them and their supervisors. */
  private boolean isOurs(ProcessHandle process) {
    List<String> line = CommandLines.of(process);
    return line.contains(MAIN) && line.contains("-Dstorm.home=" + directories.programs());
  }
}
