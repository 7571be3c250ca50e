package clickcounter.tools.statement;

import clickcounter.event.EventKind;
import java.util.Comparator;

/**
 * A verdict that was counted.
 *
 * @param eventId the verdict's own
 * @param atMs when the click happened
 * @param amountMicros what the click costs
 */
record Correction(
    String eventId, EventKind kind, String clickId, long atMs, long amountMicros, String reason) {
  /** In the order of the clicks; of one click, an invalidation comes first. */
  static final Comparator<Correction> ORDER =
      Comparator.comparingLong(Correction::atMs)
          .thenComparing(Correction::clickId)
          .thenComparing(Correction::kind)
          .thenComparing(Correction::eventId);

  /** What it adds to the costs; below zero if it takes the click back. */
  long costMicros() {
    return kind.clicks() * amountMicros;
  }
}
