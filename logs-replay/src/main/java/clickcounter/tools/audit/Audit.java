package clickcounter.tools.audit;

import clickcounter.cli.ScanProgress;
import clickcounter.tools.archive.ArchiveFollower;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Computes from archives alone what every document must say, and compares.
 *
 * <p>Files are read first and documents after, so that nothing is called missing which was counted
 * meanwhile. Beside live traffic neither stands still: what differs is read again, with what was
 * written to the archive since, until it is the same twice or the patience is over. A document is
 * called wrong only if no order of what happened while it was read explains it.
 *
 * <p>Memory grows with ads and counters, not with events: some hundred bytes an ad and thread, more
 * for ads with events that are not settled, and the ranges of each counter's ids. Events that are
 * not settled go to a temporary file when they are many. {@code deploy/clicks bench-audit} measures
 * it.
 */
public final class Audit {
  private final Documents documents;
  private final AuditScope scope;
  private final int threads;
  private final ConcurrentHashMap<String, AuditedCounter> counters = new ConcurrentHashMap<>();
  private final AtomicInteger counterNumbers = new AtomicInteger();

  private final Patience patience;

  public Audit(Documents documents, AuditScope scope, int threads, Patience patience) {
    this.documents = documents;
    this.scope = scope;
    this.threads = threads;
    this.patience = patience;
  }

  /** Reads and compares. */
  public AuditReport run(
      ArchiveFollower.Source files,
      Troubles troubles,
      ScanProgress reading,
      DocumentProgress comparing) {
    ArchiveFollower archive = new ArchiveFollower(files, threads, troubles);
    List<AuditSink> sinks = archive.read(() -> new AuditSink(scope, this::counter), reading);
    try {
      Comparison comparison =
          new Comparison(documents, scope, archive, sinks, this::byNumber, patience, comparing);
      comparison.run();
      return new ReportBuilder(scope, comparison).build(archive.files(), troubles);
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
}
