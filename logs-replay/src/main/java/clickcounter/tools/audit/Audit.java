package clickcounter.tools.audit;

import clickcounter.tools.archive.ArchiveFollower;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

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
      ArchiveFollower.FileList files,
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

  /**
   * What is to be audited; empty sets mean all. Ads can only be compared when all counters are
   * read, and counters only when all ads are.
   */
  public record AuditScope(
      boolean ads, boolean counters, Set<String> adIds, Set<String> counterIds) {
    public static final AuditScope ALL = new AuditScope(true, true, Set.of(), Set.of());

    public AuditScope {
      adIds = Set.copyOf(adIds);
      counterIds = Set.copyOf(counterIds);
      if (!adIds.isEmpty() && !counterIds.isEmpty()) {
        throw new IllegalArgumentException(
            "--ad and --counter together leave nothing to compare: an ad's document needs all"
                + " counters, a counter's all ads");
      }
      ads &= counterIds.isEmpty();
      counters &= adIds.isEmpty();
      if (!ads && !counters) {
        throw new IllegalArgumentException(
            "nothing to compare: --only ads goes with --ad, --only counters with --counter");
      }
    }

    /** Whether everything that Riak has is meant, and so must be in the files. */
    boolean isOfAll() {
      return adIds.isEmpty() && counterIds.isEmpty();
    }
  }

  /**
   * How long an audit goes on reading what differs while documents or archives are still changing.
   *
   * @param waitNs 0: what differs is read once more, and not again
   */
  public record Patience(long waitNs, LongSupplier clockNs, Sleeper sleeper) {
    private static final long PAUSE_NS = 200_000_000;

    /** None: for archives that nobody writes. */
    public static final Patience NONE = new Patience(0, () -> 0, ns -> {});

    /** Who wants to wait. */
    @FunctionalInterface
    public interface Sleeper {
      void sleepNs(long ns) throws InterruptedException;
    }

    void pause() {
      try {
        sleeper.sleepNs(PAUSE_NS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while documents were changing", e);
      }
    }
  }

  /** Is told how far the comparison with documents is. */
  public interface DocumentProgress extends AutoCloseable {
    DocumentProgress NONE =
        new DocumentProgress() {
          @Override
          public void start(long documents) {}

          @Override
          public void read() {}

          @Override
          public void close() {}
        };

    /** So many documents are to be read now. */
    void start(long documents);

    /** One more was read. */
    void read();

    /** All were read. */
    @Override
    void close();
  }
}
