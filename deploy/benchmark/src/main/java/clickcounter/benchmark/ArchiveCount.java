package clickcounter.benchmark;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdHours;
import clickcounter.document.AdTotals;
import clickcounter.document.AddedIds;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.HourLength;
import clickcounter.document.UnsettledIds;
import clickcounter.document.WriteStamp;
import clickcounter.event.AdEvent;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.riak.BucketKind;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.LineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.Troubles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Counts archives in memory with the kernel's own code and puts the documents that a topology would
 * put.
 */
final class ArchiveCount {
  private static final int IN_FLIGHT = 16;

  /** The time-out is long: a put without an answer could not simply be repeated. */
  private static final int TIMEOUT_MS = 600_000;

  private static final class Ad {
    final AdTotals totals = new AdTotals();
    final AdHours hours = new AdHours();
    final Map<String, UnsettledIds> unsettled = new HashMap<>();
  }

  private static final class Counter {
    final GapList gaps = new GapList();
    long lastMs;
    boolean closed;
  }

  private final List<Path> paths;
  private final int lostOneIn;
  private final ConcurrentHashMap<String, Ad> ads = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Counter> counters = new ConcurrentHashMap<>();

  /**
   * @param lostOneIn one event in this many of each counter is left out, and one in twice as many
   *     stays unsettled
   */
  ArchiveCount(List<Path> paths, int lostOneIn) {
    this.paths = paths;
    this.lostOneIn = lostOneIn;
  }

  /** Counts and puts. Returns a line that says what was done. */
  String putInto(String riak) throws IOException, InterruptedException {
    int threads = Runtime.getRuntime().availableProcessors();
    List<Sink> sinks =
        new ArchiveScan(
                ArchiveFiles.find(paths).files(), threads, new Troubles(), ScanProgress.NONE)
            .run(Sink::new);
    RiakSettings settings =
        RiakSettings.defaults("clicks", BucketKind.ORDINARY)
            .withNodes(List.of(riak))
            .withTimeoutsMs(TIMEOUT_MS, TIMEOUT_MS);
    try (RiakStore store = new RiakStore(settings)) {
      Puts puts = new Puts(store);
      for (Map.Entry<String, Ad> ad : ads.entrySet()) {
        puts.put(DocumentKey.ad(ad.getKey()), document(ad.getKey(), ad.getValue()));
      }
      for (Map.Entry<String, Counter> counter : counters.entrySet()) {
        puts.put(
            DocumentKey.counter(counter.getKey()), document(counter.getKey(), counter.getValue()));
      }
      for (String key : DirectoryDocument.keys()) {
        TreeSet<String> ids = new TreeSet<>(counters.keySet());
        ids.removeIf(id -> !DirectoryDocument.keyOf(id).equals(key));
        byte[] bytes = new DirectoryDocument(ids).toBytes();
        puts.put(
            new DocumentKey(DocumentKey.DIRECTORY, key),
            new StoredValue(DirectoryDocument.CONTENT_TYPE, bytes));
      }
      puts.await();
    }
    return String.format(
        Locale.ROOT,
        "%,d events, %,d ads, %,d counters with %,d gaps in the development node",
        sinks.stream().mapToLong(sink -> sink.events).sum(),
        ads.size(),
        counters.size(),
        counters.values().stream().mapToLong(counter -> counter.gaps.gapCount()).sum());
  }

  private static StoredValue document(String adId, Ad ad) {
    WriteStamp stamp = new WriteStamp("bench-2", 2, List.of("bench-1"));
    AdDocument document = new AdDocument(adId, ad.totals, ad.hours, ad.unsettled, stamp);
    return new StoredValue(AdDocumentCodec.CONTENT_TYPE, AdDocumentCodec.write(document));
  }

  private static StoredValue document(String counterId, Counter counter) {
    WriteStamp stamp = new WriteStamp("bench-2", 2, List.of("bench-1"));
    CounterDocument document =
        new CounterDocument(
            counterId, counter.gaps, counter.closed, counter.lastMs, new LongRanges(), stamp);
    return new StoredValue(CounterDocumentCodec.CONTENT_TYPE, CounterDocumentCodec.write(document));
  }

  private final class Sink implements LineSink {
    long events;

    @Override
    public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
      events++;
      long place = event.sequence() % (2L * lostOneIn);
      if (place % lostOneIn == lostOneIn - 1) {
        return;
      }
      boolean settled = event.kind() == null || place != lostOneIn / 2;
      if (settled) {
        mark(event);
      }
      if (event.kind() != null) {
        count(event, settled);
      }
    }

    private void mark(EventLine event) {
      Counter counter = counters.computeIfAbsent(event.counterId(), id -> new Counter());
      synchronized (counter) {
        counter.gaps.mark(event.sequence(), event.timestampMs());
        counter.lastMs = Math.max(counter.lastMs, event.timestampMs());
        counter.closed |= event.isClose();
      }
    }

    private void count(EventLine event, boolean settled) {
      Ad ad = ads.computeIfAbsent(event.adId(), id -> new Ad());
      synchronized (ad) {
        ad.totals.add(
            new AdEvent(
                event.counterId(),
                event.sequence(),
                event.kind(),
                event.adId(),
                event.timestampMs(),
                event.amountMicros()));
        ad.hours.add(
            event.kind(), event.amountMicros(), HourLength.HOUR.quarterOf(event.timestampMs()));
        if (!settled) {
          ad.unsettled
              .computeIfAbsent(
                  event.counterId(), id -> new UnsettledIds(new LongRanges(), new AddedIds()))
              .older()
              .add(event.sequence());
        }
      }
    }
  }

  private static final class Puts {
    private final RiakStore store;
    private final Semaphore free = new Semaphore(IN_FLIGHT);
    private final AtomicReference<Stored> failure = new AtomicReference<>();

    Puts(RiakStore store) {
      this.store = store;
    }

    void put(DocumentKey key, StoredValue value) throws IOException, InterruptedException {
      throwFailure();
      free.acquire();
      store.put(
          key,
          value,
          StoreContext.NONE,
          answer -> {
            if (!(answer instanceof Stored.Single)) {
              failure.compareAndSet(null, answer);
            }
            free.release();
          });
    }

    void await() throws IOException, InterruptedException {
      free.acquire(IN_FLIGHT);
      throwFailure();
    }

    private void throwFailure() throws IOException {
      if (failure.get() != null) {
        throw new IOException("the development node did not take a document: " + failure.get());
      }
    }
  }
}
