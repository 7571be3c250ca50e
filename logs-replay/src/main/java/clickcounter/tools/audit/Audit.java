package clickcounter.tools.audit;

import clickcounter.cli.Progress;
import clickcounter.tools.archive.ArchiveFollower;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.CounterTable;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.audit.AuditReport.VerdictsFound;
import clickcounter.tools.check.ArchiveFindings;
import clickcounter.tools.check.Finding.Weight;
import clickcounter.tools.check.VerdictCheck;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.Waits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Computes from archives alone what every document must say, and compares the documents with that.
 *
 * <p>Files are read before documents, so that no event is reported as missing that was counted in
 * the meantime. During live traffic both change: documents that differ are read once more, with
 * what was written to the archive since, until two readings are equal or the time is up. A document
 * is reported as wrong only if no order of the events of that time explains it.
 *
 * <p>If the archives have verdicts on clicks, they are read once more, to find verdicts that are
 * wrong: documents can equal these.
 *
 * <p>Memory grows with the ads and counters, not with the events: one sum per ad and thread, more
 * for ads with unsettled events, and the ranges of each counter's ids. Many unsettled events go to
 * a temporary file.
 */
public final class Audit {
  private final Documents documents;
  private final AuditScope scope;
  private final int threads;
  private final CounterTable<AuditedCounter> counters;
  private final VerdictCheck verdictCheck = new VerdictCheck();

  private final Patience patience;

  public Audit(Documents documents, AuditScope scope, int threads, Patience patience) {
    this.documents = documents;
    this.scope = scope;
    this.threads = threads;
    this.patience = patience;
    this.counters =
        new CounterTable<>((id, number) -> new AuditedCounter(number, documents.counter(id)));
  }

  /**
   * Reads the files, then the documents, and compares them.
   *
   * @param comparing shows each reading of so many documents
   */
  public AuditReport run(
      ArchiveFollower.FileList files,
      Troubles troubles,
      ScanProgress reading,
      LongFunction<Progress> comparing) {
    ArchiveFollower archive = new ArchiveFollower(files, threads, troubles);
    List<AuditSink> sinks =
        archive.read(() -> new AuditSink(scope, counters, verdictCheck), reading);
    try {
      Comparison comparison =
          new Comparison(documents, scope, archive, sinks, counters::all, patience, comparing);
      comparison.run();
      VerdictsFound verdicts = scope.isOfAll() ? verdicts(files, sinks) : null;
      return new ReportBuilder(scope, comparison).build(archive.files(), troubles, verdicts);
    } finally {
      sinks.forEach(sink -> sink.open().close());
    }
  }

  /** Reads the files once more if there are verdicts. */
  private VerdictsFound verdicts(ArchiveFollower.FileList files, List<AuditSink> sinks) {
    ArchiveFindings findings = new ArchiveFindings(0, finding -> {});
    try {
      verdictCheck.judge(files.files(), counters.byId(), findings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new VerdictsFound(
        sinks.stream().mapToLong(AuditSink::verdicts).sum(),
        findings.amount(Weight.WRONG),
        findings.amount(Weight.HINT));
  }

  /**
   * What is audited; empty sets mean all. Ads can be compared only if all counters are read, and
   * counters only if all ads are.
   */
  public record AuditScope(Set<String> adIds, Set<String> counterIds) {
    public static final AuditScope ALL = new AuditScope(Set.of(), Set.of());

    public AuditScope {
      adIds = Set.copyOf(adIds);
      counterIds = Set.copyOf(counterIds);
      if (!adIds.isEmpty() && !counterIds.isEmpty()) {
        throw new IllegalArgumentException(
            "--ad and --counter cannot be combined: comparing an ad needs all "
                + "counters, comparing a counter needs all ads");
      }
    }

    boolean ads() {
      return counterIds.isEmpty();
    }

    boolean counters() {
      return adIds.isEmpty();
    }

    /** Whether all documents are audited, and so all their events must be in the files. */
    boolean isOfAll() {
      return counterIds.isEmpty() && hasAllIds();
    }

    /**
     * Whether all events of the audited counters are read. If not, an id that was not met may be in
     * a file.
     */
    boolean hasAllIds() {
      return adIds.isEmpty();
    }
  }

  /**
   * How long an audit keeps reading documents that differ while documents or archives still change.
   *
   * @param waitMs 0: documents that differ are read a second time, and no more
   * @param queue asked before documents are read again, and no more once nothing is under way
   */
  public record Patience(long waitMs, Waits waits, Supplier<QueueAnswer> queue) {
    /** No waiting: for archives that are not written any more. */
    public static final Patience NONE =
        new Patience(0, Waits.REAL, () -> QueueAnswer.NOTHING_UNDER_WAY);

    private static final long USUAL_MS = 10_000;
    private static final long PAUSE_MS = 200;

    /** For ten seconds. */
    public static Patience usual(Waits waits, Supplier<QueueAnswer> queue) {
      return new Patience(USUAL_MS, waits, queue);
    }

    long endMs() {
      return waits.nowMs() + waitMs;
    }

    boolean isOver(long endMs) {
      return waits.nowMs() >= endMs;
    }

    void pause() {
      waits.pause(PAUSE_MS);
    }
  }

  /**
   * What the queue said.
   *
   * @param messages under way that may have events of the archive; a lower bound
   * @param notKnown why nobody can say how many there are, or null
   */
  public record QueueAnswer(long messages, String notKnown) {
    public static final QueueAnswer NOTHING_UNDER_WAY = new QueueAnswer(0, null);
  }
}
