package clickcounter.tools.recount;

import clickcounter.cli.NoVerdict;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.Fence;
import clickcounter.document.HourLength;
import clickcounter.document.RecountMark;
import clickcounter.document.UnreadableDocument;
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
import clickcounter.store.WaitingStore;
import clickcounter.tools.archive.ArchiveFollower;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.recount.ArchivedCounters.ArchivedCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Builds all documents of an empty bucket type from the archives alone.
 *
 * <ol>
 *   <li>Puts a mark, with which no worker of the topology starts.
 *   <li>Reads the archives. Every event in them counts, once.
 *   <li>Puts the documents of counters, of ads, and the directory. A document that somebody else
 *       has put ends the recount: the bucket type was not empty, or a topology is running.
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
  private static final int ATTEMPTS = 5;
  private static final DocumentKey MARK = new DocumentKey(DocumentKey.DIRECTORY, RecountMark.KEY);

  private final DocumentStore store;
  private final ArchiveFollower archive;
  private final WriteIds writeIds;
  private final LongSupplier clockMs;
  private final String by;
  private final HourLength hourLength;
  private final PutBuffers buffers = new PutBuffers();
  private final ArchivedCounters counters = new ArchivedCounters(id -> null);
  private List<RecountSink> sinks = List.of();
  private RecountMark mark;
  private boolean goesOn;

  /**
   * @param by host and process, for a person
   */
  public RecountEverything(
      DocumentStore store,
      ArchiveFollower archive,
      WriteIds writeIds,
      LongSupplier clockMs,
      String by,
      HourLength hourLength) {
    this.store = store;
    this.archive = archive;
    this.writeIds = writeIds;
    this.clockMs = clockMs;
    this.by = by;
    this.hourLength = hourLength;
  }

  /** How much was put. */
  public record Result(long events, int ads, int counters, boolean wentOn) {}

  /**
   * Puts the mark, or finds the one of a recount that was interrupted.
   *
   * @throws NoVerdict when the bucket type has documents of anybody else
   */
  public void begin() {
    Fetched found = fetch(MARK);
    if (found instanceof Fetched.Found before) {
      mark = markOf(before);
      if (mark.isFinished()) {
        throw new NoVerdict(
            "the bucket type is not empty: all its documents were recounted before ("
                + mark.by()
                + "). Nothing was changed. Use an empty bucket type");
      }
      goesOn = true;
      return;
    }
    requireNoCounters();
    String run = writeIds.next().replace('.', '-');
    mark = new RecountMark(run, clockMs.getAsLong(), by, 0);
    put(MARK, markValue(), found.context());
  }

  private static RecountMark markOf(Fetched.Found found) {
    if (found.siblings().size() > 1) {
      throw new NoVerdict(
          MARK + " has siblings: two recounts began at the same time. Use another bucket type");
    }
    try {
      StoredValue value = found.siblings().get(0);
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
      if (fetch(directory(key)) instanceof Fetched.Found) {
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

  private Fetched fetch(DocumentKey key) {
    Fetched fetched = new WaitingStore(store).fetch(key, ATTEMPTS);
    if (fetched instanceof Fetched.Failed failed) {
      throw new NoVerdict("cannot read " + key + ": " + failed.reason());
    }
    return fetched;
  }

  private void put(DocumentKey key, StoredValue value, StoreContext context) {
    Stored stored = new WaitingStore(store).put(key, value, context);
    if (!(stored instanceof Stored.Single)) {
      throw new NoVerdict("cannot put " + key + ": " + stored + ". Run the same command again");
    }
  }

  /** Reads the archives. */
  public void read(ScanProgress progress) {
    sinks = archive.read(() -> new RecountSink(counters, Set.of(), Set.of(), hourLength), progress);
    archive.readMore(sinks);
  }

  /**
   * Puts all documents.
   *
   * @throws NoVerdict when somebody else has put one, or Riak fails; the mark stays, and the same
   *     recount goes on
   */
  public Result write(Recount.Listener listener) {
    Map<String, SettledCounts> ads = new HashMap<>();
    for (RecountSink sink : sinks) {
      sink.forEachAd(
          (id, totals, hours) ->
              ads.merge(id, new SettledCounts(totals, hours), SettledCounts::plus));
    }
    List<ArchivedCounter> all = counters.all();
    listener.doing("documents of counters", all.size());
    putAll(all.iterator(), c -> DocumentKey.counter(c.counterId), this::counter, listener);
    listener.doing("documents of ads", ads.size());
    putAll(ads.entrySet().iterator(), ad -> DocumentKey.ad(ad.getKey()), this::ad, listener);
    Map<String, TreeSet<String>> shards = new TreeMap<>();
    for (ArchivedCounter counter : all) {
      String key = DirectoryDocument.keyOf(counter.counterId);
      shards.computeIfAbsent(key, k -> new TreeSet<>()).add(counter.counterId);
    }
    listener.doing("documents of the directory", shards.size());
    putAll(
        shards.entrySet().iterator(),
        shard -> directory(shard.getKey()),
        shard ->
            new StoredValue(
                DirectoryDocument.CONTENT_TYPE, new DirectoryDocument(shard.getValue()).toBytes()),
        listener);
    mark = mark.finished(clockMs.getAsLong());
    put(MARK, markValue(), fetch(MARK).context());
    long events = sinks.stream().mapToLong(RecountSink::events).sum();
    return new Result(events, ads.size(), all.size(), goesOn);
  }

  private StoredValue ad(Map.Entry<String, SettledCounts> ad) {
    SettledCounts settled = ad.getValue();
    RecountedAd recounted =
        new RecountedAd(ad.getKey(), settled.totals(), settled.hours(), hourLength, mark.fence());
    return new StoredValue(
        AdDocumentCodec.CONTENT_TYPE, recounted.document(writeIds.next(), buffers));
  }

  /** The second of two writes: it confirms what the first one, which nobody needs, recorded. */
  private StoredValue counter(ArchivedCounter counter) {
    LongRanges counted = counter.archived();
    CounterLedger<Object> ledger = counter.ledger(counted, mark.fence(), clockMs.getAsLong());
    ledger.beginPut(mark.fence().id());
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
      Iterator<T> items, Key<T> key, Document<T> document, Recount.Listener listener) {
    Iterator<T> left = items;
    for (int attempt = 1; left.hasNext(); attempt++) {
      List<T> again = new ArrayList<>();
      List<String> reasons = new ArrayList<>();
      boolean mayExist = goesOn || attempt > 1;
      InFlight.<T, Stored>run(
          left,
          MAX_IN_FLIGHT,
          (item, answer) -> start(key.of(item), document.of(item), mayExist, answer),
          (item, answer) -> {
            listener.done();
            if (!(answer instanceof Stored.Single)) {
              again.add(item);
              reasons.add(key.of(item) + ": " + answer);
            }
          });
      if (attempt == ATTEMPTS && !again.isEmpty()) {
        throw new NoVerdict(
            again.size()
                + " documents could not be put, the first is "
                + reasons.get(0)
                + ". The topology cannot start. Run the same command again");
      }
      left = again.iterator();
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
        fetched -> {
          if (fetched instanceof Fetched.Failed failed) {
            answer.accept(new Stored.Doubt("read failed: " + failed.reason()));
          } else if (fetched instanceof Fetched.Found found
              && !found.siblings().stream().allMatch(v -> isOurs(key, v))) {
            answer.accept(
                new Stored.Refused(
                    "somebody else has put it: the bucket type was not empty, or a topology is running"));
          } else {
            store.put(key, value, fetched.context(), answer);
          }
        });
  }

  /** Whether this recount has put the value. A directory's document is the same whoever puts it. */
  private boolean isOurs(DocumentKey key, StoredValue value) {
    Fence fence = mark.fence();
    try {
      return switch (key.bucket()) {
        case DocumentKey.ADS -> {
          var write = AdDocumentCodec.read(value.contentType(), value.bytes()).write();
          yield fence.id().equals(write.base()) && write.number() == fence.number() + 1;
        }
        case DocumentKey.COUNTERS -> {
          var write = CounterDocumentCodec.read(value.contentType(), value.bytes()).write();
          yield write.basedOn().equals(List.of(fence.id()));
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
