package clickcounter.tools.recount;

import clickcounter.cli.NoVerdict;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.RecountMark;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.ClockLimit;
import clickcounter.ledger.PutBuffers;
import clickcounter.ledger.WriteIds;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.ToolStore;
import clickcounter.tools.documents.Waits;
import clickcounter.tools.recount.ArchivedEvents.Archives;
import clickcounter.tools.recount.ArchivedEvents.Event;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Builds all documents of an empty bucket type from the archives alone.
 *
 * <ol>
 *   <li>Puts a mark, with which no worker of the topology starts.
 *   <li>Puts the documents of counters, which record all archived events but those that operators
 *       wrote off and those whose time the topology rejects; then those of ads, which count what
 *       the counters record; then the directory.
 *   <li>Puts the mark again, as finished.
 * </ol>
 *
 * <p>Every put was answered by a quorum before the mark says finished. So the counters' documents
 * confirm all ids, and the ads' documents list none. An event that is archived later is in none of
 * them and is counted when it comes.
 *
 * <p>After a kill the same recount is run again. While the mark is not finished, all that is found
 * is its own, and is replaced. Memory grows with the counters, not with ads or events.
 */
public final class RecountEverything {
  private static final int MAX_IN_FLIGHT = 64;

  /** Puts that failed and are kept; with more of them the store is not there. */
  private static final int MOST_FAILED = 1_000;

  private static final DocumentKey MARK = new DocumentKey(DocumentKey.DIRECTORY, RecountMark.KEY);

  private final DocumentStore store;
  private final Waits waits;
  private final ToolStore documents;
  private final Archives archives;
  private final WriteIds writeIds;
  private final LongSupplier clockMs;
  private final PutBuffers buffers = new PutBuffers();
  private RecountMark mark;
  private boolean isResumed;

  public RecountEverything(
      DocumentStore store,
      Waits waits,
      Archives archives,
      WriteIds writeIds,
      LongSupplier clockMs) {
    this.store = store;
    this.waits = waits;
    this.documents = new ToolStore(store, waits);
    this.archives = archives;
    this.writeIds = writeIds;
    this.clockMs = clockMs;
  }

  /**
   * How much was put.
   *
   * @param events of ads that are counted
   * @param leftOut what was not counted
   */
  public record Result(long events, int ads, int counters, boolean wentOn, LeftOut leftOut) {}

  /**
   * Builds all.
   *
   * @param by host and process, for a person
   * @param times which times the topology counts now
   * @throws NoVerdict when the bucket type has documents, there is no event, or Riak fails; if the
   *     mark was put, it stays, and the same recount goes on
   */
  public Result run(String by, ClockLimit times, Runnable done) throws IOException {
    begin(by);
    ArchivedEvents archive = archives.open();
    List<RecountedCounter> counters = RecountedCounter.of(archive, Set.of(), Map.of(), times);
    if (counters.isEmpty()) {
      throw new NoVerdict(
          "no file has an event. Nothing was put but the mark, with which no topology starts; run the"
              + " same command again with all archives");
    }
    Map<String, CounterReading> readings = new HashMap<>();
    putAll(
        counters.iterator(),
        counter -> DocumentKey.counter(counter.counterId()),
        counter -> document(counter, readings),
        done);
    LeftOut leftOut = new LeftOut();
    long events;
    int ads;
    try (Stream<Event> all = archive.events(Set.of())) {
      RecountedAds recounted =
          new RecountedAds(
              all.iterator(), Map.of(), stood -> mark.base(), readings, times, leftOut);
      ads =
          putAll(
              recounted,
              ad -> DocumentKey.ad(ad.adId()),
              ad ->
                  new StoredValue(
                      AdDocumentCodec.CONTENT_TYPE, ad.ad().document(writeIds.next(), buffers)),
              done);
      events = recounted.counted();
    }
    putDirectory(counters, done);
    mark = mark.finished(clockMs.getAsLong());
    documents.put(MARK, markValue(), documents.fetch(MARK).context());
    return new Result(events, ads, counters.size(), isResumed, leftOut);
  }

  /** Puts the mark, or finds the one of a recount that was interrupted. */
  private void begin(String by) {
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

  private StoredValue document(RecountedCounter counter, Map<String, CounterReading> readings) {
    long nowMs = clockMs.getAsLong();
    readings.put(counter.counterId(), counter.reading(mark.base(), nowMs));
    return counter.document(mark.base(), writeIds.next(), nowMs);
  }

  private void putDirectory(List<RecountedCounter> counters, Runnable done) {
    Map<String, TreeSet<String>> shards = new TreeMap<>();
    for (RecountedCounter counter : counters) {
      String key = DirectoryDocument.keyOf(counter.counterId());
      shards.computeIfAbsent(key, k -> new TreeSet<>()).add(counter.counterId());
    }
    putAll(
        shards.entrySet().iterator(),
        shard -> directory(shard.getKey()),
        shard ->
            new StoredValue(
                DirectoryDocument.CONTENT_TYPE, new DirectoryDocument(shard.getValue()).toBytes()),
        done);
  }

  /** A document that is put. */
  private record Put(DocumentKey key, StoredValue value) {}

  /** Puts the documents of items; how many there were. */
  private <T> int putAll(
      Iterator<T> items,
      Function<T, DocumentKey> key,
      Function<T, StoredValue> document,
      Runnable done) {
    List<Put> failed = new ArrayList<>();
    int[] count = {0};
    waits.<T, Runnable>awaitAll(
        items,
        MAX_IN_FLIGHT,
        (item, answer) -> {
          Put put = new Put(key.apply(item), document.apply(item));
          start(put, stored -> answer.accept(() -> keepFailure(put, stored, failed)));
        },
        (item, answered) -> {
          count[0]++;
          done.run();
          answered.run();
        });
    failed.forEach(put -> documents.change(put.key(), siblings -> put.value()));
    return count[0];
  }

  /** What an interrupted run has put may be there. */
  private void start(Put put, Consumer<Stored> answer) {
    if (!isResumed) {
      store.put(put.key(), put.value(), StoreContext.NONE, answer);
      return;
    }
    store.fetch(
        put.key(),
        fetched ->
            fetched.handle(
                found -> store.put(put.key(), put.value(), found.context(), answer),
                absent -> store.put(put.key(), put.value(), absent.context(), answer),
                failed -> answer.accept(new Stored.Doubt(failed.reason()))));
  }

  private static void keepFailure(Put put, Stored stored, List<Put> failed) {
    if (stored.failure() != null) {
      failed.add(put);
    }
    if (failed.size() > MOST_FAILED) {
      throw new NoVerdict(
          put.key()
              + " could not be put, and many others: "
              + stored.failure()
              + ". The topology cannot start. Run the same command again");
    }
  }
}
