package clickcounter.tools.recount;

import clickcounter.cli.NoVerdict;
import clickcounter.cli.Texts;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.CounterDocument;
import clickcounter.document.RecountBase;
import clickcounter.event.ClockLimit;
import clickcounter.event.WriteOffRequest;
import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.PutBuffers;
import clickcounter.ledger.RecountedAd;
import clickcounter.ledger.WriteIds;
import clickcounter.reading.SiblingReader;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.Waits;
import clickcounter.tools.recount.ArchivedEvents.ArchivedCounter;
import clickcounter.tools.recount.ArchivedEvents.Archives;
import clickcounter.tools.recount.ArchivedEvents.Event;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Repairs documents of ads and counters from the archives, while the topology is at rest, or builds
 * all of an empty bucket type. Afterwards an ad's document has exactly the archived events that the
 * counters' documents have recorded.
 *
 * <ol>
 *   <li>Takes all archived events of the counters whose documents cannot be read as recorded, and
 *       recounts all their ads.
 *   <li>Reads what stands in the ads' places, then all counters' documents, then opens the
 *       archives, which have all that was counted until then.
 *   <li>Refuses if a counted event is not archived: the new document would lose it.
 *   <li>Puts the ads' documents over what it read. If that is in doubt, it puts the same again over
 *       what stands there then. If another process has put it meanwhile, the ad has failed: what
 *       that process counted may be merged away before its marks arrive. A later put of it is
 *       merged.
 *   <li>Puts the documents of counters that could not be read. Until then these stay so: if the
 *       recount is killed, no event of them is counted before it is run again.
 * </ol>
 *
 * <p>A counter that can be read keeps its document. Memory grows with the ads that are recounted,
 * not with their events.
 *
 * <p>A recount of everything takes all archived events of all counters as recorded. There is
 * nothing to read or to compare, and no other process that counts: {@link EverythingMark} guards
 * it. Memory grows with the counters alone.
 */
public final class Recount {
  private static final int MAX_IN_FLIGHT = 64;

  /** Ads that failed and are named; with more of them the store is not there. */
  private static final int MOST_FAILED = 20;

  private static final String PUT_BY_OTHERS =
      "another process has put it, although the topology is paused. End workers that Storm has given"
          + " up, and run the same command again a minute later";

  private final DocumentStore store;
  private final Waits waits;
  private final Documents documents;
  private final Archives archives;
  private final WriteIds writeIds;
  private final LongSupplier clockMs;
  private final Task task;

  /** Null unless everything is recounted. */
  private EverythingMark mark;

  /** Those whose documents are rebuilt. */
  private SortedMap<String, RecountedCounter> made = new TreeMap<>();

  private Map<String, CounterReading> counters = new HashMap<>();

  /** As it was opened last. */
  private ArchivedEvents archive;

  private final List<Recounted> ads = new ArrayList<>();
  private final SortedMap<String, String> failed = new TreeMap<>();
  private final LeftOut leftOut = new LeftOut();
  private int putAds;
  private long events;

  public Recount(
      DocumentStore store,
      Waits waits,
      Archives archives,
      WriteIds writeIds,
      LongSupplier clockMs,
      Task task) {
    this.store = store;
    this.waits = waits;
    this.documents = new Documents(store, waits);
    this.archives = archives;
    this.writeIds = writeIds;
    this.clockMs = clockMs;
    this.task = task;
  }

  /**
   * What is recounted: these ads and counters, or everything if there are none.
   *
   * @param isDryRun whether nothing is put
   * @param lost events whose loss is accepted from now on: no file has them
   * @param times which times the topology counts now
   */
  public record Task(
      Set<String> adIds,
      Set<String> counterIds,
      boolean isDryRun,
      List<AcceptedLosses.Loss> lost,
      ClockLimit times) {
    public Task {
      adIds = Set.copyOf(adIds);
      counterIds = Set.copyOf(counterIds);
      lost = List.copyOf(lost);
    }

    boolean isEverything() {
      return adIds.isEmpty() && counterIds.isEmpty();
    }
  }

  /** It was refused before anything was put. The message has a line for each reason. */
  public static final class Refused extends RuntimeException {
    private Refused(List<String> reasons) {
      super(String.join("\n", reasons));
    }
  }

  /**
   * What was made of an ad.
   *
   * @param writeId of the document
   * @param events how many are counted
   */
  record Recounted(
      String adId,
      AdBefore before,
      AdTotals after,
      int unsettledIds,
      String writeId,
      StoredValue document,
      long events) {
    DocumentKey key() {
      return DocumentKey.ad(adId);
    }

    boolean isChanged() {
      return !after.equals(before.totals());
    }
  }

  /**
   * How it ended.
   *
   * @param ads whose documents were put, or would be; not listed if everything is recounted
   * @param putAds how many these are
   * @param events how many of ads are counted
   * @param counters by id: what the documents of those that could not be read record now
   * @param failed why a document is not put
   */
  public record Result(
      List<Recounted> ads,
      int putAds,
      long events,
      SortedMap<String, LongRanges> counters,
      SortedMap<String, String> failed,
      LeftOut leftOut) {}

  /**
   * Recounts. To be called once.
   *
   * @param done is called when a document is read or put
   * @throws Refused before anything is put
   * @throws NoVerdict if the store fails, or the bucket type for everything is not empty; the same
   *     recount has to be run again
   */
  public Result run(Runnable done) throws IOException {
    if (task.isEverything()) {
      everything(done);
    } else {
      some(done);
    }
    SortedMap<String, LongRanges> recorded = new TreeMap<>();
    if (failed.isEmpty()) {
      putCounters(done);
      made.forEach((id, counter) -> recorded.put(id, counter.numbers()));
    }
    if (mark != null) {
      mark.finish(clockMs.getAsLong());
    }
    return new Result(ads, putAds, events, recorded, failed, leftOut);
  }

  private void everything(Runnable done) throws IOException {
    mark = new EverythingMark(documents, writeIds.next(), clockMs.getAsLong());
    archive = archives.open();
    made = make(Map.of());
    if (made.isEmpty()) {
      throw new NoVerdict(
          "no file has an event. Nothing was put but the mark, with which no topology starts; run the"
              + " same command again with all archives");
    }
    made.forEach((id, counter) -> counters.put(id, counter.reading()));
    putAds(Map.of(), done);
  }

  private void some(Runnable done) throws IOException {
    Set<String> adIds = new TreeSet<>(task.adIds());
    if (!task.counterIds().isEmpty()) {
      archive = archives.open();
      adIds.addAll(archive.adsOf(task.counterIds()));
      Map<String, List<CounterDocument>> unreadable = new HashMap<>();
      documents
          .counters(task.counterIds())
          .forEach(
              (id, reading) -> {
                if (!isReadable(reading)) {
                  DocumentKey key = DocumentKey.counter(id);
                  unreadable.put(
                      id, SiblingReader.COUNTERS.readable(documents.fetch(key).siblings()));
                }
              });
      made = unreadable.isEmpty() ? made : make(unreadable);
    }
    Map<String, AdBefore> before = read(adIds, done);
    compare(before);
    if (!before.isEmpty()) {
      putAds(before, done);
    }
  }

  /**
   * Those of these counters of which there is an event.
   *
   * @param before by counter: the values in its place that can be read; empty for all counters
   */
  private SortedMap<String, RecountedCounter> make(Map<String, List<CounterDocument>> before)
      throws IOException {
    Map<String, RecountedCounter> all = new HashMap<>();
    Function<String, RecountedCounter> make = id -> counter(id, before.getOrDefault(id, List.of()));
    before.keySet().forEach(id -> all.computeIfAbsent(id, make));
    for (WriteOffRequest each : archive.decisions()) {
      all.computeIfAbsent(each.targetCounterId(), make).decide(each);
    }
    Map<String, LongRanges> writtenOff = new HashMap<>();
    all.forEach((id, counter) -> writtenOff.put(id, counter.writtenOff()));
    SortedMap<String, RecountedCounter> found = new TreeMap<>();
    for (ArchivedCounter each : archive.counters(before.keySet(), writtenOff, task.times())) {
      RecountedCounter counter = all.computeIfAbsent(each.counterId(), make);
      counter.mark(each, writeIds.next(), clockMs.getAsLong());
      found.put(each.counterId(), counter);
    }
    return found;
  }

  private RecountedCounter counter(String id, List<CounterDocument> before) {
    long number = before.stream().mapToLong(each -> each.write().number()).max().orElse(0);
    return new RecountedCounter(id, before, base(number));
  }

  private RecountBase base(long number) {
    return mark != null
        ? mark.base()
        : RecountBase.above(List.of(number), writeIds.next(), clockMs.getAsLong());
  }

  private static boolean isReadable(CounterReading reading) {
    return reading.exists() && reading.blocked() == null;
  }

  private Map<String, AdBefore> read(Set<String> adIds, Runnable done) {
    Map<String, AdBefore> before = new TreeMap<>();
    documents.storedAds(
        adIds.iterator(),
        (fetched, reading) -> {
          before.put(reading.adId(), AdBefore.of(fetched, reading));
          done.run();
        });
    return before;
  }

  /** Reads the counters, then opens the archives, and refuses unless these have all. */
  private void compare(Map<String, AdBefore> before) throws IOException {
    Set<String> ids = documents.directory();
    ids.addAll(task.counterIds());
    counters = documents.withRetired(ids);
    AcceptedLosses accepted = documents.acceptedLosses().with(task.lost());
    archive = archives.open();
    List<String> reasons = new ArrayList<>();
    addNotLost(reasons);
    counters.forEach(
        (id, reading) -> {
          if (reading.blocked() != null && !task.counterIds().contains(id)) {
            reasons.add(
                "counter %s cannot be read, so what of it is counted is not known: recount it, too: --counter %s"
                    .formatted(id, id));
          }
        });
    addUnknown(before, reasons);
    addLacking(before, accepted, reasons);
    if (!reasons.isEmpty()) {
      throw new Refused(reasons);
    }
    if (!task.isDryRun() && !task.lost().isEmpty()) {
      AcceptedLosses.remember(documents, task.lost());
    }
    made.forEach((id, counter) -> counters.put(id, counter.reading()));
  }

  private void addNotLost(List<String> reasons) throws IOException {
    Map<String, LongRanges> lost = new HashMap<>();
    task.lost()
        .forEach(each -> LeftOut.of(lost, each.counterId()).addRange(each.from(), each.to()));
    archive
        .archived(lost)
        .forEach(
            (id, ids) ->
                reasons.add(
                    "--accept-lost: the files have events of " + id + ": " + Texts.ids(ids)));
  }

  /** Ids of which neither a document nor an event is known. */
  private void addUnknown(Map<String, AdBefore> before, List<String> reasons) throws IOException {
    Set<String> absent = new TreeSet<>(before.keySet());
    absent.removeIf(id -> !before.get(id).isAbsent());
    if (!absent.isEmpty()) {
      try (Stream<Event> archived = archive.events(absent)) {
        absent.removeAll(archived.map(Event::adId).collect(Collectors.toSet()));
      }
    }
    Stream.concat(
            absent.stream().map(DocumentKey::ad),
            task.counterIds().stream()
                .filter(id -> !isReadable(counters.get(id)) && !made.containsKey(id))
                .map(DocumentKey::counter))
        .forEach(
            key -> reasons.add(key + ": there is nothing to build it from: no file has an event"));
  }

  /** Events that are counted, and in no file. */
  private void addLacking(
      Map<String, AdBefore> before, AcceptedLosses accepted, List<String> reasons)
      throws IOException {
    SortedMap<String, LongRanges> lacking = new TreeMap<>();
    before
        .values()
        .forEach(ad -> ad.unsettled().forEach((id, ids) -> LeftOut.of(lacking, id).addAll(ids)));
    archive.archived(lacking).forEach((id, ids) -> lacking.get(id).removeAll(ids));
    archive.lacking(counters.values()).forEach((id, ids) -> LeftOut.of(lacking, id).addAll(ids));
    lacking.replaceAll(accepted::mustBeArchived);
    lacking.values().removeIf(LongRanges::isEmpty);
    if (!lacking.isEmpty()) {
      long ids = LeftOut.size(lacking);
      reasons.add(
          "%s of %s %s counted and in none of the files:"
              .formatted(
                  Texts.count(ids, "event"),
                  Texts.count(lacking.size(), "counter"),
                  ids == 1 ? "is" : "are"));
      LeftOut.name(lacking, reasons::add);
      reasons.add(
          "Name all archives, the files themselves: copies may lag. For events whose archive does"
              + " not exist any more, and for these alone: --accept-lost COUNTER:FROM-TO --why TEXT.");
    }
  }

  /**
   * Puts the documents of ads.
   *
   * @param before what stands there; empty for all ads, of which nothing was read
   */
  private void putAds(Map<String, AdBefore> before, Runnable done) throws IOException {
    try (Stream<Event> archived = archive.events(before.keySet())) {
      waits.<Recounted, Stored>awaitAll(
          new RecountedAds(archived.iterator(), before),
          MAX_IN_FLIGHT,
          this::putAd,
          (ad, stored) -> {
            done.run();
            stored.handle(
                single -> isPut(ad),
                siblings -> putAgain(ad),
                doubt -> putAgain(ad),
                refused -> putAgain(ad));
          });
    }
  }

  /**
   * Makes the documents of ads from archived events, one after the other. An event counts if its
   * counter's document says so, or if the ad's document did that before, or may have: it cannot be
   * read. It is listed as unsettled unless its counter's document confirms it.
   */
  private final class RecountedAds implements Iterator<Recounted> {
    private final Iterator<Event> archived;
    private final Map<String, AdBefore> before;
    private final TreeSet<String> withoutEvents;
    private final PutBuffers buffers = new PutBuffers();
    private Event next;

    RecountedAds(Iterator<Event> archived, Map<String, AdBefore> before) {
      this.archived = archived;
      this.before = before;
      this.withoutEvents = new TreeSet<>(before.keySet());
      advance();
    }

    private void advance() {
      next = archived.hasNext() ? archived.next() : null;
    }

    @Override
    public boolean hasNext() {
      return next != null || !withoutEvents.isEmpty();
    }

    @Override
    public Recounted next() {
      String adId = next == null ? withoutEvents.first() : next.adId();
      withoutEvents.remove(adId);
      AdBefore stood = before.getOrDefault(adId, AdBefore.UNREAD);
      RecountBase base = base(stood.number());
      RecountedAd ad =
          new RecountedAd(adId, new AdTotals(), new RecentHours(), base, stood.other());
      long counted = 0;
      for (; next != null && next.adId().equals(adId); advance()) {
        counted += count(next, stood, ad) ? 1 : 0;
      }
      String id = writeIds.next();
      StoredValue document =
          new StoredValue(AdDocumentCodec.CONTENT_TYPE, ad.document(id, buffers));
      return new Recounted(adId, stood, ad.totals(), ad.unsettledIds(), id, document, counted);
    }
  }

  private boolean count(Event event, AdBefore stood, RecountedAd ad) {
    CounterReading counter = counters.get(event.counterId());
    if (counter != null && counter.seen(event.sequence())) {
      return ad.count(event, counter, false);
    }
    Map<String, LongRanges> why = whyLeftOut(event, counter);
    boolean isListed =
        stood.isUnsettled(event.counterId(), event.sequence())
            || stood.hidesIds() && why == leftOut.missing();
    if (!isListed) {
      LeftOut.of(why, event.counterId()).add(event.sequence());
    }
    return ad.count(event, counter, isListed);
  }

  private Map<String, LongRanges> whyLeftOut(Event event, CounterReading counter) {
    if (!task.times().allows(event.timestampMs())) {
      return leftOut.rejectedTimes();
    }
    boolean isWrittenOff =
        counter != null && RecountedCounter.writtenOff(counter.gaps()).contains(event.sequence());
    return isWrittenOff ? leftOut.writtenOff() : leftOut.missing();
  }

  private void putAd(Recounted ad, Consumer<Stored> answer) {
    if (task.isDryRun()) {
      answer.accept(new Stored.Single(StoreContext.NONE));
    } else {
      store.put(ad.key(), ad.document(), ad.before().context(), answer);
    }
  }

  private void isPut(Recounted ad) {
    putAds++;
    events += ad.events();
    if (mark == null) {
      ads.add(ad);
    }
  }

  private void putAgain(Recounted ad) {
    try {
      documents.change(
          ad.key(),
          siblings -> {
            if (mark == null && !ad.before().isAll(siblings, ad.writeId())) {
              throw new NoVerdict(PUT_BY_OTHERS);
            }
            return ad.document();
          });
      isPut(ad);
    } catch (NoVerdict e) {
      failed.put(ad.key().toString(), e.getMessage());
      if (mark != null || failed.size() > MOST_FAILED) {
        throw new NoVerdict(e.getMessage() + " before the topology is resumed");
      }
    }
  }

  /** A counter is in the directory before its document is put, as the topology does it. */
  private void putCounters(Runnable done) {
    if (!task.isDryRun()) {
      documents.changeDirectory(made.keySet(), Set::addAll);
      for (RecountedCounter counter : made.values()) {
        replace(counter);
        done.run();
      }
    }
  }

  /** It is refused if another writer has put it meanwhile, and it can be read. */
  private void replace(RecountedCounter counter) {
    documents.change(
        counter.key(),
        siblings -> {
          List<CounterDocument> readable = SiblingReader.COUNTERS.readable(siblings);
          boolean isRepaired =
              readable.stream().filter(counter::isOwn).count() == siblings.size()
                  && !readable.stream().allMatch(counter::isSame);
          if (mark == null && (isRepaired || !readable.stream().allMatch(counter::isAbove))) {
            throw new NoVerdict(
                "%s: another writer has put it, and it can be read. Run the same command again"
                    .formatted(counter.key()));
          }
          return counter.document();
        });
  }
}
