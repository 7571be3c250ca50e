package clickcounter.devcluster;

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

  private static final int ATTEMPTS = 20;

  private final Directories directories;

  Workers(Directories directories) {
    this.directories = directories;
  }

  /**
   * A running worker.
   *
   * @param topologyId Storm's id: the name, a number and the time of submission
   */
  public record WorkerProcess(
      String supervisor, String topologyId, int port, ProcessHandle process) {
    boolean isOf(String topology) {
      return topologyId.matches(Pattern.quote(topology) + "-\\d+-\\d+");
    }

    public String name() {
      return "worker-" + port;
    }

    /** Whether it is another process in the other one's slot. */
    public boolean replaces(WorkerProcess other) {
      return port == other.port && process.pid() != other.process.pid();
    }
  }

  /** All workers that run now. */
  public List<WorkerProcess> running() throws IOException {
    Path data = directories.data("any").getParent();
    if (!Files.isDirectory(data)) {
      return List.of();
    }
    return retry(
        "the workers in " + data + " cannot be listed",
        () -> {
          try (Stream<Path> files = Files.find(data, 5, (path, attributes) -> isPid(path))) {
            return files.map(this::worker).filter(Objects::nonNull).toList();
          }
        });
  }

  /** Reads files that others may delete meanwhile. */
  interface Listing<T> {
    T read() throws IOException;
  }

  /**
   * Retries a listing: it fails if a supervisor deletes files meanwhile. A directory that cannot be
   * read at all fails each time.
   */
  static <T> T retry(String failure, Listing<T> listing) throws IOException {
    for (int left = ATTEMPTS; ; left--) {
      try {
        return listing.read();
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

  private WorkerProcess worker(Path pidFile) {
    long pid = Long.parseLong(pidFile.getFileName().toString());
    ProcessHandle process = ProcessHandle.of(pid).orElse(null);
    if (process == null) {
      return null;
    }
    List<String> line = Processes.commandLine(process);
    int main = line.lastIndexOf(MAIN);
    // ... Worker TOPOLOGY_ID SUPERVISOR_ID SUPERVISOR_PORT PORT WORKER_ID
    if (main < 0 || line.size() < main + 6 || !isOurs(process)) {
      return null;
    }
    String supervisor = pidFile.getName(pidFile.getNameCount() - 5).toString();
    return new WorkerProcess(
        supervisor, line.get(main + 1), Integer.parseInt(line.get(main + 4)), process);
  }

  /** The workers of one topology. */
  public List<WorkerProcess> of(String topology) throws IOException {
    return running().stream().filter(worker -> worker.isOf(topology)).toList();
  }

  /** Kills a worker with {@code kill -9}. */
  public static void kill(WorkerProcess worker) throws IOException {
    worker.process().destroyForcibly();
    Processes.awaitEnd(worker.name(), worker.process());
  }

  /** Stops all workers. Their supervisors must have been stopped before. */
  public List<String> endAll() throws IOException {
    List<String> ended = new ArrayList<>();
    for (WorkerProcess worker : running()) {
      Processes.end(worker.name(), worker.process());
      ended.add(worker.name());
    }
    // Workers that were just launched have no pid file yet.
    for (ProcessHandle process : ProcessHandle.allProcesses().filter(this::isOurs).toList()) {
      Processes.end("a worker", process);
    }
    return ended;
  }

  /** Whether it is a worker, or a program that Storm runs between worker and supervisor. */
  private boolean isOurs(ProcessHandle process) {
    List<String> line = Processes.commandLine(process);
    return line.contains(MAIN) && line.contains("-Dstorm.home=" + directories.programs());
  }
}
