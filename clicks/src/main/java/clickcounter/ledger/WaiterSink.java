package clickcounter.ledger;

/** Receives those who wait for a put of an ad's document. */
public interface WaiterSink {
  /**
   * Called once for each waiter.
   *
   * @param waiter as it was passed to {@link AdLedger#offer}
   * @param repeated whether its event was counted before it was offered
   */
  void accept(long waiter, boolean repeated);
}
