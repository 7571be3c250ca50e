package clickcounter.tools.recount;

import clickcounter.cli.NoVerdict;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.RecountBase;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.ClockLimit;
import clickcounter.event.CounterId;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.PutBuffers;
import clickcounter.ledger.WriteIds;
import clickcounter.reading.ListedCounters;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.ToolStore;
import clickcounter.tools.documents.Waits;
import clickcounter.tools.recount.ArchivedEvents.Archives;
import clickcounter.tools.recount.ArchivedEvents.Event;
import clickcounter.tools.recount.RecountedAds.Recounted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Mends documents of ads and counters from the archives, while the topology is at rest. Afterwards
 * an ad's document has exactly the archived events that the counters' documents have recorded.
 *
 * <ol>
 *   <li>Takes all archived events of the counters whose documents cannot be read as recorded, and
 *       recounts all their ads.
 *   <li>Reads what stands in the ads' places, then all counters' documents, then opens the
 *       archives, which have all that was counted until then.
 *   <li>Refuses if a counted event is not archived: the new document would lose it.
 *   <li>Puts the ads' documents over what it read. If that is in doubt, it begins anew with that
 *       ad. If another process has put it meanwhile, the ad has failed: what that process counted
 *       may be merged away before its marks arrive. Who puts it later is merged.
 *   <li>Puts the documents of counters that could not be read. Until then these stay so: if the
 *       recount is killed, no event of them is counted before it is run again.
 * </ol>
 *
 * <p>A counter that can be read keeps its document. Memory grows with the ads that are recounted,
 * not with their events.
 */
public final class Recount {
  private static final int MAX_IN_FLIGHT = 32;
  private static final int MOST_ATTEMPTS = 5;
  private static final String PUT_BY_OTHERS =
      "another process has put it, although the topology is paused. End workers that Storm has given"
          + " up, and run the same command again a minute later, before topology resume";

  private final DocumentStore store;
  private final Waits waits;
  private final Documents documents;
  private final ToolStore single;
  private final Archives archives;
  private final WriteIds writeIds;
  private final LongSupplier clockMs;
  private final Settings settings;
  private final PutBuffers buffers = new PutBuffers();

  /** By ad: the writes that stood there at first, and those of this run. */
  private final Map<String, Set<String>> writes = new HashMap<>();

  private Map<String, CounterReading> counters = Map.of();
  private List<RecountedCounter> recounted = List.of();

  public Recount(
      DocumentStore store,
      Waits waits,
      Archives archives,
      WriteIds writeIds,
      LongSupplier clockMs,
      Settings settings) {
    this.store = store;
    this.waits = waits;
    this.documents = new Documents(store, waits);
    this.single = new ToolStore(store, waits);
    this.archives = archives;
    this.writeIds = writeIds;
    this.clockMs = clockMs;
    this.settings = settings;
  }

  /**
   * How it is done.
   *
   * @param isDryRun whether nothing is put
   * @param lost events whose loss is accepted from now on: no file has them
   * @param times which times the topology counts now
   */
  public record Settings(
      boolean isDryRun, List<AcceptedLosses.Loss> lost, Supplier<ClockLimit> times) {}

  /** What is recounted; not both are empty. */
  public record Scope(Set<String> adIds, Set<String> counterIds) {
    public Scope {
      adIds = Set.copyOf(adIds);
      counterIds = Set.copyOf(counterIds);
      if (adIds.isEmpty() && counterIds.isEmpty()) {
        throw new IllegalArgumentException("expected an ad or a counter to recount");
      }
    }
  }

  /** It was refused before anything was put. */
  public static final class Refused extends RuntimeException {
    private final List<String> reasons;

    Refused(List<String> reasons) {
      super(String.join("; ", reasons));
      this.reasons = List.copyOf(reasons);
    }

    /** Why, for a person. */
    public List<String> reasons() {
      return reasons;
    }
  }

  /**
   * An ad's document.
   *
   * @param before what it said; null if there was none, or none that could be read
   * @param blocked why it could not be read; null if it could
   */
  public record AdChange(
      String adId, AdTotals before, String blocked, AdTotals after, int unsettledIds) {
    static AdChange of(Recounted ad) {
      return new AdChange(
          ad.adId(),
          ad.before().totals(),
          ad.before().blocked(),
          ad.ad().totals(),
          ad.ad().unsettledIds());
    }

    boolean isChanged() {
      return before == null || !before.equals(after);
    }
  }

  /**
   * How it ended.
   *
   * @param ads whose documents were put, or would be
   * @param counters by id: what the documents of those that could not be read record now
   * @param failed why a document is not put
   * @param broken files that could not be read to their end: what is counted of them is known
   */
  public record Result(
      List<AdChange> ads,
      SortedMap<String, LongRanges> counters,
      SortedMap<String, String> failed,
      LeftOut leftOut,
      List<String> broken) {
    Result() {
      this(new ArrayList<>(), new TreeMap<>(), new TreeMap<>(), new LeftOut(), new ArrayList<>());
    }
  }

  /**
   * Recounts.
   *
   * @param done is called when a document is read or put
   * @throws Refused before anything is put
   * @throws clickcounter.cli.NoVerdict if the store fails; it has to be run again
   */
  public Result run(Scope scope, Runnable done) throws IOException {
    Set<String> left = new TreeSet<>(scope.adIds());
    if (!scope.counterIds().isEmpty()) {
      ArchivedEvents archive = archives.open();
      left.addAll(archive.adsOf(scope.counterIds()));
      recounted = unreadable(scope, archive);
    }
    Result result = new Result();
    left = attempt(scope, left, done, result);
    for (int i = 1; i < MOST_ATTEMPTS && !left.isEmpty(); i++) {
      waits.pause(Waits.LONGEST_PAUSE_MS);
      try {
        left = attempt(scope, left, done, result);
      } catch (Refused e) {
        left.forEach(ad -> result.failed().put("ads/" + ad, e.getMessage()));
        break;
      }
    }
    if (result.failed().isEmpty()) {
      recounted.forEach(counter -> put(counter, result));
    }
    return result;
  }

  /** Returns the ads that have to be recounted once more. */
  private Set<String> attempt(Scope scope, Set<String> adIds, Runnable done, Result result)
      throws IOException {
    Map<String, AdBefore> before = new TreeMap<>();
    documents.storedAds(
        adIds.iterator(),
        (fetched, reading) -> {
          AdBefore stood = AdBefore.of(fetched, reading);
          Set<String> known =
              writes.computeIfAbsent(reading.adId(), id -> new HashSet<>(stood.writeIds()));
          if (known.containsAll(stood.writeIds())) {
            before.put(reading.adId(), stood);
          } else {
            result.failed().put("ads/" + reading.adId(), PUT_BY_OTHERS);
          }
          done.run();
        });
    Set<String> ids = documents.directory();
    ids.addAll(scope.counterIds());
    counters = documents.withRetired(ids);
    AcceptedLosses accepted = documents.acceptedLosses().with(settings.lost());
    ArchivedEvents archive = archives.open();
    requireAll(scope, before, accepted, archive);
    if (!settings.isDryRun() && !settings.lost().isEmpty()) {
      AcceptedLosses.remember(store, waits, settings.lost());
    }
    result.broken().clear();
    result.broken().addAll(archive.broken());
    for (RecountedCounter counter : recounted) {
      counters.put(counter.counterId(), counter.reading(base(0), clockMs.getAsLong()));
    }
    return put(archive, before, done, result);
  }

  /** The counters whose documents cannot be read, or are not there. */
  private List<RecountedCounter> unreadable(Scope scope, ArchivedEvents archive)
      throws IOException {
    Map<String, List<CounterDocument>> before = new HashMap<>();
    documents
        .withRetired(scope.counterIds())
        .forEach(
            (id, reading) -> {
              if (scope.counterIds().contains(id)
                  && (!reading.exists() || reading.blocked() != null)) {
                before.put(id, readable(documents.siblings(DocumentKey.counter(id))));
              }
            });
    return before.isEmpty()
        ? List.of()
        : RecountedCounter.of(archive, before.keySet(), before, settings.times().get());
  }

  private static List<CounterDocument> readable(List<StoredValue> values) {
    List<CounterDocument> documents = new ArrayList<>();
    for (StoredValue value : values) {
      try {
        documents.add(CounterDocumentCodec.read(value.contentType(), value.bytes()));
      } catch (UnreadableDocument e) {
        // The archives say what they can.
      }
    }
    return documents;
  }

  private void requireAll(
      Scope scope, Map<String, AdBefore> before, AcceptedLosses accepted, ArchivedEvents archive)
      throws IOException {
    List<String> reasons = new ArrayList<>();
    Map<String, LongRanges> lost = new HashMap<>();
    for (AcceptedLosses.Loss loss : settings.lost()) {
      LeftOut.addAll(lost, loss.counterId(), LongRanges.ofRange(loss.from(), loss.to()));
    }
    archive
        .archived(lost)
        .forEach(
            (id, ids) ->
                reasons.add(
                    "--accept-lost: the files have events of " + id + ": " + Texts.ids(ids)));
    counters.forEach(
        (id, reading) -> {
          boolean isMade = recounted.stream().anyMatch(each -> each.counterId().equals(id));
          if (reading.blocked() != null && !isMade) {
            reasons.add(
                "counter %s cannot be read, so what of it is counted is not known: recount it, too: --counter %s"
                    .formatted(id, id));
          }
        });
    reasons.addAll(unknown(scope, before, archive));
    reasons.addAll(lacking(before, accepted, archive));
    if (!reasons.isEmpty()) {
      throw new Refused(reasons);
    }
  }

  /** Ids of which neither a document nor an event is known. */
  private List<String> unknown(Scope scope, Map<String, AdBefore> before, ArchivedEvents archive)
      throws IOException {
    Set<String> absent =
        before.entrySet().stream()
            .filter(ad -> ad.getValue().isAbsent())
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    List<String> keys = new ArrayList<>();
    if (!absent.isEmpty()) {
      try (Stream<Event> events = archive.events(absent)) {
        absent.removeAll(events.map(Event::adId).collect(Collectors.toSet()));
      }
      absent.forEach(id -> keys.add(DocumentKey.ad(id).toString()));
    }
    for (String id : scope.counterIds()) {
      boolean isRecounted = recounted.stream().anyMatch(each -> each.counterId().equals(id));
      if (!isRecounted && archive.adsOf(Set.of(id)).isEmpty()) {
        keys.add(DocumentKey.counter(id).toString());
      }
    }
    return keys.stream()
        .sorted()
        .map(key -> key + ": there is nothing to build it from: no file has an event")
        .toList();
  }

  /** Events that are counted, and in no file. */
  private List<String> lacking(
      Map<String, AdBefore> before, AcceptedLosses accepted, ArchivedEvents archive)
      throws IOException {
    SortedMap<String, LongRanges> lacking =
        new TreeMap<>(archive.lacking(counters.values(), accepted));
    Map<String, LongRanges> listed = new HashMap<>();
    before
        .values()
        .forEach(ad -> ad.unsettled().forEach((id, ids) -> LeftOut.addAll(listed, id, ids)));
    Map<String, LongRanges> archived = archive.archived(listed);
    listed.forEach(
        (id, ids) -> {
          LongRanges rest = accepted.mustBeArchived(id, ids);
          rest.removeAll(archived.getOrDefault(id, new LongRanges()));
          LeftOut.addAll(lacking, id, rest);
        });
    lacking.values().removeIf(LongRanges::isEmpty);
    lacking.keySet().removeIf(CounterId::isOperators);
    List<String> reasons = new ArrayList<>();
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
    return reasons;
  }

  private RecountBase base(long number) {
    return RecountBase.above(List.of(number), writeIds.next(), clockMs.getAsLong());
  }

  private Set<String> put(
      ArchivedEvents archive, Map<String, AdBefore> before, Runnable done, Result result)
      throws IOException {
    Set<String> again = new TreeSet<>();
    try (Stream<Event> events = archive.events(before.keySet())) {
      RecountedAds ads =
          new RecountedAds(
              events.iterator(),
              before,
              stood -> base(stood.number()),
              counters,
              settings.times().get(),
              result.leftOut());
      waits.<Recounted, Stored>awaitAll(
          ads,
          MAX_IN_FLIGHT,
          (ad, answer) -> {
            if (settings.isDryRun()) {
              answer.accept(new Stored.Single(ad.before().context()));
            } else {
              store.put(DocumentKey.ad(ad.adId()), document(ad), ad.before().context(), answer);
            }
          },
          (ad, stored) -> {
            done.run();
            String key = "ads/" + ad.adId();
            result.failed().remove(key);
            stored.handle(
                single -> result.ads().add(AdChange.of(ad)),
                siblings -> result.failed().put(key, PUT_BY_OTHERS),
                doubt -> {
                  result.failed().put(key, stored.failure());
                  again.add(ad.adId());
                },
                refused -> result.failed().put(key, stored.failure()));
          });
    }
    return again;
  }

  private StoredValue document(Recounted ad) {
    String writeId = writeIds.next();
    writes.get(ad.adId()).add(writeId);
    return new StoredValue(AdDocumentCodec.CONTENT_TYPE, ad.ad().document(writeId, buffers));
  }

  /** It is refused if another writer has put it meanwhile, and it can be read. */
  private void put(RecountedCounter counter, Result result) {
    if (!settings.isDryRun()) {
      enterIntoDirectory(counter.counterId());
      Set<String> own = new HashSet<>();
      single.change(
          DocumentKey.counter(counter.counterId()),
          siblings -> {
            List<CounterDocument> readable = readable(siblings);
            if (readable.size() == siblings.size()
                && !readable.stream().allMatch(each -> own.containsAll(each.write().basedOn()))) {
              throw new NoVerdict(
                  "counters/%s: another writer has put it, and it can be read. Run the same command again"
                      .formatted(counter.counterId()));
            }
            RecountBase base =
                base(readable.stream().mapToLong(each -> each.write().number()).max().orElse(0));
            own.add(base.id());
            return counter.document(base, writeIds.next(), clockMs.getAsLong());
          });
    }
    result.counters().put(counter.counterId(), counter.archived().numbers());
  }

  /** A counter is in the directory before its document is put, as the topology does it. */
  private void enterIntoDirectory(String counterId) {
    single.change(
        ListedCounters.key(counterId),
        siblings -> {
          DirectoryDocument directory = ListedCounters.read(siblings);
          return directory.counterIds().add(counterId)
              ? new StoredValue(DirectoryDocument.CONTENT_TYPE, directory.toBytes())
              : null;
        });
  }
}
