package clickcounter.benchmark;

import clickcounter.cli.Clicks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs commands of the launcher, each in a process of its own, and measures time and memory: the
 * most that Linux says was resident ({@code VmHWM}), looked up until the process ends.
 *
 * @param directory for what the commands print
 */
record MeasuredCommand(Path directory) {
  private static final long LOOK_EVERY_MS = 20;

  /** As the launcher: with what else a process needs, DuckDB for instance, it stays below 3 GB. */
  private static final List<String> JVM = List.of("-Xmx1g", "-XX:+UseParallelGC");

  private static final Pattern RESIDENT = Pattern.compile("VmHWM:\\s+(\\d+) kB");
  private static final int SHOWN_LINES = 15;

  /**
   * What one command took.
   *
   * @param status 137 if it was killed
   * @param cpuSeconds of all its threads
   * @param residentMb the most memory that was resident
   */
  record Ended(int status, double seconds, double cpuSeconds, long residentMb) {}

  /**
   * Runs it to its end.
   *
   * @throws IOException with the end of what it printed, if its status is none of these
   */
  Ended run(List<String> words, Integer... expected) throws IOException, InterruptedException {
    Ended ended = start(words, () -> false);
    if (!List.of(expected).contains(ended.status())) {
      throw failure(words, ended, "expected one of " + List.of(expected));
    }
    return ended;
  }

  /**
   * Kills it with SIGKILL when the condition holds.
   *
   * @throws IOException if it ends before that
   */
  Ended kill(List<String> words, BooleanSupplier when) throws IOException, InterruptedException {
    Ended ended = start(words, when);
    if (ended.status() <= 128) {
      throw failure(words, ended, "before it could be killed");
    }
    return ended;
  }

  private IOException failure(List<String> words, Ended ended, String why) throws IOException {
    return new IOException(
        "clicks %s ended with %d, %s:%n%s"
            .formatted(
                String.join(" ", words),
                ended.status(),
                why,
                lastLines(Files.readString(printed()))));
  }

  private Path printed() {
    return directory.resolve("printed");
  }

  private Ended start(List<String> words, BooleanSupplier killWhen)
      throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    Process process =
        new ProcessBuilder(line(words))
            .redirectErrorStream(true)
            .redirectOutput(printed().toFile())
            .start();
    long residentKb = 0;
    Duration cpu = Duration.ZERO;
    try {
      while (!process.waitFor(LOOK_EVERY_MS, TimeUnit.MILLISECONDS)) {
        residentKb = Math.max(residentKb, residentKb(process.pid()));
        cpu = process.info().totalCpuDuration().orElse(cpu);
        if (killWhen.getAsBoolean()) {
          process.destroyForcibly();
        }
      }
    } finally {
      process.destroyForcibly();
    }
    double seconds = (System.nanoTime() - startNs) / 1e9;
    return new Ended(process.exitValue(), seconds, cpu.toMillis() / 1e3, residentKb >> 10);
  }

  private List<String> line(List<String> words) {
    List<String> line =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    line.addAll(JVM);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Clicks.class.getName()));
    line.addAll(words);
    return line;
  }

  private static long residentKb(long pid) {
    try {
      String status = Files.readString(Path.of("/proc", Long.toString(pid), "status"));
      Matcher resident = RESIDENT.matcher(status);
      return resident.find() ? Long.parseLong(resident.group(1)) : 0;
    } catch (IOException e) {
      return 0; // It has ended.
    }
  }

  private static String lastLines(String text) {
    List<String> lines = text.lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
  }
}
