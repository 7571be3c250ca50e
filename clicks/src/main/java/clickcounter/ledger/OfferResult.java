package clickcounter.ledger;

/** The answer of {@link AdLedger#offer} for one event. */
public enum OfferResult {
  /** New, and counted now. It is durable after the next put. */
  COUNTED,
  /** Counted before, but in no put yet. Mark it after the next put. */
  DUPLICATE_NEEDS_PUT,
  /** Counted before, in the put that is under way. Mark it when that put succeeds. */
  DUPLICATE_PUT_IN_FLIGHT,
  /** Counted before, and durable by a put of this copy. Mark it now. */
  DUPLICATE_DURABLE,
  /**
   * Counted before and recorded in its counter's document, but no later write of that document has
   * confirmed the record. The record may be on a single replica. The record came from a mark, so
   * the event is durable in the ad's document: mark it again now.
   */
  DUPLICATE_UNCONFIRMED,
  /** Counted before, and its record is confirmed: nothing to do but ack. */
  DUPLICATE_SETTLED,
  /** Undecided: a view of its counter is needed that was read after the ad's document was. */
  NEEDS_VIEW,
  /**
   * Not counted: it would bring the ad's costs or budget above {@link
   * clickcounter.event.EventLimits#MAX_SUM_MICROS}.
   */
  SUM_TOO_LARGE,
  /**
   * Not counted yet: the document holds its maximum of unsettled ids. Offer it again when some are
   * settled.
   */
  FULL
}
