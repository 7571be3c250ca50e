package clickcounter.tools.rejects;

import clickcounter.event.RejectReason;
import clickcounter.tools.common.RejectedLine;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Which rejected lines are meant. An empty set means any.
 *
 * @param reasons labels of {@link RejectReason}
 * @param fromMs the line was rejected at this time or later
 * @param untilMs and before this time
 */
public record RejectsFilter(
    Set<String> reasons, Set<String> counters, Set<String> ads, long fromMs, long untilMs) {
  /** All lines. */
  public static final RejectsFilter ALL =
      new RejectsFilter(Set.of(), Set.of(), Set.of(), Long.MIN_VALUE, Long.MAX_VALUE);

  public RejectsFilter {
    reasons = Set.copyOf(reasons);
    counters = Set.copyOf(counters);
    ads = Set.copyOf(ads);
    List<String> known = Arrays.stream(RejectReason.values()).map(RejectReason::label).toList();
    for (String reason : reasons) {
      if (!known.contains(reason)) {
        throw new IllegalArgumentException(
            "--reason: expected one of " + known + ", found '" + reason + "'");
      }
    }
    if (fromMs >= untilMs) {
      throw new IllegalArgumentException(
          "expected --since before --until, got "
              + Instant.ofEpochMilli(fromMs)
              + " and "
              + Instant.ofEpochMilli(untilMs));
    }
  }

  boolean accepts(RejectedLine line) {
    return (reasons.isEmpty() || reasons.contains(line.reason()))
        && (counters.isEmpty() || counters.contains(line.counterId()))
        && (ads.isEmpty() || ads.contains(line.adId()))
        && fromMs <= line.rejectedAtMs()
        && line.rejectedAtMs() < untilMs;
  }
}
