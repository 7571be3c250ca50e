package clickcounter.ledger;

/** What an ad's ledger says of an event that it is offered. */
public enum OfferResult {
  /** Counted just now; durable after the next put. */
  COUNTED,
  /** Counted already, and the put that makes it durable has yet to begin: mark it after that. */
  DUPLICATE_NEEDS_PUT,
  /** Counted already, in the put that is under way: mark it when that succeeds. */
  DUPLICATE_PUT_IN_FLIGHT,
  /** Counted already by a put of our own that succeeded: mark it, now. */
  DUPLICATE_DURABLE,
  /**
   * Counted already, and recorded by a write of its counter's document that no later one has
   * confirmed: perhaps it lies on one replica only, and the writer never learnt that. Who recorded
   * it had it from a mark, hence it is durable in the ad's document: mark it again, now.
   */
  DUPLICATE_UNCONFIRMED,
  /** Counted and recorded for good in its counter's document: a duplicate, nothing to do. */
  DUPLICATE_SETTLED,
  /** Cannot be told without a view of its counter that was read after the document was. */
  NEEDS_VIEW,
  /**
   * Would bring the sum of its ad's costs or budget beyond what is plausible: it is not counted.
   */
  SUM_TOO_LARGE,
  /** The document holds as many unsettled ids as it may: offer it again when some are settled. */
  FULL
}
