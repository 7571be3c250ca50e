package clickcounter.counting;

import clickcounter.copies.Copies;

/**
 * Keeps deliveries from timing out while the documents of their events stand in line, to be read or
 * put, and the store makes progress. A store that is slower than the events come makes the line
 * long, and each put takes more events: that is how it keeps up. If deliveries timed out meanwhile,
 * the same work would be done twice.
 *
 * <p>It says nothing for an event that waits for anything else, such as a view, nor while the store
 * stores and reads nothing: then deliveries time out and are delivered again.
 *
 * @param <T> a delivery's handle
 */
final class KeepAlive<T> implements AdFeature {
  private final AdsSettings settings;
  private final Copies<AdCopy> copies;
  private final Deliveries<T> deliveries;
  private final FullDocuments<T> fullDocuments;
  private long checkAtMs = Long.MIN_VALUE;
  private boolean storeMakesProgress;

  KeepAlive(
      AdsSettings settings,
      Copies<AdCopy> copies,
      Deliveries<T> deliveries,
      FullDocuments<T> fullDocuments) {
    this.settings = settings;
    this.copies = copies;
    this.deliveries = deliveries;
    this.fullDocuments = fullDocuments;
  }

  @Override
  public void loaded(AdCopy copy) {
    storeMakesProgress = true;
  }

  @Override
  public void stored(AdCopy copy) {
    storeMakesProgress = true;
  }

  @Override
  public void onTick() {
    if (copies.nowMs() < checkAtMs) {
      return;
    }
    checkAtMs = copies.nowMs() + settings.keepAliveMs();
    if (storeMakesProgress) {
      storeMakesProgress = false;
      copies.forEach(this::keepAlive);
    }
  }

  private void keepAlive(AdCopy copy) {
    boolean isToBePut = copy.hasPutToCome();
    if (isToBePut && copy.ledger != null) {
      copy.ledger.forEachWaiter((waiter, repeated) -> deliveries.keepAlive(waiter));
    }
    if (copy.isReading() || isToBePut && fullDocuments.isFull(copy)) {
      copy.forEachWaiting(deliveries::keepAlive);
    }
  }
}
