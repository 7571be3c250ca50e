package clickcounter.tools.judge;

import clickcounter.tools.archive.EventLine;

/**
 * A verdict in the archives.
 *
 * @param isOwn whether an earlier run of the same judge wrote it
 * @param inForce 1 for an invalidation, -1 for a reinstatement
 */
record PastVerdict(
    String eventId,
    boolean isOwn,
    int inForce,
    String clickId,
    String adId,
    long timestampMs,
    long costMicros) {
  static PastVerdict of(EventLine line, boolean isOwn) {
    return new PastVerdict(
        line.eventId(),
        isOwn,
        line.kind().invalidClicks(),
        line.judgement().clickId(),
        line.adId(),
        line.timestampMs(),
        line.amountMicros());
  }

  /** Whether it is about this click. One that is not changes other sums. */
  boolean fits(Click click) {
    return adId.equals(click.adId())
        && timestampMs == click.timestampMs()
        && costMicros == click.costMicros();
  }
}
