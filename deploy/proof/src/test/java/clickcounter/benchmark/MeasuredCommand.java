package clickcounter.benchmark;

import clickcounter.cli.Clicks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs commands of the launcher, each in a process of its own, and measures time and memory.
 *
 * <p>The memory is the most that Linux says was resident ({@code VmHWM}), looked up until the
 * process ends, and the most that the log of the garbage collector says was used before a
 * collection.
 */
final class MeasuredCommand {
  private static final long LOOK_EVERY_MS = 100;
  private static final Pattern RESIDENT = Pattern.compile("VmHWM:\\s+(\\d+) kB");
  private static final Pattern COLLECTED = Pattern.compile(" (\\d+)M->\\d+M\\(\\d+M\\) ");
  private static final int SHOWN_LINES = 15;

  private final Path directory;
  private final int heapMb;

  /**
   * @param directory for what the commands print
   * @param heapMb of each command, at most
   */
  MeasuredCommand(Path directory, int heapMb) {
    this.directory = directory;
    this.heapMb = heapMb;
  }

  /**
   * What one command took.
   *
   * @param status 137 if it was killed
   * @param processMb the most memory that was resident
   * @param heapMb the most heap before a collection; 0 if there was none
   * @param out what it printed to its standard output
   */
  record Ended(int status, double seconds, long processMb, long heapMb, String out) {}

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
        "clicks %s ended with %d, %s:%n%s%n%s"
            .formatted(
                String.join(" ", words),
                ended.status(),
                why,
                lastLines(ended.out()),
                lastLines(Files.readString(directory.resolve("err")))));
  }

  private Ended start(List<String> words, BooleanSupplier killWhen)
      throws IOException, InterruptedException {
    Path out = directory.resolve("out");
    Path gc = directory.resolve("gc");
    Files.deleteIfExists(gc);
    long startNs = System.nanoTime();
    Process process =
        new ProcessBuilder(line(words, gc))
            .redirectOutput(out.toFile())
            .redirectError(directory.resolve("err").toFile())
            .start();
    long residentKb = 0;
    try {
      while (!process.waitFor(LOOK_EVERY_MS, TimeUnit.MILLISECONDS)) {
        residentKb = Math.max(residentKb, residentKb(process.pid()));
        if (killWhen.getAsBoolean()) {
          process.destroyForcibly();
        }
      }
    } finally {
      process.destroyForcibly();
    }
    double seconds = (System.nanoTime() - startNs) / 1e9;
    return new Ended(
        process.exitValue(), seconds, residentKb >> 10, heapMb(gc), Files.readString(out));
  }

  private List<String> line(List<String> words, Path gc) {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heapMb + "m",
                "-Xlog:gc:file=" + gc,
                "-cp",
                System.getProperty("java.class.path"),
                Clicks.class.getName()));
    line.addAll(words);
    return line;
  }

  private static long residentKb(long pid) {
    try {
      return largest(RESIDENT, Files.readString(Path.of("/proc", Long.toString(pid), "status")));
    } catch (IOException e) {
      return 0; // It has ended.
    }
  }

  private static long heapMb(Path gc) throws IOException {
    return Files.exists(gc) ? largest(COLLECTED, Files.readString(gc)) : 0;
  }

  private static long largest(Pattern pattern, String text) {
    Stream<MatchResult> all = pattern.matcher(text).results();
    return all.mapToLong(found -> Long.parseLong(found.group(1))).max().orElse(0);
  }

  private static String lastLines(String text) {
    List<String> lines = text.lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
  }
}
