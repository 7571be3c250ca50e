package clickcounter.benchmark;

import clickcounter.cli.Clicks;
import clickcounter.cli.ExitCode;
import clickcounter.cluster.ProcessMemory;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.tools.archive.ArchiveFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures the time and memory of an audit of a large archive. It runs the real command in a
 * process of its own, against documents of all ads and counters in a development node.
 */
@Command(
    name = "bench-audit",
    hidden = true,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures the time and peak memory of deploy/clicks audit on archives.",
      "First it counts the archives with the kernel's code. It leaves one event in N out and half as many",
      "unsettled, and puts the documents of all ads and counters into a development node of its own (kept in --data)."
    },
    footer = {
      "",
      "Example:",
      "  deploy/clicks generate --out /tmp/day --events 135000000 --ads 650000 --counters 48 --no-queue",
      "  deploy/clicks bench-audit --data /tmp/node --heap 4g --heap 1g /tmp/day/archive"
    })
final class AuditBenchCommand implements Callable<Integer> {
  private static final String FILLED = "filled.txt";
  private static final long POLL_MS = 50;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Archives")
  private List<Path> paths;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Where the node keeps its documents, for this archive alone.")
  private Path data;

  @Option(
      names = "--lost-one-in",
      defaultValue = "1000",
      paramLabel = "N",
      description = "Of each counter (default: ${DEFAULT-VALUE}).")
  private int lostOneIn;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "-Xmx of the audit's process; may be repeated (default: 4g).")
  private final List<String> heaps = new ArrayList<>();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private PrintWriter out;

  @Override
  public Integer call() throws InterruptedException {
    out = spec.commandLine().getOut();
    try {
      measure();
      return ExitCode.OK;
    } catch (IOException e) {
      spec.commandLine().getErr().println("clicks bench-audit: " + e.getMessage());
      return ExitCode.FAILED;
    }
  }

  private void measure() throws IOException, InterruptedException {
    try (DevNode node = DevNode.start(DevNodeConfig.in(data.resolve("riak")).withPort(0))) {
      String riak = "127.0.0.1:" + node.port();
      if (!Files.exists(data.resolve(FILLED))) {
        say("counting the archives and putting the documents …");
        String filled = new ArchiveCount(paths, lostOneIn).putInto(riak);
        Files.writeString(data.resolve(FILLED), filled);
      }
      say("%s", Files.readString(data.resolve(FILLED)));
      for (String heap : heaps.isEmpty() ? List.of("4g") : heaps) {
        measure(heap, riak);
      }
    }
  }

  private void say(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }

  private void measure(String heap, String riak) throws IOException, InterruptedException {
    Path output = data.resolve("audit-" + heap + ".txt");
    long start = System.nanoTime();
    Process audit =
        new ProcessBuilder(commandLine(heap, riak))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    long peakMb = 0;
    while (audit.isAlive()) {
      peakMb = Math.max(peakMb, ProcessMemory.peakMb(audit.pid()));
      Thread.sleep(POLL_MS);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    say(
        "-Xmx%s: %.0f s, the process took %,d MB at most, exit code %d",
        heap, seconds, peakMb, audit.waitFor());
    try (Stream<String> lines = Files.lines(output)) {
      lines.filter(AuditBenchCommand::isSummary).forEach(line -> say("    %s", line));
    }
  }

  private static boolean isSummary(String line) {
    return !line.contains(": 1") && !line.startsWith("audit: ") && !line.startsWith("  host");
  }

  private List<String> commandLine(String heap, String riak) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx" + heap, "-XX:+UseParallelGC", "-XX:+ExitOnOutOfMemoryError"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Clicks.class.getName()));
    line.addAll(List.of("audit", "--riak", riak));
    ArchiveFiles.find(paths).files().forEach(file -> line.add(file.toString()));
    return line;
  }
}
