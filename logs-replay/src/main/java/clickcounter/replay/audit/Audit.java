package clickcounter.replay.audit;

import clickcounter.replay.archive.ArchiveScan;
import clickcounter.replay.archive.ScanProgress;
import clickcounter.replay.archive.Troubles;
import clickcounter.replay.documents.CounterReading;
import clickcounter.replay.documents.Documents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * Computes from archives alone what every document must say, and compares.
 *
 * <p>Files are read first and documents after, so that nothing is called missing which was counted
 * meanwhile: what differs is read again, twice at most. Events that are given out while the audit
 * runs may still show as counted in no archive; beside live traffic audit files that are finished.
 *
 * <p>Memory: about 300 bytes an ad and thread, and the ranges of each counter's ids; events that
 * are not settled go to a temporary file when they are many. A day of 135 million events over
 * 650,000 ads is estimated to fit in 1 GB (not measured).
 */
public final class Audit {
  private final Documents documents;
  private final AuditScope scope;
  private final int threads;
  private final ConcurrentHashMap<String, AuditedCounter> counters = new ConcurrentHashMap<>();
  private final AtomicInteger counterNumbers = new AtomicInteger();

  public Audit(Documents documents, AuditScope scope, int threads) {
    this.documents = documents;
    this.scope = scope;
    this.threads = threads;
  }

  /**
   * Reads and compares.
   *
   * @param comparing is told how many ads were compared since it was last told
   */
  public AuditReport run(
      List<Path> files, Troubles troubles, ScanProgress progress, LongConsumer comparing) {
    List<AuditSink> sinks =
        new ArchiveScan(files, threads, troubles, progress)
            .run(() -> new AuditSink(scope, this::counter));
    try {
      Map<String, AdSum> sums = new HashMap<>();
      sinks.forEach(sink -> sink.mergeInto(sums));
      Comparison comparison = new Comparison(documents, scope, sums, byNumber(), sinks, comparing);
      comparison.run();
      return new ReportBuilder(scope, comparison, unknownCounters()).build(files.size(), troubles);
    } finally {
      sinks.forEach(sink -> sink.open().close());
    }
  }

  private AuditedCounter counter(String counterId) {
    return counters.computeIfAbsent(
        counterId,
        id -> {
          CounterReading reading = documents.counter(id);
          return new AuditedCounter(counterNumbers.getAndIncrement(), reading);
        });
  }

  private List<AuditedCounter> byNumber() {
    List<AuditedCounter> sorted = new ArrayList<>(counters.values());
    sorted.sort(java.util.Comparator.comparingInt(c -> c.number));
    return sorted;
  }

  private List<String> unknownCounters() {
    if (!scope.counterIds().isEmpty() || !scope.adIds().isEmpty()) {
      return List.of();
    }
    TreeSet<String> unknown = documents.directory();
    unknown.removeAll(counters.keySet());
    return new ArrayList<>(unknown);
  }
}
