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
  private static final double SECONDS_A_TICK = 0.01;

  /** Fields after the name in parentheses: the state is the first, utime and stime follow. */
  private static final int UTIME_FIELD = 11;

  private final Path directory;
  private final Map<String, Thread> threads = new HashMap<>();

  private static final class Thread {
    final long firstTicks;
    String name;
    long lastTicks;

    Thread(long firstTicks) {
      this.firstTicks = firstTicks;
    }
  }

  private record Stat(String name, long ticks) {}

  private ThreadTimes(Path directory) {
    this.directory = directory;
  }

  /** The times of this process from now on. */
  static ThreadTimes ofThisProcess() {
    return in(Path.of("/proc/self/task"));
  }

  /** The times from now on of the threads in a directory as Linux has it for a process. */
  static ThreadTimes in(Path directory) {
    ThreadTimes times = new ThreadTimes(directory);
    times.sample(true);
    return times;
  }

  /** Reads the times. To be called at least each second, because threads end. */
  void sample() {
    sample(false);
  }

  private void sample(boolean first) {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(directory)) {
      for (Path task : tasks) {
        Stat stat = read(task.resolve("stat"));
        if (stat != null) {
          // A thread that was not there at the first sample began at 0.
          Thread thread =
              threads.computeIfAbsent(
                  task.getFileName().toString(), id -> new Thread(first ? stat.ticks() : 0));
          thread.name = stat.name();
          thread.lastTicks = stat.ticks();
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
    for (Thread thread : threads.values()) {
      seconds.merge(
          ThreadKind.of(thread.name),
          (thread.lastTicks - thread.firstTicks) * SECONDS_A_TICK,
          Double::sum);
    }
    return seconds;
  }
}
