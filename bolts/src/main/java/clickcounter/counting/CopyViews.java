package clickcounter.counting;

import clickcounter.document.CounterView;
import clickcounter.ledger.AdLedger;
import clickcounter.views.ViewCache;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;

/** The views of counters as the copies of one ads task use them. */
final class CopyViews implements AdFeature {
  private final ViewCache views;
  private final Executor turns;
  private final Receiver receiver;

  /** The counters whose views were requested and not read yet. */
  private final Map<AdCopy, Set<String>> requested = new HashMap<>();

  /** Learns that a view that a copy requested was read. */
  interface Receiver {
    /**
     * @param blocked null when the view is there; else why the counter's document is blocked
     */
    void onView(AdCopy copy, String counterId, String blocked);
  }

  CopyViews(ViewCache views, Executor turns, Receiver receiver) {
    this.views = views;
    this.turns = turns;
    this.receiver = receiver;
  }

  long ticket() {
    return views.ticket();
  }

  /** The view of a counter that may be used for this copy (rule 3), or null. */
  CounterView of(AdCopy copy, String counterId) {
    return views.readAfter(counterId, copy.readTicket);
  }

  /** Has the view read after this ticket, unless the copy has requested it already. */
  void request(AdCopy copy, String counterId, long ticket) {
    if (requested.computeIfAbsent(copy, none -> new HashSet<>(2)).add(counterId)) {
      views.request(
          counterId, ticket, blocked -> turns.execute(() -> answered(copy, counterId, blocked)));
    }
  }

  private void answered(AdCopy copy, String counterId, String blocked) {
    Set<String> counterIds = requested.get(copy);
    counterIds.remove(counterId);
    if (counterIds.isEmpty()) {
      requested.remove(copy);
    }
    receiver.onView(copy, counterId, blocked);
  }

  @Override
  public boolean isIdle(AdCopy copy) {
    return !requested.containsKey(copy);
  }

  /** Has the views of all counters read from now on, and the copy wait for them. */
  void requestAll(AdCopy copy) {
    copy.ledger.unsettled().forEachCounter(counterId -> request(copy, counterId, views.ticket()));
  }

  /** Has views read in the background: nothing waits for them. */
  void refreshSoon(AdLedger ledger) {
    ledger.unsettled().forEachCounter(views::refreshSoon);
  }

  /**
   * The ids of a blocked counter cannot settle until it is repaired. They leave the count of ids,
   * so that other counters' events need not wait for room.
   */
  void setAsideBlocked(AdLedger ledger) {
    ledger.unsettled().setAside(id -> views.blocked(id) != null);
  }
}
