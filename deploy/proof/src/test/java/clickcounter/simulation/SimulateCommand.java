package clickcounter.simulation;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.LongPredicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Simulates lives of the whole system until the time is up, all seeds are lived, or one life breaks
 * the promise.
 */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs the production's event logs, tasks, ledgers and codecs in a deterministic simulation."
          + " Its services' disks fill up, its workers crash, old copies live on, replicas fail,"
          + " and messages are lost, late or doubled.",
      "Prints how many lives it ran, and how many events, crashes, siblings, doubts and overlaps"
          + " they had. When a life breaks the promise, it prints how, and the shortest script that"
          + " does so."
    },
    footer = {
      "",
      "Examples:",
      "  deploy/clicks dev simulate --for 5m",
      "  deploy/clicks dev simulate --seeds 1 --seed 10374"
    },
    exitCodeList = {"0:every life kept the promise", "2:one broke it"})
public final class SimulateCommand implements Callable<Integer> {
  /** Held, since the JDK forgets the level of a logger that nobody holds. */
  private static final Logger OURS = Logger.getLogger("clickcounter");

  private static final int SHORTENING_LIVES = 500;
  private static final int MOST_DRAWN = 1_000_000_000;
  private static final int SEEDS_A_LINE = 100;

  @Spec private CommandSpec spec;

  @ArgGroup(exclusive = true)
  private Length length = new Length();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "First seed; the following ones count up from it (default: random).")
  private Long seed;

  private static final class Length {
    @Option(
        names = "--for",
        paramLabel = "DURATION",
        converter = Durations.class,
        description = "How long to run (default: 1m).")
    private Duration time = Duration.ofMinutes(1);

    @Option(
        names = "--seeds",
        paramLabel = "N",
        description = "How many seeds to run, however long that takes.")
    private Long seeds;
  }

  @Override
  public Integer call() {
    LongPredicate goesOn = goesOn();
    // Simulated refusals would flood the log.
    OURS.setLevel(Level.OFF);
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    long first = seed == null ? new SecureRandom().nextInt(MOST_DRAWN) : seed;
    out.println("first seed: " + first);
    out.flush();
    Lives lives = new Lives(first);
    lives.liveWhile(
        done -> {
          if (done % SEEDS_A_LINE == 0) {
            err.println("simulate: " + done + " seeds, nothing broken so far");
            err.flush();
          }
          return goesOn.test(done);
        });
    lives.statistics().lines().forEach(out::println);
    if (lives.found() != null) {
      print(lives.found(), out);
    }
    out.flush();
    return lives.found() == null ? ExitCode.OK : ExitCode.WRONG;
  }

  /** Whether to go on when so many seeds have been run; the time begins now. */
  private LongPredicate goesOn() {
    if (length.seeds == null) {
      long startNs = System.nanoTime();
      return done -> System.nanoTime() - startNs < length.time.toNanos();
    }
    if (length.seeds < 1) {
      throw new ParameterException(
          spec.commandLine(), "--seeds: expected 1 or more, got " + length.seeds);
    }
    return done -> done < length.seeds;
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
