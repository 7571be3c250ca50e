package clickcounter.counting;

import clickcounter.copies.Copies;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/**
 * Puts a document with many ids that gets no more events once more, without those that settled
 * since.
 */
final class Trimming implements AdFeature {
  /** How often an idle document is checked for settled ids before it is left as it is. */
  private static final int MAX_ATTEMPTS = 4;

  private final AdsSettings settings;
  private final CopyViews views;
  private final Copies<AdCopy> copies;
  private final ArrayDeque<Check> checks = new ArrayDeque<>();
  private final Set<AdCopy> queued = new HashSet<>();

  private record Check(AdCopy copy, long atMs, int attempt) {}

  Trimming(AdsSettings settings, CopyViews views, Copies<AdCopy> copies) {
    this.settings = settings;
    this.views = views;
    this.copies = copies;
  }

  /** Queues the document if it has many ids. */
  @Override
  public void stored(AdCopy copy) {
    if (copy.ledger.unsettled().size() > settings.trimUnsettledIds() && !queued.contains(copy)) {
      queue(copy, 1);
    }
  }

  private void queue(AdCopy copy, int attempt) {
    queued.add(copy);
    checks.add(new Check(copy, copies.nowMs() + settings.trimAfterMs(), attempt));
  }

  @Override
  public boolean isIdle(AdCopy copy) {
    return !queued.contains(copy);
  }

  @Override
  public void onTick() {
    while (!checks.isEmpty() && checks.peek().atMs <= copies.nowMs()) {
      check(checks.poll());
    }
  }

  private void check(Check due) {
    AdCopy copy = due.copy;
    queued.remove(copy);
    // A put to come drops the settled ids, and queues this check again.
    if (!copy.isBusy() || !copy.isReady() || copy.hasPutToCome()) {
      return;
    }
    int before = copy.ledger.unsettled().size();
    int dropped = copy.ledger.forgetSettled(id -> views.of(copy, id));
    if (dropped > before / 2) {
      copies.changed(copy);
    } else if (before > settings.trimUnsettledIds() && due.attempt < MAX_ATTEMPTS) {
      views.refreshSoon(copy.ledger);
      queue(copy, due.attempt + 1);
    } else {
      copies.release(copy);
    }
  }
}
