package clickcounter.tools;

import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.CounterView;
import clickcounter.document.DirectoryDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventParser;
import clickcounter.event.EventSink;
import clickcounter.event.Rejected;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.AdLedger;
import clickcounter.ledger.CounterLedger;
import clickcounter.ledger.OfferResult;
import clickcounter.ledger.PutBuffers;
import clickcounter.ledger.WriteIds;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore;
import clickcounter.store.StoredValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * A topology without Storm and without a queue: the kernel's ledgers over a {@link MemoryStore}.
 */
public final class Counting implements EventSink {
  public static final long NOW_MS = 1_800_000_000_000L;

  public final MemoryStore store =
      new MemoryStore() {
        @Override
        public void close() {
          // Each command has a connection of its own.
        }
      };

  private final Map<String, AdLedger> ads = new HashMap<>();
  private final Map<String, CounterLedger<Object>> counters = new HashMap<>();
  private final Map<String, GapList> written = new HashMap<>();
  private final WriteIds writeIds = new WriteIds(new SplittableRandom(7));
  private final EventParser parser = new EventParser();
  long counted;
  public long duplicates;
  long rejected;

  public Counting receive(Iterable<String> lines) {
    lines.forEach(line -> parser.parse(line, this));
    write();
    return this;
  }

  @Override
  public void event(Event event) {
    if (event instanceof AdEvent e) {
      offer(e);
    } else if (event instanceof Close close) {
      duplicates += counter(close.counterId()).gaps().seen(close.sequence()) ? 1 : 0;
      counter(close.counterId())
          .close(LongRanges.of(close.sequence()), close.timestampMs(), NOW_MS, null);
    } else if (event instanceof WriteOffRequest w) {
      counter(w.targetCounterId())
          .writeOff(
              w.from(),
              w.to(),
              new WriteOff(w.reopen(), w.reason(), w.timestampMs(), w.eventId()),
              null);
      counter(w.counterId()).mark(LongRanges.of(w.sequence()), w.timestampMs(), NOW_MS, null);
    }
  }

  private void offer(AdEvent event) {
    CounterLedger<Object> counter = counter(event.counterId());
    AdLedger ad = ads.computeIfAbsent(event.adId(), id -> AdLedger.absent(id, Integer.MAX_VALUE));
    if (counter.gaps().seen(event.sequence())
        || ad.offer(event, CounterView.EMPTY, AdLedger.NOBODY) != OfferResult.COUNTED) {
      duplicates++;
      return;
    }
    counted++;
    counter.mark(LongRanges.of(event.sequence()), event.timestampMs(), NOW_MS, null);
  }

  @Override
  public void rejected(Rejected line) {
    rejected++;
  }

  private CounterLedger<Object> counter(String counterId) {
    return counters.computeIfAbsent(counterId, CounterLedger::absent);
  }

  public Set<String> counterIds() {
    return counters.keySet();
  }

  /** The highest number of the counter that was counted. */
  public long highest(String counterId) {
    return gaps(counterId).next() - 1;
  }

  GapList gaps(String counterId) {
    return counter(counterId).gaps();
  }

  /** Counts these lines and writes the ads' documents, but not the counters'. */
  public void receiveUnsettled(Iterable<String> lines) {
    lines.forEach(line -> parser.parse(line, this));
    writeAds();
  }

  /** Writes all documents. */
  public void write() {
    writeCounters();
    writeAds();
  }

  /** Settles the events of the ads' documents. */
  public void writeCounters() {
    counters.forEach(
        (id, ledger) -> {
          put(
              DocumentKey.counter(id),
              CounterDocumentCodec.CONTENT_TYPE,
              ledger.beginPut(writeIds.next()));
          ledger.putSucceeded(waiter -> {});
          written.put(id, ledger.gaps().copy());
        });
    writeDirectory();
  }

  private void writeAds() {
    ads.forEach(
        (id, ledger) -> {
          ledger.forgetSettled(counter -> view(written.getOrDefault(counter, new GapList())));
          put(
              DocumentKey.ad(id),
              AdDocumentCodec.CONTENT_TYPE,
              ledger.beginPut(writeIds.next(), new PutBuffers()));
          ledger.putSucceeded((waiter, repeated) -> {});
        });
  }

  private void writeDirectory() {
    Map<String, TreeSet<String>> shards = new HashMap<>();
    for (String id : counters.keySet()) {
      shards.computeIfAbsent(DirectoryDocument.keyOf(id), shard -> new TreeSet<>()).add(id);
    }
    shards.forEach(
        (shard, ids) ->
            put(
                new DocumentKey(DocumentKey.DIRECTORY, shard),
                DirectoryDocument.CONTENT_TYPE,
                new DirectoryDocument(ids).toBytes()));
  }

  private static CounterView view(GapList gaps) {
    return new CounterView() {
      @Override
      public long next() {
        return gaps.next();
      }

      @Override
      public boolean seen(long sequence) {
        return gaps.seen(sequence);
      }

      @Override
      public boolean confirmed(long sequence) {
        return gaps.seen(sequence);
      }
    };
  }

  public void put(DocumentKey key, String contentType, byte[] bytes) {
    store.replace(key, new StoredValue(contentType, bytes));
  }
}
