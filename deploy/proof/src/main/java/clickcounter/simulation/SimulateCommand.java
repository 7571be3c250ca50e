package clickcounter.simulation;

import clickcounter.cli.ExitCode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Simulates lives of the whole system for a while, or until one breaks the promise. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs the production's event logs, tasks, ledgers and codecs in a deterministic simulation: services whose disks"
          + " fill up, a store of three replicas, a queue, crashes, old copies that live on, messages lost, late and twice.",
      "Prints lives a minute of processor time, and lives, events, crashes, conflicts, doubts and overlaps a minute; when a life breaks the promise, how,"
          + " and the shortest script found that does."
    },
    footer = {
      "",
      "Examples:",
      "  deploy/clicks simulate --minutes 5",
      "  deploy/clicks simulate --minutes 0 --seed 10374"
    },
    exitCodeList = {"0:every life kept the promise", "2:one broke it"})
public final class SimulateCommand implements Callable<Integer> {
  private static final int SHORTENING_LIVES = 500;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private SeededRun seeded;

  @Override
  public Integer call() {
    long nanos = seeded.nanos();
    // Simulated refusals are no news; takes effect as long as nothing was logged before.
    System.setProperty("log4j2.configurationFile", "classpath:clickcounter/simulation/log4j2.xml");
    PrintWriter out = spec.commandLine().getOut();
    long first = seeded.firstSeed(out);
    Lives lives = new Lives(first);
    try (StillRunning line = StillRunning.of("simulate", nanos, spec.commandLine().getErr())) {
      lives.liveFor(nanos);
    }
    lives.perMinute().forEach(out::println);
    if (lives.failed() != null) {
      print(lives.failed(), out);
    }
    out.flush();
    return lives.failed() == null ? ExitCode.OK : ExitCode.WRONG;
  }

  private static void print(Life.Result failed, PrintWriter out) {
    out.println(
        "FAILED: seed " + failed.script().seed() + ": " + failed.check() + ": " + failed.failure());
    out.println("looking for a shorter script in which the same is wrong …");
    out.flush();
    Life.Result shortest = new Shortening(failed, SHORTENING_LIVES).shortest();
    out.println("shortest: " + shortest.failure());
    shortest.script().lines().forEach(out::println);
  }
}
