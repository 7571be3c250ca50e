package clickcounter.simulation;

import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.CounterView;
import clickcounter.event.AdEvent;
import clickcounter.hours.RecentHours;
import clickcounter.ledger.PutBuffers;
import clickcounter.ledger.RecountedAd;
import clickcounter.reading.CounterFetch;
import clickcounter.reading.ReadMetrics;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import clickcounter.tools.recount.FencedDocument;
import clickcounter.tools.recount.FencedDocument.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * An operator who recounts the document of an ad, again until it is done or another recount has
 * begun later. Its steps are those of {@link clickcounter.tools.recount.Recount}, each at a time of
 * its own.
 */
final class SimulatedRecount {
  private static final long AGAIN_MS = 300;
  private static final String SUPERSEDED = "another recount";

  private final Timeline timeline;
  private final Chance chance;
  private final SimulatedStore store;
  private final Oracle oracle;
  private final Function<String, List<AdEvent>> archived;
  private final String adId;
  private final String name;
  private int writes;
  private boolean done;

  /**
   * @param archived the events of an ad that are in the archives now
   * @param name unique among the recounts of a life
   */
  SimulatedRecount(
      Timeline timeline,
      Chance chance,
      SimulatedStore store,
      Oracle oracle,
      Function<String, List<AdEvent>> archived,
      String adId,
      String name) {
    this.timeline = timeline;
    this.chance = chance;
    this.store = store;
    this.oracle = oracle;
    this.archived = archived;
    this.adId = adId;
    this.name = name;
  }

  boolean isDone() {
    return done;
  }

  void begin() {
    oracle.blocked();
    FencedDocument document = new FencedDocument(store, DocumentKey.ad(adId));
    document.raise(
        nextId(),
        Script.START_MS + timeline.nowMs(),
        name,
        outcome -> then(outcome, () -> later(() -> readArchive(document))));
  }

  private String nextId() {
    return name + "." + writes++;
  }

  private void later(Runnable work) {
    timeline.afterMs(chance.skewed(0, 1_500), work);
  }

  private void then(Outcome outcome, Runnable next) {
    Runnable again = () -> timeline.afterMs(AGAIN_MS, this::begin);
    outcome.handle(
        ended -> next.run(),
        refused -> {
          if (refused.reason().startsWith(SUPERSEDED)) {
            done = true;
          } else {
            again.run();
          }
        },
        failed -> again.run());
  }

  private void readArchive(FencedDocument document) {
    List<AdEvent> events = archived.apply(adId);
    TreeSet<String> counters = new TreeSet<>();
    events.forEach(event -> counters.add(event.counterId()));
    later(() -> readViews(document, events, new ArrayList<>(counters), new TreeMap<>()));
  }

  /** One after the other; who cannot be read is asked again. */
  private void readViews(
      FencedDocument document,
      List<AdEvent> events,
      List<String> left,
      Map<String, CounterView> views) {
    if (left.isEmpty()) {
      later(() -> replace(document, events, views));
      return;
    }
    String counterId = left.get(0);
    Consumer<CounterView> take =
        view -> {
          views.put(counterId, view);
          readViews(document, events, left.subList(1, left.size()), views);
        };
    new CounterFetch(store, ReadMetrics.NONE)
        .fetch(
            counterId,
            answer ->
                answer.handle(
                    counter -> take.accept(counter.union()),
                    () -> take.accept(CounterView.EMPTY),
                    unreadable -> {
                      throw new Violation(Invariant.READABLE, "unreadable: " + unreadable);
                    },
                    failed ->
                        timeline.afterMs(
                            AGAIN_MS, () -> readViews(document, events, left, views))));
  }

  private void replace(
      FencedDocument document, List<AdEvent> events, Map<String, CounterView> views) {
    RecountedAd ad = new RecountedAd(adId, new AdTotals(), new RecentHours(), document.fence());
    List<AdEvent> settled = new ArrayList<>();
    for (AdEvent event : events) {
      CounterView view = views.get(event.counterId());
      if (view.confirmed(event.sequence())) {
        settled.add(event);
      }
      ad.count(event, view);
    }
    oracle.recounted(adId, document.fence(), settled);
    put(document, ad);
  }

  private void put(FencedDocument document, RecountedAd ad) {
    byte[] bytes = ad.document(nextId(), new PutBuffers());
    document.replace(
        new StoredValue(AdDocumentCodec.CONTENT_TYPE, bytes),
        outcome -> then(outcome, () -> done = true));
  }
}
