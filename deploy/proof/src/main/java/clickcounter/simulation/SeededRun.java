package clickcounter.simulation;

import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options of a command that tries seed after seed for a while. */
public final class SeededRun {
  private static final int MOST_DRAWN = 1_000_000_000;

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "1",
      description = "Minutes to run (default: ${DEFAULT-VALUE}; 0: one seed).")
  private double minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "First seed; the following ones count up from it (default: random).")
  private Long seed;

  /**
   * How long.
   *
   * @throws CommandLine.ParameterException when it is no time
   */
  public long nanos() {
    if (!(minutes >= 0)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--minutes: expected at least 0, found " + minutes);
    }
    return (long) (minutes * TimeUnit.MINUTES.toNanos(1));
  }

  /** The first seed, drawn if none was given; it is printed, so that what fails can be repeated. */
  public long firstSeed(PrintWriter out) {
    long first = seed == null ? new SecureRandom().nextInt(MOST_DRAWN) : seed;
    out.println("first seed: " + first);
    out.flush();
    return first;
  }
}
