package clickcounter.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Trees;
import clickcounter.simulation.SeededRun;
import clickcounter.simulation.StillRunning;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Troubles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.LongPredicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Feeds damaged input to every reader of outside data. */
@Command(
    name = "fuzz",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Damages event lines, messages, documents, states' messages, tuples, archive files and the files of days, and"
          + " reads them. Nothing may crash or hang, every readable event must be read, and a damaged document must be"
          + " refused or read as its own text says.",
      "Prints inputs per second by target. When a promise is broken, it prints the seed and the input."
    },
    footer = {
      "",
      "Examples:",
      "  deploy/clicks dev fuzz --for 60m",
      "  deploy/clicks dev fuzz --for 60m ../archive/20131030.ndjson.gz",
      "  deploy/clicks dev fuzz --seeds 1 --seed 4711"
    },
    exitCodeList = {"0:every promise was kept", "2:one was broken", "3:a file could not be used"})
public final class FuzzCommand implements Callable<Integer> {
  private static final int MOST_LINES = 100_000;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private SeededRun seeded;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description =
          "Archive files whose lines are damaged (default: built-in lines of every kind).")
  private List<Path> files = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    LongPredicate goesOn = seeded.goesOn();
    PrintWriter out = spec.commandLine().getOut();
    SampleLines samples = samples();
    if (samples == null) {
      return ExitCode.FAILED;
    }
    long first = seeded.firstSeed(out);
    Path scratch = Files.createTempDirectory("clicks-fuzz-");
    Fuzzer fuzzer = new Fuzzer(Fuzzer.targets(samples, scratch), first);
    try (StillRunning line = StillRunning.of("fuzz", seeded.end(), spec.commandLine().getErr())) {
      fuzzer.runWhile(goesOn);
    } finally {
      Trees.delete(scratch);
    }
    print(fuzzer, out);
    return fuzzer.failure() == null ? ExitCode.OK : ExitCode.WRONG;
  }

  private SampleLines samples() {
    if (files.isEmpty()) {
      return SampleLines.ofEveryKind();
    }
    Troubles troubles = new Troubles();
    List<String> lines = linesOf(files, troubles);
    if (lines.isEmpty()) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("fuzz: found no event line to damage in " + files);
      troubles.kept().stream().limit(5).forEach(err::println);
      err.flush();
      return null;
    }
    return new SampleLines(lines);
  }

  /** The first event lines of these files. */
  static List<String> linesOf(List<Path> files, Troubles troubles) {
    List<String> lines = new ArrayList<>();
    new ArchiveScan(files, 1, troubles, ScanProgress.NONE)
        .run(
            () ->
                (event, bytes, from, to, file, number) -> {
                  if (lines.size() < MOST_LINES) {
                    lines.add(new String(bytes, from, to - from, UTF_8));
                  }
                });
    return lines;
  }

  private static void print(Fuzzer fuzzer, PrintWriter out) {
    out.printf("%-20s %14s %12s%n", "target", "inputs", "a second");
    for (Fuzzer.Tally tally : fuzzer.tallies()) {
      out.printf(
          Locale.ROOT,
          "%-20s %,14d %,12.0f%n",
          tally.target(),
          tally.inputs(),
          tally.inputsPerSecond());
    }
    Fuzzer.Failure failure = fuzzer.failure();
    if (failure != null) {
      out.println("FAILED: " + failure.target() + ", seed " + failure.seed());
      out.println("input: " + failure.input());
      out.println(failure.what());
    }
    out.flush();
  }
}
