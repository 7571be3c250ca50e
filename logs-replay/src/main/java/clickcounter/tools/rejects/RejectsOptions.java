package clickcounter.tools.rejects;

import clickcounter.event.RejectReason;
import clickcounter.tools.common.RejectedLine;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
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

  Predicate<RejectedLine> filter() {
    List<String> known = Arrays.stream(RejectReason.values()).map(RejectReason::label).toList();
    for (String reason : reasons) {
      if (!known.contains(reason)) {
        throw new IllegalArgumentException(
            "--reason: expected one of " + known + ", found '" + reason + "'");
      }
    }
    return line ->
        (reasons.isEmpty() || reasons.contains(line.reason()))
            && (counters.isEmpty() || counters.contains(line.counterId()));
  }
}
