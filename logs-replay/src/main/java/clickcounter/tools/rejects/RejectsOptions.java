package clickcounter.tools.rejects;

import clickcounter.tools.common.InstantMs;
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
      names = "--since",
      paramLabel = "T",
      converter = InstantMs.class,
      defaultValue = "0",
      description =
          "Only lines rejected at this time or later: 2026-06-01T12:00:00Z, 2026-06-01, or ms"
              + " since 1970")
  private Long fromMs;

  @Option(
      names = "--until",
      paramLabel = "T",
      converter = InstantMs.class,
      description = "Only lines rejected before this time")
  private Long toMs;

  /** Whether any option narrows the lines. */
  boolean isNarrow() {
    return !reasons.isEmpty()
        || !counters.isEmpty()
        || !ads.isEmpty()
        || fromMs > 0
        || toMs != null;
  }

  RejectsFilter filter() {
    return new RejectsFilter(reasons, counters, ads, fromMs, toMs == null ? Long.MAX_VALUE : toMs);
  }
}
