package clickcounter.simulation;

import clickcounter.cli.Durations;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options of a command that tries seed after seed for a while. */
public final class SeededRun {
  private static final int MOST_DRAWN = 1_000_000_000;

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "1m",
      description = "How long to run (default: ${DEFAULT-VALUE}; 0s: one seed).")
  private Duration time;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "First seed; the following ones count up from it (default: random).")
  private Long seed;

  /** How long. */
  public long nanos() {
    return time.toNanos();
  }

  /** The first seed, drawn if none was given; it is printed, so that what fails can be repeated. */
  public long firstSeed(PrintWriter out) {
    long first = seed == null ? new SecureRandom().nextInt(MOST_DRAWN) : seed;
    out.println("first seed: " + first);
    out.flush();
    return first;
  }
}
