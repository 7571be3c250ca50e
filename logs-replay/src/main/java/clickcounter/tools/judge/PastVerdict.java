package clickcounter.tools.judge;

import clickcounter.tools.archive.EventLine;

/**
 * A verdict in the archives.
 *
 * @param inForce 1 for an invalidation, -1 for a reinstatement
 */
record PastVerdict(
    String eventId, String author, int inForce, String clickId, String adId, long costMicros) {
  static PastVerdict of(EventLine line) {
    return new PastVerdict(
        line.eventId(),
        line.judgement().author(),
        line.kind().invalidClicks(),
        line.judgement().clickId(),
        line.adId(),
        line.amountMicros());
  }

  /** Whether it is about this click. One that is not changes other sums. */
  boolean fits(Click click) {
    return adId.equals(click.adId()) && costMicros == click.costMicros();
  }
}
