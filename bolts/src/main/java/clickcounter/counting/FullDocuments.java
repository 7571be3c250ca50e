package clickcounter.counting;

import clickcounter.copies.Copies;
import clickcounter.ledger.AdLedger;
import clickcounter.wire.Marks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Documents that hold their maximum of unsettled ids, and whose next events wait for room.
 *
 * @param <T> a delivery's handle
 */
final class FullDocuments<T> {
  private final AdsSettings settings;
  private final CopyViews views;
  private final Copies<AdCopy> copies;
  private final Deliveries<T> deliveries;
  private final Consumer<AdCopy> offerWaiting;
  private final Output<T> output;
  private List<AdCopy> full = new ArrayList<>();
  private long checkAtMs;

  /**
   * @param offerWaiting decides on the events that wait at a copy that is ready
   */
  FullDocuments(
      AdsSettings settings,
      CopyViews views,
      Copies<AdCopy> copies,
      Deliveries<T> deliveries,
      Consumer<AdCopy> offerWaiting,
      Output<T> output) {
    this.settings = settings;
    this.views = views;
    this.copies = copies;
    this.deliveries = deliveries;
    this.offerWaiting = offerWaiting;
    this.output = output;
  }

  /** Has the document's ids settle, and its waiting events offered when it has room. */
  void awaitRoom(AdCopy copy) {
    AdCopy.Unfinished unfinished = copy.unfinished();
    if (!unfinished.queuedAsFull) {
      unfinished.queuedAsFull = true;
      full.add(copy);
      if (unfinished.forceSettlingAtMs == 0) {
        unfinished.forceSettlingAtMs = copies.nowMs() + settings.trimAfterMs();
      }
    }
    if (copy.ledger.needsPut()) {
      copies.hurry(copy);
    }
    views.requestAll(copy);
  }

  /** Looks for room in all full documents, not more often than marks are flushed. */
  void onTick() {
    if (copies.nowMs() < checkAtMs || full.isEmpty()) {
      return;
    }
    checkAtMs = copies.nowMs() + settings.markFlushMs();
    List<AdCopy> wereFull = full;
    full = new ArrayList<>();
    wereFull.forEach(this::check);
  }

  private void check(AdCopy copy) {
    copy.unfinished().queuedAsFull = false;
    if (!copy.isBusy() || !copy.isReady()) {
      return;
    }
    copy.ledger.forgetSettled(id -> views.of(copy, id));
    views.setAsideBlocked(copy.ledger);
    if (!copy.ledger.isFull()) {
      copy.unfinished().forceSettlingAtMs = 0;
      offerWaiting.accept(copy);
    } else if (copy.hasWaiting()) {
      awaitRoom(copy);
      forceSettling(copy);
    }
    copies.release(copy);
  }

  /**
   * For a full document whose ids do not settle, perhaps because the last marks were never
   * confirmed. First puts the ids that only reading found, then sends the marks of all ids again.
   */
  private void forceSettling(AdCopy copy) {
    AdLedger ledger = copy.ledger;
    AdCopy.Unfinished unfinished = copy.unfinished();
    if (copies.nowMs() < unfinished.forceSettlingAtMs || ledger.putInFlight()) {
      return;
    }
    unfinished.forceSettlingAtMs = copies.nowMs() + settings.trimAfterMs();
    if (ledger.requestPutForLoadedIds() || ledger.needsPut()) {
      copies.hurry(copy);
      return;
    }
    List<Marks> marks = new ArrayList<>();
    ledger.unsettled().forEachDurable((id, ids) -> marks.add(new Marks(id, ids.copy(), 0)));
    if (!marks.isEmpty()) {
      output.mark(deliveries.of(unfinished.waiting.waiter(0)).handle(), marks);
    }
  }
}
