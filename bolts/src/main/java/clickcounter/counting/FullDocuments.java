package clickcounter.counting;

import clickcounter.copies.Copies;
import clickcounter.ledger.AdLedger;
import clickcounter.wire.Marks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Documents that hold their maximum of unsettled ids, and whose next events wait for room.
 *
 * @param <T> a delivery's handle
 */
final class FullDocuments<T> implements AdFeature {
  /** Or more often, if marks are flushed more often. */
  private static final long CHECK_MS = 200;

  private final AdsSettings settings;
  private final CopyViews views;
  private final Copies<AdCopy> copies;
  private final Deliveries<T> deliveries;
  private final WaitingEvents waitingEvents;
  private final Output<T> output;

  /** In the order in which they became full, and when each sends its marks again. */
  private final Map<AdCopy, Long> forceSettlingAtMs = new LinkedHashMap<>();

  private long checkAtMs;

  FullDocuments(
      AdsSettings settings,
      CopyViews views,
      Copies<AdCopy> copies,
      Deliveries<T> deliveries,
      WaitingEvents waitingEvents,
      Output<T> output) {
    this.settings = settings;
    this.views = views;
    this.copies = copies;
    this.deliveries = deliveries;
    this.waitingEvents = waitingEvents;
    this.output = output;
  }

  /** Has the document's ids settle, and its waiting events offered when it has room. */
  void awaitRoom(AdCopy copy) {
    forceSettlingAtMs.putIfAbsent(copy, copies.nowMs() + settings.trimAfterMs());
    if (copy.ledger.needsPut()) {
      copies.hurry(copy);
    }
    views.requestAll(copy);
  }

  /** Whether the document waits for room. */
  boolean isFull(AdCopy copy) {
    return forceSettlingAtMs.containsKey(copy);
  }

  /** What waits at a blocked document is decided at once, full or not. */
  @Override
  public void ended(AdCopy copy) {
    forceSettlingAtMs.remove(copy);
  }

  @Override
  public boolean isIdle(AdCopy copy) {
    return !isFull(copy);
  }

  /** Looks for room in all full documents. Their ids settle only after their marks were sent. */
  @Override
  public void onTick() {
    if (copies.nowMs() < checkAtMs || forceSettlingAtMs.isEmpty()) {
      return;
    }
    checkAtMs = copies.nowMs() + Math.min(CHECK_MS, settings.markFlushMs());
    deliveries.flush();
    List.copyOf(forceSettlingAtMs.keySet()).forEach(this::check);
  }

  private void check(AdCopy copy) {
    if (!copy.isBusy() || !copy.isReady()) {
      forceSettlingAtMs.remove(copy);
      return;
    }
    copy.ledger.forgetSettled(id -> views.of(copy, id));
    views.setAsideBlocked(copy.ledger);
    if (copy.ledger.isFull() && copy.hasWaiting()) {
      awaitRoom(copy);
      forceSettling(copy);
    } else {
      forceSettlingAtMs.remove(copy);
      waitingEvents.offer(copy);
    }
    copies.release(copy);
  }

  /**
   * For a full document whose ids do not settle, perhaps because the last marks were never
   * confirmed. First puts the ids that only reading found, then sends the marks of all ids again.
   */
  private void forceSettling(AdCopy copy) {
    AdLedger ledger = copy.ledger;
    if (copies.nowMs() < forceSettlingAtMs.get(copy) || ledger.putInFlight()) {
      return;
    }
    forceSettlingAtMs.put(copy, copies.nowMs() + settings.trimAfterMs());
    if (ledger.requestPutForLoadedIds() || ledger.needsPut()) {
      copies.hurry(copy);
      return;
    }
    List<Marks> marks = new ArrayList<>();
    ledger.unsettled().forEachDurable((id, ids) -> marks.add(new Marks(id, ids.copy(), 0)));
    if (!marks.isEmpty()) {
      output.mark(deliveries.of(copy.firstWaiting()).handle(), marks);
    }
  }
}
