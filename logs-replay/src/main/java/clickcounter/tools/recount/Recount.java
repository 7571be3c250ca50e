package clickcounter.tools.recount;

import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.CounterView;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.Fence;
import clickcounter.event.AdEventFields;
import clickcounter.event.ClockLimit;
import clickcounter.event.EventKind;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.CounterLedger;
import clickcounter.ledger.PutBuffers;
import clickcounter.ledger.RecountedAd;
import clickcounter.ledger.WriteIds;
import clickcounter.reading.ListedCounters;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.StoredValue;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.CounterTable;
import clickcounter.tools.archive.GrowingArchive;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.ToolStore;
import clickcounter.tools.documents.Waits;
import clickcounter.tools.recount.FencedDocument.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Mends documents of ads and counters from the archives, beside live traffic. Afterwards every
 * event of them is counted exactly once, whatever was under way.
 *
 * <ol>
 *   <li>Reads the archives, while counting goes on. Checks that they contain whatever the counters'
 *       documents have recorded: a recount without that would lose it.
 *   <li>Puts a fence in the place of each counter's document, then of each ad's, and reads what was
 *       archived meanwhile. From the fence on, events of these ads are rejected.
 *   <li>Compares what the replaced documents, and the counters' documents after them, prove to be
 *       counted with what was read. Archives that lag are read again for a while. If they still
 *       lack an event, all is put back as it was.
 *   <li>Puts the ads' documents, each with the sum of all archived events. Those that their
 *       counters do not confirm are listed as unsettled: they may be under way.
 *   <li>Puts the counters' documents. All events of a counter were counted in 4.
 * </ol>
 *
 * <p>A counter's document says what was counted into the documents of its ads, and these do not say
 * it any more once it is settled. So the recount of a counter recounts all ads of its events.
 *
 * <p>If it ends early, the documents with fences stay blocked, and the same recount goes on. Memory
 * grows with the ads and counters of the archives, and with the ids of the ads that are recounted.
 */
public final class Recount implements AutoCloseable {
  private static final long READ_AGAIN_MS = 500;

  private final DocumentStore store;
  private final Waits waits;
  private final Documents documents;
  private final GrowingArchive archive;
  private final WriteIds writeIds;
  private final LongSupplier clockMs;
  private final String by;
  private final Fencing fencing;
  private final Settings settings;
  private final ConcurrentHashMap<String, CounterReading> readings = new ConcurrentHashMap<>();

  private Scope scope;
  private CounterTable<RecountedCounter> counters;
  private List<RecountSink> sinks = List.of();
  private Map<String, LongRanges> writtenOff = Map.of();
  private final SortedMap<String, LongRanges> leftOutWrittenOff = new TreeMap<>();
  private final Map<String, Long> lastCountedMs = new HashMap<>();

  /**
   * @param by host and process, for a person who meets a fence
   */
  public Recount(
      DocumentStore store,
      Waits waits,
      GrowingArchive archive,
      WriteIds writeIds,
      LongSupplier clockMs,
      String by,
      Settings settings) {
    this.settings = settings;
    this.fencing = new Fencing(store, waits, writeIds, clockMs, by);
    this.store = store;
    this.waits = waits;
    this.documents = new Documents(store, waits);
    this.archive = archive;
    this.writeIds = writeIds;
    this.clockMs = clockMs;
    this.by = by;
  }

  /**
   * How it is done.
   *
   * @param waitMs how long archives are read again that lack what is counted
   * @param accepted events that the archives need not have
   * @param mostUnsettled how many unsettled events a document may list
   * @param clock which times the topology counts now
   */
  public record Settings(
      long waitMs, AcceptedLosses accepted, int mostUnsettled, Supplier<ClockLimit> clock) {
    public Settings(long waitMs, AcceptedLosses accepted, Supplier<ClockLimit> clock) {
      this(waitMs, accepted, AdDocumentCodec.MAX_UNSETTLED_IDS, clock);
    }
  }

  /** What is recounted; not both are empty. */
  public record Scope(Set<String> adIds, Set<String> counterIds) {
    public Scope {
      adIds = Set.copyOf(adIds);
      counterIds = Set.copyOf(counterIds);
      if (adIds.isEmpty() && counterIds.isEmpty()) {
        throw new IllegalArgumentException("expected an ad or a counter to recount");
      }
    }

    /** The ads whose events are wanted; empty for all. */
    private Set<String> adsToRead() {
      return counterIds.isEmpty() ? adIds : Set.of();
    }
  }

  /**
   * What is known before anything is changed.
   *
   * @param recordedInNoFile whatever is accepted as lost is left out
   * @param laggingCounters those of which only events behind the last archived one are in no file
   * @param unknown ads that were asked for, that have no document, and of which no file has an
   *     event; and counters of which no file has an event
   * @param tooLong why ads cannot be recounted
   */
  public record ArchiveCoverage(
      long events,
      Map<String, LongRanges> recordedInNoFile,
      Set<String> laggingCounters,
      List<String> blockedCounters,
      List<DocumentKey> unknown,
      Map<DocumentKey, String> tooLong) {
    /** Whether the archives contain all that is recorded. */
    public boolean isComplete() {
      return recordedInNoFile.isEmpty();
    }
  }

  /** An ad's document as it was put. */
  public record RecountedDocument(DocumentKey key, AdTotals totals, int unsettledIds) {}

  /**
   * How it ended.
   *
   * @param put the documents of ads
   * @param counters by id: what the documents of counters record now
   * @param failed why a document is not put; its fence stays
   * @param lacking by counter: events that are counted and were not in the archives in time. What
   *     is not in {@code put} or {@code failed} was put back as it was
   */
  public record Result(
      List<RecountedDocument> put,
      Map<String, LongRanges> counters,
      Map<DocumentKey, String> failed,
      Map<String, LongRanges> lacking) {
    Result() {
      this(new ArrayList<>(), new TreeMap<>(), new TreeMap<>(Fencing.ORDER), new TreeMap<>());
    }

    /** Whether all is put that was asked for. */
    public boolean isDone() {
      return failed.isEmpty() && lacking.isEmpty();
    }
  }

  /** Receives what is being done, for a person. */
  public interface Listener {
    void doing(String what, long documents);

    void done();

    /** The archives lack these events, which are counted; they are read again for this long. */
    void waitsFor(Map<String, LongRanges> lacking, long mostMs);
  }

  /** Reads the archives. Changes nothing. */
  public ArchiveCoverage read(Scope what, ScanProgress progress, Listener listener) {
    scope = what;
    counters = new CounterTable<>(this::counter);
    sinks =
        archive.read(
            () ->
                new RecountSink(counters, scope.adsToRead(), scope.counterIds(), settings.clock()),
            progress);
    archive.readMore(sinks); // files that were made after the files were listed
    ProvenIds recorded = recorded();
    Map<String, LongRanges> missing = awaitArchives(recorded, listener);
    writtenOff = writtenOff(readings, Map.of(), recorded);
    long events = sinks.stream().mapToLong(RecountSink::events).sum();
    return new ArchiveCoverage(
        events, missing, lagging(missing), blockedCounters(), unknown(), tooLong());
  }

  private Set<String> lagging(Map<String, LongRanges> missing) {
    Set<String> lagging = new TreeSet<>();
    missing.forEach(
        (counterId, ids) -> {
          LongRanges archived = counters.get(counterId).archived.all();
          if (!archived.isEmpty() && ids.first() > archived.last()) {
            lagging.add(counterId);
          }
        });
    return lagging;
  }

  /** After the reading: those of these events that the archives have. */
  public LongRanges archivedAmong(String counterId, long from, long to) {
    LongRanges rest = LongRanges.ofRange(from, to);
    rest.removeAll(counters.get(counterId).archived.all());
    LongRanges archived = LongRanges.ofRange(from, to);
    archived.removeAll(rest);
    return archived;
  }

  /**
   * Reads the archives again until they have these events, or the time is up.
   *
   * @return what they lack
   */
  private Map<String, LongRanges> awaitArchives(ProvenIds proven, Listener listener) {
    long endMs = waits.nowMs() + settings.waitMs();
    Map<String, LongRanges> lacking = lacking(proven);
    while (!lacking.isEmpty() && waits.nowMs() < endMs) {
      listener.waitsFor(lacking, endMs - waits.nowMs());
      waits.pause(Math.min(READ_AGAIN_MS, endMs - waits.nowMs()));
      archive.readMore(sinks);
      lacking = lacking(proven);
    }
    return lacking;
  }

  private Map<String, LongRanges> lacking(ProvenIds proven) {
    return proven.lacking(id -> counters.get(id).archived.all(), settings.accepted());
  }

  private RecountedCounter counter(String counterId, int number) {
    CounterReading reading = documents.counter(counterId);
    readings.put(counterId, reading);
    boolean isOpen = scope.counterIds().contains(counterId) || reading.blocked() != null;
    LongRanges settled = isOpen ? new LongRanges() : reading.confirmed();
    return new RecountedCounter(counterId, number, settled, reading.counted(), new LongRanges());
  }

  /**
   * What documents of counters call written off, by counter. Of a document that cannot be read
   * nothing is known, and its archived events count.
   *
   * @param proven is counted, whatever a document says that was written before
   */
  private static Map<String, LongRanges> writtenOff(
      Map<String, CounterReading> views,
      Map<DocumentKey, FencedDocument> fencedCounters,
      ProvenIds proven) {
    Map<String, GapList> gaps = new TreeMap<>();
    views.forEach((id, view) -> gaps.put(id, view.gaps().copy()));
    for (FencedDocument fenced : fencedCounters.values()) {
      GapList union = gaps.computeIfAbsent(fenced.key().key(), id -> new GapList());
      fenced.replacedCounters().forEach(document -> union.merge(document.gaps()));
    }
    Map<String, LongRanges> writtenOff = new HashMap<>();
    gaps.forEach(
        (id, of) -> {
          LongRanges ids = RecountedCounter.writtenOff(of);
          ids.removeAll(proven.of(id));
          writtenOff.put(id, ids);
        });
    return writtenOff;
  }

  /** Whether the documents that were put do not count this archived event: it is written off. */
  public boolean leavesOut(String counterId, long sequence) {
    LongRanges ids = writtenOff.get(counterId);
    return ids != null && ids.contains(sequence);
  }

  /** What the documents that were put, or the preview, do not count. */
  LeftOut leftOut() {
    return new LeftOut(
        leftOutWrittenOff, LeftOut.of(counters.all(), RecountedCounter::leftOutRejected));
  }

  private ProvenIds recorded() {
    Set<String> unread = new TreeSet<>(documents.directory());
    unread.addAll(documents.retired().keySet());
    unread.removeAll(readings.keySet());
    readings.putAll(documents.counters(unread));
    ProvenIds recorded = new ProvenIds();
    readings.values().forEach(reading -> recorded.add(reading.counterId(), reading.counted()));
    return recorded;
  }

  private List<DocumentKey> unknown() {
    Set<String> met = new HashSet<>();
    sinks.forEach(sink -> sink.forEachAd((id, totals, hours) -> met.add(id)));
    List<DocumentKey> unknown = new ArrayList<>();
    for (String id : new TreeSet<>(scope.adIds())) {
      if (!met.contains(id) && documents.ad(id) instanceof AdReading.Absent) {
        unknown.add(DocumentKey.ad(id));
      }
    }
    for (String id : new TreeSet<>(scope.counterIds())) {
      if (counters.get(id).archived.all().isEmpty()) {
        unknown.add(DocumentKey.counter(id));
      }
    }
    return unknown;
  }

  private Map<DocumentKey, String> tooLong() {
    Map<DocumentKey, String> tooLong = new TreeMap<>(Fencing.ORDER);
    for (RecountedDocument document : preview()) {
      if (document.unsettledIds() > settings.mostUnsettled()) {
        tooLong.put(document.key(), tooLong(document.unsettledIds()));
      }
    }
    return tooLong;
  }

  private List<String> blockedCounters() {
    return readings.values().stream()
        .filter(r -> r.blocked() != null && !scope.counterIds().contains(r.counterId()))
        .map(CounterReading::counterId)
        .sorted()
        .toList();
  }

  /** What the documents of the ads would say, from what was read so far. */
  public List<RecountedDocument> preview() {
    Fence none = Fence.inPlaceOf(List.of(), "preview", 0, by);
    return recounted(adIds(), id -> none, readings).entrySet().stream()
        .map(ad -> document(ad.getKey(), ad.getValue()))
        .toList();
  }

  private Set<String> adIds() {
    Set<String> ids = new TreeSet<>(scope.adIds());
    sinks.forEach(sink -> sink.forEachAdOfCounters(ids::add));
    return ids;
  }

  private static RecountedDocument document(String adId, RecountedAd ad) {
    return new RecountedDocument(DocumentKey.ad(adId), ad.totals(), ad.unsettledIds());
  }

  /** Puts the documents. To be called after {@link #read}. */
  public Result run(Listener listener) {
    Result result = new Result();
    leftOutWrittenOff.clear();
    scope.counterIds().forEach(this::enterIntoDirectory);
    Map<DocumentKey, FencedDocument> fencedCounters =
        fencing.raise(keys(scope.counterIds(), DocumentKey::counter), listener, result.failed());
    if (!result.failed().isEmpty()) {
      return result;
    }
    archive.readMore(sinks);
    // All that is recorded has to be archived before its ads are known.
    Map<String, LongRanges> lacking =
        awaitArchives(proven(fencedCounters, Map.of(), Map.of()), listener);
    if (!lacking.isEmpty()) {
      result.lacking().putAll(lacking);
      giveBack(fencedCounters, Map.of(), listener, result);
      return result;
    }
    Map<Integer, LongRanges> counted = new HashMap<>();
    recountAds(adIds(), fencedCounters, counted, listener, result);
    if (result.isDone()) {
      fencedCounters
          .values()
          .forEach(
              document -> {
                RecountedCounter counter = counters.get(document.key().key());
                LongRanges ids = counted.getOrDefault(counter.number, new LongRanges());
                putCounter(document, counter, ids, result);
              });
    }
    return result;
  }

  /** A counter is in the directory before its document is put, as the topology does it. */
  private void enterIntoDirectory(String counterId) {
    new ToolStore(store, waits)
        .change(
            ListedCounters.key(counterId),
            siblings -> {
              DirectoryDocument directory = ListedCounters.read(siblings);
              return directory.counterIds().add(counterId)
                  ? new StoredValue(DirectoryDocument.CONTENT_TYPE, directory.toBytes())
                  : null;
            });
  }

  private static List<DocumentKey> keys(Set<String> ids, Function<String, DocumentKey> key) {
    return ids.stream().sorted().map(key).toList();
  }

  /**
   * @param counted gets what the documents count of the counters that are recounted, by number
   */
  private void recountAds(
      Set<String> ads,
      Map<DocumentKey, FencedDocument> fencedCounters,
      Map<Integer, LongRanges> counted,
      Listener listener,
      Result result) {
    Set<String> left = new TreeSet<>(ads);
    waits.untilEmpty(
        left,
        () -> {
          Map<DocumentKey, FencedDocument> fenced =
              fencing.raise(keys(left, DocumentKey::ad), listener, result.failed());
          archive.readMore(sinks);
          left.removeIf(id -> !fenced.containsKey(DocumentKey.ad(id)));
          Map<String, CounterReading> views = views();
          ProvenIds proven = proven(fencedCounters, fenced, views);
          Map<String, LongRanges> lacking = awaitArchives(proven, listener);
          if (lacking.isEmpty()) {
            writtenOff = writtenOff(views, fencedCounters, proven);
            left.retainAll(putAds(left, fenced, views, counted, listener, result));
          } else {
            result.lacking().putAll(lacking);
            giveBack(fencedCounters, fenced, listener, result);
            left.clear();
          }
        });
  }

  private void giveBack(
      Map<DocumentKey, FencedDocument> fencedCounters,
      Map<DocumentKey, FencedDocument> fenced,
      Listener listener,
      Result result) {
    // Siblings of an ad may need the document of a counter.
    fencing.giveBack(fencedCounters, listener, result.failed());
    fencing.giveBack(fenced, listener, result.failed());
  }

  /**
   * What is counted, and so marked now or later: what the documents list that the fences have
   * replaced, and what the counters' documents say after that.
   */
  private ProvenIds proven(
      Map<DocumentKey, FencedDocument> fencedCounters,
      Map<DocumentKey, FencedDocument> fenced,
      Map<String, CounterReading> views) {
    ProvenIds proven = new ProvenIds();
    for (Map<DocumentKey, FencedDocument> documents : List.of(fencedCounters, fenced)) {
      documents.values().forEach(document -> document.replaced().forEach(proven::add));
    }
    views.values().forEach(view -> addView(view, proven));
    return proven;
  }

  /** A counter that another recount has fenced: the fence says what it has replaced. */
  private void addView(CounterReading view, ProvenIds proven) {
    if (view.blocked() == null) {
      proven.add(view.counterId(), view.counted());
    } else {
      documents.siblings(DocumentKey.counter(view.counterId())).forEach(proven::add);
    }
  }

  /** Returns the ads that have to be recounted once more. */
  private Set<String> putAds(
      Set<String> adIds,
      Map<DocumentKey, FencedDocument> fenced,
      Map<String, CounterReading> views,
      Map<Integer, LongRanges> counted,
      Listener listener,
      Result result) {
    Map<String, RecountedAd> ads =
        recounted(adIds, id -> fenced.get(DocumentKey.ad(id)).fence(), views);
    Map<String, Map<Integer, LongRanges>> ids = countedIds(adIds);
    listener.doing("documents of ads", ads.size());
    Set<String> again = new TreeSet<>();
    waits.<Map.Entry<String, RecountedAd>, Outcome>awaitAll(
        ads.entrySet().iterator(),
        Fencing.MAX_IN_FLIGHT,
        (ad, answer) -> put(fenced.get(DocumentKey.ad(ad.getKey())), ad.getValue(), answer),
        (ad, outcome) -> {
          listener.done();
          DocumentKey key = DocumentKey.ad(ad.getKey());
          result.failed().remove(key);
          outcome.handle(
              done -> {
                result.put().add(document(ad.getKey(), ad.getValue()));
                ids.getOrDefault(ad.getKey(), Map.of())
                    .forEach((number, of) -> ranges(counted, number).addAll(of));
              },
              refused -> result.failed().put(key, refused.reason()),
              failed -> {
                result.failed().put(key, failed.reason());
                again.add(ad.getKey());
              });
        });
    return again;
  }

  /** The documents of the counters as they are now; those that are recounted settle nothing. */
  private Map<String, CounterReading> views() {
    Set<String> ids = new TreeSet<>(readings.keySet());
    ids.addAll(documents.directory());
    ids.removeAll(scope.counterIds());
    return documents.counters(ids);
  }

  private void put(FencedDocument document, RecountedAd ad, Consumer<Outcome> answer) {
    // Most were found before the fence; these have become more since.
    if (ad.unsettledIds() > settings.mostUnsettled()) {
      answer.accept(new Outcome.Refused(tooLong(ad.unsettledIds())));
      return;
    }
    byte[] bytes = ad.document(writeIds.next(), new PutBuffers());
    document.replace(new StoredValue(AdDocumentCodec.CONTENT_TYPE, bytes), answer);
  }

  private String tooLong(int unsettled) {
    return "%,d of its events are not confirmed by their counters' documents, at most %,d may be;"
            .formatted(unsettled, settings.mostUnsettled())
        + " recount these counters together with it: --counter";
  }

  /** The ads from all that was read. */
  private Map<String, RecountedAd> recounted(
      Set<String> adIds, Function<String, Fence> fences, Map<String, CounterReading> views) {
    Map<String, SettledCounts> settled = new HashMap<>();
    adIds.forEach(id -> settled.put(id, SettledCounts.none()));
    for (RecountSink sink : sinks) {
      sink.forEachAd(
          (id, totals, hours) ->
              settled.computeIfPresent(id, (i, sum) -> sum.plus(new SettledCounts(totals, hours))));
    }
    Map<String, RecountedAd> ads = new TreeMap<>();
    settled.forEach(
        (id, sum) ->
            ads.put(id, new RecountedAd(id, sum.totals(), sum.hours(), fences.apply(id).base())));
    List<RecountedCounter> byNumber = counters.all();
    List<CounterView> viewsByNumber = new ArrayList<>();
    for (RecountedCounter counter : byNumber) {
      CounterReading reading = views.get(counter.counterId);
      viewsByNumber.add(reading == null ? null : reading.view());
    }
    for (RecountSink sink : sinks) {
      sink.forEachOpen(
          (counter, adId, kind, sequence, timestampMs, amount) -> {
            RecountedAd ad = ads.get(adId);
            String counterId = byNumber.get(counter).counterId;
            if (ad != null && leavesOut(counterId, sequence)) {
              leftOutWrittenOff.computeIfAbsent(counterId, id -> new LongRanges()).add(sequence);
            } else if (ad != null) {
              ad.count(
                  new OpenEvent(counterId, sequence, kind, timestampMs, amount),
                  viewsByNumber.get(counter),
                  true);
            }
          });
    }
    return ads;
  }

  /** An event as far as it is counted. */
  private record OpenEvent(
      String counterId, long sequence, EventKind kind, long timestampMs, long amountMicros)
      implements AdEventFields {}

  /**
   * The events of the counters that are recounted, by ad and by number of the counter. What is read
   * later is not in the documents of these ads.
   */
  private Map<String, Map<Integer, LongRanges>> countedIds(Set<String> ads) {
    Map<Integer, String> wanted = new HashMap<>();
    scope.counterIds().forEach(id -> wanted.put(counters.get(id).number, id));
    Map<String, Map<Integer, LongRanges>> ids = new HashMap<>();
    for (RecountSink sink : sinks) {
      sink.forEachOpen(
          (counter, adId, kind, sequence, timestampMs, amount) -> {
            String counterId = wanted.get(counter);
            if (counterId != null && ads.contains(adId) && !leavesOut(counterId, sequence)) {
              lastCountedMs.merge(counterId, timestampMs, Math::max);
              ranges(ids.computeIfAbsent(adId, ad -> new HashMap<>()), counter).add(sequence);
            }
          });
    }
    return ids;
  }

  private static LongRanges ranges(Map<Integer, LongRanges> byNumber, int number) {
    return byNumber.computeIfAbsent(number, n -> new LongRanges());
  }

  private void putCounter(
      FencedDocument document, RecountedCounter archived, LongRanges counted, Result result) {
    long lastEventAtMs =
        leftOutWrittenOff.containsKey(archived.counterId)
            ? Math.max(
                lastCountedMs.getOrDefault(archived.counterId, 0L), archived.archived.closedAtMs())
            : archived.archived.lastEventAtMs();
    CounterLedger<Object> ledger =
        archived.ledger(
            counted,
            lastEventAtMs,
            document.fence().base(),
            clockMs.getAsLong(),
            document.replacedCounters());
    StoredValue first = next(ledger);
    orFail(
        waits.await(answer -> document.replace(first, answer)),
        document,
        result,
        () -> {
          ledger.putSucceeded(waiter -> {});
          // Another put confirms what the first one recorded: rule 5.
          orFail(
              waits.await(answer -> document.follow(first, next(ledger), answer)),
              document,
              result,
              () -> result.counters().put(archived.counterId, ledger.gaps().seenIds()));
        });
  }

  private static void orFail(
      Outcome outcome, FencedDocument document, Result result, Runnable next) {
    outcome.handle(
        done -> next.run(),
        refused -> result.failed().put(document.key(), refused.reason()),
        failed -> result.failed().put(document.key(), failed.reason()));
  }

  private StoredValue next(CounterLedger<Object> ledger) {
    return new StoredValue(CounterDocumentCodec.CONTENT_TYPE, ledger.beginPut(writeIds.next()));
  }

  @Override
  public void close() {
    sinks.forEach(RecountSink::close);
  }
}
