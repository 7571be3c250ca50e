package clickcounter.tools.recount;

import clickcounter.cli.NoVerdict;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.RecountBase;
import clickcounter.document.RecountMark;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.ClockLimit;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.CounterLedger;
import clickcounter.ledger.PutBuffers;
import clickcounter.ledger.RecountedAd;
import clickcounter.ledger.WriteIds;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.tools.archive.ArchiveFollower;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.CounterTable;
import clickcounter.tools.documents.ToolStore;
import clickcounter.tools.documents.Waits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Builds all documents of an empty bucket type from the archives alone.
 *
 * <ol>
 *   <li>Puts a mark, with which no worker of the topology starts.
 *   <li>Reads the archives. Every event in them counts, once, but those that operators wrote off
 *       and those whose time the topology rejects.
 *   <li>Puts the documents of counters, of ads, and the directory. A document of another writer
 *       ends the recount: the bucket type was not empty, or a topology is running.
 *   <li>Puts the mark again, as finished.
 * </ol>
 *
 * <p>Each document is put once, and every put was answered by a quorum before the mark says
 * finished. So the counters' documents confirm all ids, and the ads' documents list none. An event
 * that is archived later is in none of them and is counted when it comes.
 *
 * <p>After a kill the same recount goes on: it knows its own documents by their base. Memory grows
 * with the ads and counters, not with the events.
 */
public final class RecountEverything implements AutoCloseable {
  private static final int MAX_IN_FLIGHT = 64;
  private static final DocumentKey MARK = new DocumentKey(DocumentKey.DIRECTORY, RecountMark.KEY);

  private final DocumentStore store;
  private final ToolStore documents;
  private final ArchiveFollower archive;
  private final WriteIds writeIds;
  private final LongSupplier clockMs;
  private final String by;
  private final PutBuffers buffers = new PutBuffers();
  private final Supplier<ClockLimit> clock;
  private CounterTable<RecountedCounter> counters;
  private List<RecountSink> sinks = List.of();
  private RecountMark mark;
  private boolean isResumed;

  /**
   * @param by host and process, for a person
   * @param clock which times the topology counts now
   */
  public RecountEverything(
      DocumentStore store,
      ArchiveFollower archive,
      WriteIds writeIds,
      LongSupplier clockMs,
      String by,
      Supplier<ClockLimit> clock) {
    this.clock = clock;
    this.store = store;
    this.documents = new ToolStore(store, Waits.REAL);
    this.archive = archive;
    this.writeIds = writeIds;
    this.clockMs = clockMs;
    this.by = by;
  }

  /**
   * How much was put.
   *
   * @param leftOut what was not counted
   */
  public record Result(long events, int ads, int counters, boolean wentOn, LeftOut leftOut) {}

  /**
   * Puts the mark, or finds the one of a recount that was interrupted.
   *
   * @throws NoVerdict when the bucket type has documents of another writer
   */
  public void begin() {
    Fetched found = documents.fetch(MARK);
    if (!found.siblings().isEmpty()) {
      mark = markOf(found.siblings());
      if (mark.isFinished()) {
        throw new NoVerdict(
            "the bucket type is not empty: all its documents were recounted before ("
                + mark.by()
                + "). Nothing was changed. Use an empty bucket type");
      }
      isResumed = true;
      return;
    }
    requireNoCounters();
    String run = writeIds.next().replace('.', '-');
    mark = new RecountMark(run, clockMs.getAsLong(), by, 0);
    documents.put(MARK, markValue(), found.context());
  }

  private static RecountMark markOf(List<StoredValue> siblings) {
    if (siblings.size() > 1) {
      throw new NoVerdict(
          MARK + " has siblings: two recounts began at the same time. Use another bucket type");
    }
    try {
      StoredValue value = siblings.get(0);
      return RecountMark.read(value.contentType(), value.bytes());
    } catch (UnreadableDocument e) {
      throw new NoVerdict(MARK + ": " + e.getMessage());
    }
  }

  private StoredValue markValue() {
    return new StoredValue(RecountMark.CONTENT_TYPE, mark.toBytes());
  }

  private void requireNoCounters() {
    for (String key : DirectoryDocument.keys()) {
      if (!documents.fetch(directory(key)).siblings().isEmpty()) {
        throw new NoVerdict(
            directory(key)
                + " exists: the bucket type is not empty. Nothing was changed. Use an empty bucket"
                + " type, or recount single documents with --ad or --counter");
      }
    }
  }

  private static DocumentKey directory(String key) {
    return new DocumentKey(DocumentKey.DIRECTORY, key);
  }

  /** Reads the archives; twice, if they have events that operators wrote off. */
  public void read(ScanProgress progress) {
    read(Map.of(), progress);
    Map<String, LongRanges> writtenOff = new HashMap<>();
    for (RecountedCounter counter : counters.all()) {
      writtenOff.put(counter.counterId, counter.archivedAndWrittenOff());
    }
    if (!writtenOff.values().stream().allMatch(LongRanges::isEmpty)) {
      close();
      read(writtenOff, ScanProgress.NONE);
    }
  }

  private void read(Map<String, LongRanges> writtenOff, ScanProgress progress) {
    LongRanges none = new LongRanges();
    counters =
        new CounterTable<>(
            (id, number) ->
                new RecountedCounter(id, number, null, none, writtenOff.getOrDefault(id, none)));
    sinks = archive.read(() -> new RecountSink(counters, Set.of(), Set.of(), clock), progress);
    archive.readMore(sinks);
  }

  /**
   * Puts all documents.
   *
   * @throws NoVerdict when another writer has put one, or Riak fails; the mark stays, and the same
   *     recount goes on
   */
  public Result write(Recount.Listener listener) {
    long events = sinks.stream().mapToLong(RecountSink::events).sum();
    if (events == 0) {
      throw new NoVerdict(
          "no file has an event. Nothing was put but the mark, with which no topology starts; run the"
              + " same command again with all archives");
    }
    Map<String, SettledCounts> ads = new HashMap<>();
    for (RecountSink sink : sinks) {
      sink.forEachAd(
          (id, totals, hours) ->
              ads.merge(id, new SettledCounts(totals, hours), SettledCounts::plus));
    }
    List<RecountedCounter> all = counters.all();
    listener.doing("documents of counters", all.size());
    putAll(all, c -> DocumentKey.counter(c.counterId), this::counter, listener);
    listener.doing("documents of ads", ads.size());
    putAll(ads.entrySet(), ad -> DocumentKey.ad(ad.getKey()), this::ad, listener);
    Map<String, TreeSet<String>> shards = new TreeMap<>();
    for (RecountedCounter counter : all) {
      String key = DirectoryDocument.keyOf(counter.counterId);
      shards.computeIfAbsent(key, k -> new TreeSet<>()).add(counter.counterId);
    }
    listener.doing("documents of the directory", shards.size());
    putAll(
        shards.entrySet(),
        shard -> directory(shard.getKey()),
        shard ->
            new StoredValue(
                DirectoryDocument.CONTENT_TYPE, new DirectoryDocument(shard.getValue()).toBytes()),
        listener);
    mark = mark.finished(clockMs.getAsLong());
    documents.put(MARK, markValue(), documents.fetch(MARK).context());
    LeftOut leftOut =
        new LeftOut(
            LeftOut.of(all, RecountedCounter::leftOutWrittenOff),
            LeftOut.of(all, RecountedCounter::leftOutRejected));
    return new Result(events, ads.size(), all.size(), isResumed, leftOut);
  }

  private StoredValue ad(Map.Entry<String, SettledCounts> ad) {
    SettledCounts settled = ad.getValue();
    RecountedAd recounted =
        new RecountedAd(ad.getKey(), settled.totals(), settled.hours(), mark.base());
    return new StoredValue(
        AdDocumentCodec.CONTENT_TYPE, recounted.document(writeIds.next(), buffers));
  }

  /** The second of two writes: it confirms what the first one recorded, which is not kept. */
  private StoredValue counter(RecountedCounter counter) {
    LongRanges counted = counter.archived.all();
    CounterLedger<Object> ledger =
        counter.ledger(
            counted, counter.archived.lastEventAtMs(), mark.base(), clockMs.getAsLong(), List.of());
    ledger.beginPut(mark.base().id());
    ledger.putSucceeded(waiter -> {});
    return new StoredValue(CounterDocumentCodec.CONTENT_TYPE, ledger.beginPut(writeIds.next()));
  }

  /** What an item's document is. */
  private interface Document<T> {
    StoredValue of(T item);
  }

  /** The key of an item's document. */
  private interface Key<T> {
    DocumentKey of(T item);
  }

  private <T> void putAll(
      Collection<T> items, Key<T> key, Document<T> document, Recount.Listener listener) {
    List<T> left = new ArrayList<>(items);
    List<String> reasons = new ArrayList<>();
    Waits.REAL.untilEmpty(
        left,
        () -> {
          List<T> now = List.copyOf(left);
          boolean mayExist = isResumed || !reasons.isEmpty();
          left.clear();
          reasons.clear();
          Waits.REAL.<T, Stored>awaitAll(
              now.iterator(),
              MAX_IN_FLIGHT,
              (item, answer) -> start(key.of(item), document.of(item), mayExist, answer),
              (item, answer) -> {
                listener.done();
                if (answer.failure() != null) {
                  left.add(item);
                  reasons.add(key.of(item) + ": " + answer.failure());
                }
              });
        });
    if (!left.isEmpty()) {
      throw new NoVerdict(
          left.size()
              + " documents could not be put, the first is "
              + reasons.get(0)
              + ". The topology cannot start. Run the same command again");
    }
  }

  /**
   * @param mayExist whether this recount may have put the document before
   */
  private void start(
      DocumentKey key, StoredValue value, boolean mayExist, Consumer<Stored> answer) {
    if (!mayExist) {
      store.put(key, value, StoreContext.NONE, answer);
      return;
    }
    store.fetch(
        key,
        fetched ->
            fetched.handle(
                found -> {
                  if (found.siblings().stream().allMatch(v -> isOurs(key, v))) {
                    store.put(key, value, found.context(), answer);
                  } else {
                    answer.accept(
                        new Stored.Refused(
                            "another writer has put it: the bucket type was not empty, or a topology"
                                + " is running"));
                  }
                },
                absent -> store.put(key, value, absent.context(), answer),
                failed -> answer.accept(new Stored.Doubt("read failed: " + failed.reason()))));
  }

  /**
   * Whether this recount has put the value. A directory's document is the same from every writer.
   */
  private boolean isOurs(DocumentKey key, StoredValue value) {
    RecountBase base = mark.base();
    try {
      return switch (key.bucket()) {
        case DocumentKey.ADS -> {
          var write = AdDocumentCodec.read(value.contentType(), value.bytes()).write();
          yield base.id().equals(write.base()) && write.number() == base.number() + 1;
        }
        case DocumentKey.COUNTERS -> {
          var write = CounterDocumentCodec.read(value.contentType(), value.bytes()).write();
          yield write.basedOn().equals(List.of(base.id()));
        }
        default -> true;
      };
    } catch (UnreadableDocument e) {
      return false;
    }
  }

  @Override
  public void close() {
    sinks.forEach(RecountSink::close);
  }
}
