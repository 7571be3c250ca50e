package clickcounter.states;

import clickcounter.document.AdState;
import clickcounter.document.AdTotals;
import java.util.Objects;

/**
 * The latest known state of an ad, from a message or from its document.
 *
 * <p>A document may show a write that is lost again, so its own number proves nothing. The stored
 * number of a state that was read is the number of the newest write in it that is known to be
 * stored by a quorum. It is 0 if there is none.
 *
 * @param costMicros of all clicks; what exceeds the budget is not charged
 * @param asOfMs when the write of the message began, or when the document was read, by the clock of
 *     that machine: for people, not for ordering
 * @param lastEventAtMs event time of the ad's last event; 0 without one
 */
public record KnownState(
    String adId,
    AdLevel level,
    long storedNumber,
    long budgetMicros,
    long costMicros,
    long asOfMs,
    long lastEventAtMs,
    Source source) {
  /** Where a state comes from. */
  public enum Source {
    MESSAGE,
    DOCUMENT
  }

  public KnownState {
    Objects.requireNonNull(adId, "adId");
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(source, "source");
    if (storedNumber < 0) {
      throw new IllegalArgumentException(
          "state of ad " + adId + ": expected storedNumber >= 0, got " + storedNumber);
    }
  }

  static KnownState of(StateMessage message) {
    return new KnownState(
        message.adId(),
        message.level(),
        message.storedNumber(),
        message.budgetMicros(),
        message.costMicros(),
        message.asOfMs(),
        message.lastEventAtMs(),
        Source.MESSAGE);
  }

  static KnownState ofDocument(String adId, long storedNumber, AdTotals totals, long readAtMs) {
    return new KnownState(
        adId,
        AdLevel.of(totals),
        storedNumber,
        totals.budgetMicros(),
        totals.costMicros(),
        readAtMs,
        totals.lastEventAtMs(),
        Source.DOCUMENT);
  }

  public AdState state() {
    return level.state();
  }

  /** What is left of the budget. */
  public long leftMicros() {
    return budgetMicros - AdTotals.spentMicros(budgetMicros, costMicros);
  }

  /** What clicks have cost beyond the budget; it is not charged. */
  public long overdeliveredMicros() {
    return AdTotals.overdeliveredMicros(budgetMicros, costMicros);
  }

  /** The same with this stored number, if its own is lower. */
  KnownState withStoredNumberAtLeast(long least) {
    return storedNumber >= least
        ? this
        : new KnownState(
            adId, level, least, budgetMicros, costMicros, asOfMs, lastEventAtMs, source);
  }
}
