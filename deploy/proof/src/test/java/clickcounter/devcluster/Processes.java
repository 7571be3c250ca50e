package clickcounter.devcluster;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts and stops the processes of one cluster. They outlive the program that started them. */
final class Processes {
  private static final Path SETSID = Path.of("/usr/bin/setsid");
  private static final long STOP_MS = 15_000;
  private static final long KILL_MS = 5_000;
  private static final int SHOWN_LINES = 15;

  private final Directories directories;
  private boolean closed;

  Processes(Directories directories) {
    this.directories = directories;
  }

  Optional<ProcessHandle> find(String name) {
    return new PidFile(name, directories).process();
  }

  /** Refuses to start anything from now on. */
  synchronized void close() {
    closed = true;
  }

  synchronized ProcessHandle start(Program program) throws IOException {
    if (closed) {
      throw new IOException(program.name() + " is not started: the cluster is being stopped");
    }
    List<String> line = new ArrayList<>();
    // In a session of its own an interrupt at the terminal does not reach it. setsid keeps the pid.
    if (Files.isExecutable(SETSID)) {
      line.add(SETSID.toString());
    }
    line.addAll(program.commandLine(directories.root()));
    File log = directories.log(program.name()).toFile();
    Files.createDirectories(directories.logs());
    Process process =
        new ProcessBuilder(line)
            .directory(directories.root().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .start();
    new PidFile(program.name(), directories).write(process.pid());
    return process.toHandle();
  }

  /**
   * Stops a process if it runs: asks it to end, and kills it if it does not.
   *
   * @return whether it ran
   * @throws IOException if it does not end
   */
  boolean stop(String name) throws IOException {
    PidFile file = new PidFile(name, directories);
    Optional<ProcessHandle> process = file.process();
    if (process.isPresent()) {
      end(name, process.get());
    }
    file.delete();
    return process.isPresent();
  }

  /** Stops a process that is known to be ours. */
  static void end(String name, ProcessHandle process) throws IOException {
    process.destroy();
    if (!ends(process, STOP_MS)) {
      process.destroyForcibly();
      awaitEnd(name, process);
    }
  }

  static void awaitEnd(String name, ProcessHandle process) throws IOException {
    if (!ends(process, KILL_MS)) {
      throw new IOException(name + " (process " + process.pid() + ") does not end");
    }
  }

  private static boolean ends(ProcessHandle process, long withinMs) throws IOException {
    try {
      process.onExit().get(withinMs, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return !process.isAlive();
    } catch (ExecutionException e) {
      throw new IOException("cannot wait for process " + process.pid(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * The process, which was started and still runs.
   *
   * @throws IOException with its last lines of output, if it has ended
   */
  ProcessHandle requireRunning(String name) throws IOException {
    Optional<ProcessHandle> process = find(name);
    if (process.isEmpty()) {
      Path log = directories.log(name);
      throw new IOException(name + " has ended. The end of " + log + ": " + endOf(log));
    }
    return process.get();
  }

  /** The last lines; nothing if there is no such file. */
  static String endOf(Path log) throws IOException {
    if (!Files.exists(log)) {
      return "";
    }
    List<String> lines = Files.readString(log, StandardCharsets.ISO_8859_1).lines().toList();
    int from = Math.max(0, lines.size() - SHOWN_LINES);
    return String.join(" | ", lines.subList(from, lines.size()));
  }

  /**
   * The program and its arguments; empty if they are not known. A process id alone may belong to
   * another program by now.
   */
  static List<String> commandLine(ProcessHandle process) {
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
