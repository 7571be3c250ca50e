package clickcounter.simulation;

import clickcounter.cli.Durations;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.LongPredicate;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options of a command that tries seed after seed, for a while or a number of them. */
public final class SeededRun {
  private static final int MOST_DRAWN = 1_000_000_000;

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  private CommandLine.Model.CommandSpec command;

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

  /** Whether to go on when so many seeds have been run; the time begins now. */
  public LongPredicate goesOn() {
    if (length.seeds == null) {
      long startNs = System.nanoTime();
      return done -> System.nanoTime() - startNs < length.time.toNanos();
    }
    if (length.seeds < 1) {
      throw new CommandLine.ParameterException(
          command.commandLine(), "--seeds: expected 1 or more, got " + length.seeds);
    }
    return done -> done < length.seeds;
  }

  /** When it ends, for people. */
  public String end() {
    return length.seeds == null ? length.time.toSeconds() + " s" : length.seeds + " seeds";
  }

  /** The first seed, drawn if none was given; it is printed, so that what fails can be repeated. */
  public long firstSeed(PrintWriter out) {
    long first = seed == null ? new SecureRandom().nextInt(MOST_DRAWN) : seed;
    out.println("first seed: " + first);
    out.flush();
    return first;
  }
}
