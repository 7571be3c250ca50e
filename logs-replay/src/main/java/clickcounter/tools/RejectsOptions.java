package clickcounter.tools;

import clickcounter.cli.Durations;
import clickcounter.tools.rejects.RejectsFilter;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import picocli.CommandLine.Option;

/** Options that say which rejected lines are meant. */
final class RejectsOptions {
  @Option(
      names = "--reason",
      paramLabel = "LABEL",
      description = "Only lines rejected for this reason, such as document-blocked; repeatable")
  private Set<String> reasons = new LinkedHashSet<>();

  @Option(
      names = "--counter",
      paramLabel = "ID",
      description = "Only lines of this counter; repeatable")
  private Set<String> counters = new LinkedHashSet<>();

  @Option(names = "--ad", paramLabel = "ID", description = "Only lines of this ad; repeatable")
  private Set<String> ads = new LinkedHashSet<>();

  @Option(
      names = "--newer-than",
      paramLabel = "DURATION",
      converter = Durations.class,
      description = "Only lines rejected within this time, such as 10m or 2h")
  private Duration newerThan;

  @Option(
      names = "--older-than",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "0s",
      description = "Only lines rejected longer ago")
  private Duration olderThan;

  /** Whether any option narrows the lines. */
  boolean isNarrow() {
    return !reasons.isEmpty()
        || !counters.isEmpty()
        || !ads.isEmpty()
        || newerThan != null
        || !olderThan.isZero();
  }

  /** The filter; it excludes lines that are rejected from now on. */
  RejectsFilter filter(Clock clock) {
    long nowMs = clock.millis();
    return new RejectsFilter(
        reasons,
        counters,
        ads,
        newerThan == null ? Long.MIN_VALUE : nowMs - newerThan.toMillis(),
        nowMs - olderThan.toMillis());
  }
}
