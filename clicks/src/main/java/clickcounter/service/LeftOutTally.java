package clickcounter.service;

import clickcounter.service.Outbox.Line;
import java.util.List;
import java.util.Optional;

/** Sums up events that were left out, to report them together. */
final class LeftOutTally {
  private long first = Long.MAX_VALUE;
  private long last = -1;
  private long events;

  static LeftOutTally of(List<Line> lines) {
    LeftOutTally tally = new LeftOutTally();
    lines.forEach(line -> tally.add(line.sequence()));
    return tally;
  }

  void add(long sequence) {
    first = Math.min(first, sequence);
    last = Math.max(last, sequence);
    events++;
  }

  /** Returns the sum since the last call and starts from zero; empty when there is nothing. */
  Optional<LeftOut> drain(String counterId, String reason) {
    if (events == 0) {
      return Optional.empty();
    }
    LeftOut sum = new LeftOut(counterId, first, last, events, reason);
    first = Long.MAX_VALUE;
    last = -1;
    events = 0;
    return Optional.of(sum);
  }
}
