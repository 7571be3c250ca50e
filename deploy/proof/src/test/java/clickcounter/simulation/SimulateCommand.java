package clickcounter.simulation;

import clickcounter.cli.ExitCode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.LongPredicate;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.config.Configurator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Simulates lives of the whole system until the time is up, all seeds are lived, or one life breaks
 * the promise.
 */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs the production's event logs, tasks, ledgers and codecs in a deterministic simulation. Its services' disks"
          + " fill up, its workers crash, old copies live on, replicas fail, and messages are lost, late or doubled.",
      "Prints how many lives it ran per minute of processor time, and lives, events, crashes, siblings, doubts and"
          + " overlaps per minute. When a life breaks the promise, it prints how, and the shortest script that does so."
    },
    footer = {
      "",
      "Examples:",
      "  deploy/clicks dev simulate --for 5m",
      "  deploy/clicks dev simulate --seeds 1 --seed 10374"
    },
    exitCodeList = {"0:every life kept the promise", "2:one broke it"})
public final class SimulateCommand implements Callable<Integer> {
  private static final int SHORTENING_LIVES = 500;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private SeededRun seeded;

  @Override
  public Integer call() {
    LongPredicate goesOn = seeded.goesOn();
    // Simulated refusals would flood the log.
    Configurator.setAllLevels(LogManager.ROOT_LOGGER_NAME, Level.OFF);
    PrintWriter out = spec.commandLine().getOut();
    long first = seeded.firstSeed(out);
    Lives lives = new Lives(first);
    try (StillRunning line =
        StillRunning.of("simulate", seeded.end(), spec.commandLine().getErr())) {
      lives.liveWhile(goesOn);
    }
    lives.perMinute().forEach(out::println);
    if (lives.found() != null) {
      print(lives.found(), out);
    }
    out.flush();
    return lives.found() == null ? ExitCode.OK : ExitCode.WRONG;
  }

  private static void print(Life.Result failed, PrintWriter out) {
    out.println(
        "FAILED: seed " + failed.script().seed() + ": " + failed.check() + ": " + failed.failure());
    out.println("looking for a shorter script that fails the same check …");
    out.flush();
    Life.Result shortest = new Shortening(failed, SHORTENING_LIVES).shortest();
    out.println("shortest: " + shortest.failure());
    shortest.script().lines().forEach(out::println);
  }
}
