package clickcounter.counting;

import clickcounter.copies.Copies;

/**
 * Keeps deliveries from timing out while the task holds their events. A store that is slower than
 * the events come makes the line of documents long, and each put takes more events: that is how it
 * keeps up. A store that is away is asked again. If deliveries timed out meanwhile, the same work
 * would be done twice. Those of a task that hangs time out.
 *
 * @param <T> a delivery's handle
 */
final class KeepAlive<T> implements AdFeature {
  private final AdsSettings settings;
  private final Copies<AdCopy> copies;
  private final Deliveries<T> deliveries;
  private long dueAtMs = Long.MIN_VALUE;

  KeepAlive(AdsSettings settings, Copies<AdCopy> copies, Deliveries<T> deliveries) {
    this.settings = settings;
    this.copies = copies;
    this.deliveries = deliveries;
  }

  @Override
  public void onTick() {
    if (copies.nowMs() >= dueAtMs) {
      dueAtMs = copies.nowMs() + settings.keepAliveMs();
      deliveries.keepAlive();
    }
  }
}
