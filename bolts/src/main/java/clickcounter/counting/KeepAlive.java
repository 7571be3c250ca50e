package clickcounter.counting;

import clickcounter.copies.Copies;

/**
 * Keeps deliveries from timing out while the store makes progress. A store that is slower than the
 * events come makes the line of documents long, and each put takes more events: that is how it
 * keeps up. If deliveries timed out meanwhile, the same work would be done twice.
 *
 * <p>While the store stores and reads nothing, deliveries time out and are delivered again.
 *
 * @param <T> a delivery's handle
 */
final class KeepAlive<T> implements AdFeature {
  private final AdsSettings settings;
  private final Copies<AdCopy> copies;
  private final Deliveries<T> deliveries;
  private long checkAtMs = Long.MIN_VALUE;
  private boolean storeMakesProgress;

  KeepAlive(AdsSettings settings, Copies<AdCopy> copies, Deliveries<T> deliveries) {
    this.settings = settings;
    this.copies = copies;
    this.deliveries = deliveries;
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
      deliveries.keepAlive();
    }
  }
}
