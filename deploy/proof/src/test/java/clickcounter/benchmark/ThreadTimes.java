package clickcounter.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Processor time of each kind of thread since a moment, as Linux reports it for threads of this
 * process, those of the JVM included. What a thread used after the last sample before its end is
 * missing. Where the system reports nothing, all times are 0. Not thread-safe.
 */
final class ThreadTimes {
  /** Linux counts in ticks of 10 ms for programs, whatever its own clock is. */
  static final double SECONDS_A_TICK = 0.01;

  /** Fields after the name in parentheses: the state is the first, utime and stime follow. */
  private static final int UTIME_FIELD = 11;

  private final Path directory;
  private final Map<String, Stat> last = new HashMap<>();

  /** The threads of the first sample. Others began at 0. */
  private final Map<String, Stat> first;

  private record Stat(String name, long ticks) {}

  /** The times from now on of the threads in a directory as Linux has it for a process. */
  ThreadTimes(Path directory) {
    this.directory = directory;
    sample();
    first = Map.copyOf(last);
  }

  /** Reads the times. To be called at least each second, because threads end. */
  void sample() {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(directory)) {
      for (Path task : tasks) {
        Stat stat = read(task.resolve("stat"));
        if (stat != null) {
          last.put(task.getFileName().toString(), stat);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the threads' times cannot be read", e);
    }
  }

  /** Null if the thread has ended. */
  private static Stat read(Path file) {
    try {
      String line = Files.readString(file);
      int end = line.lastIndexOf(')');
      String[] fields = line.substring(end + 2).split(" ");
      return new Stat(
          line.substring(line.indexOf('(') + 1, end),
          Long.parseLong(fields[UTIME_FIELD]) + Long.parseLong(fields[UTIME_FIELD + 1]));
    } catch (IOException e) {
      return null;
    }
  }

  /** Seconds of processor time of each kind until the last sample. */
  Map<ThreadKind, Double> seconds() {
    Map<ThreadKind, Double> seconds = new EnumMap<>(ThreadKind.class);
    last.forEach(
        (id, stat) -> {
          long ticks = stat.ticks() - (first.containsKey(id) ? first.get(id).ticks() : 0);
          seconds.merge(ThreadKind.of(stat.name()), ticks * SECONDS_A_TICK, Double::sum);
        });
    return seconds;
  }
}
