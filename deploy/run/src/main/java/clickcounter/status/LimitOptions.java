package clickcounter.status;

import clickcounter.cli.Durations;
import clickcounter.status.Verdict.Limits;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Options that say from when on an operator has to act. */
public final class LimitOptions {
  @Option(
      names = "--gaps-after",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "10m",
      description =
          "An operator has to act when events are missing for this long. Default: ${DEFAULT-VALUE}")
  private Duration gapsAfter;

  @Option(
      names = "--drain-within",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "1h",
      description =
          "An operator has to act when the queue takes longer to drain. Default: ${DEFAULT-VALUE}")
  private Duration drainWithin;

  @Option(
      names = "--rejects",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "An operator has to act when more messages are in the queue of rejects. Default:"
              + " ${DEFAULT-VALUE}")
  private long rejects;

  @Option(
      names = "--silent-after",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "10m",
      description =
          "An open counter is alive if its last event is younger than this, else silent. Default:"
              + " ${DEFAULT-VALUE}")
  private Duration silentAfter;

  /** As a person has them who gives no option. */
  public static LimitOptions usual() {
    return CommandLine.populateCommand(new LimitOptions());
  }

  /**
   * The limits, for a topology with this setting, and any number of workers.
   *
   * @throws IllegalArgumentException naming the option that is wrong
   */
  public Limits limits(long deferralMs) {
    if (rejects < 0) {
      throw new IllegalArgumentException("--rejects: expected 0 or more, got " + rejects);
    }
    return new Limits(gapsAfter, silentAfter, drainWithin, deferralMs, rejects, 0);
  }
}
