package clickcounter.devcluster;

import clickcounter.cli.NoVerdict;
import clickcounter.cli.Progress;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakSetupException;
import clickcounter.riak.RiakStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.audit.Audit;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.Audit.Patience;
import clickcounter.tools.audit.Audit.QueueAnswer;
import clickcounter.tools.audit.AuditReport;
import clickcounter.tools.audit.AuditReport.AuditVerdict;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.Waits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** Compares archives with the documents of a cluster, as {@code clicks documents audit} does. */
public final class ClusterAudit {
  private final RiakSettings riak;
  private final Patience patience;

  public ClusterAudit(RiakSettings riak) {
    this(riak, Patience.usual(Waits.REAL, () -> QueueAnswer.NOTHING_UNDER_WAY));
  }

  ClusterAudit(RiakSettings riak, Patience patience) {
    this.riak = riak;
    this.patience = patience;
  }

  /**
   * Compares until nothing changes any more.
   *
   * @throws NoAuditVerdict if the archives are not those of the documents, or not all documents
   *     could be judged
   * @throws IOException if files or documents cannot be read
   */
  public AuditResult untilStable(List<Path> archives) throws IOException {
    Troubles troubles = new Troubles();
    AuditReport report;
    try (RiakStore store = RiakStore.openForVerdict(riak)) {
      int threads = Runtime.getRuntime().availableProcessors();
      report =
          new Audit(new Documents(store), AuditScope.ALL, threads, patience)
              .run(
                  () -> ArchiveFiles.find(archives).files(),
                  troubles,
                  ScanProgress.NONE,
                  count -> Progress.none());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (NoVerdict | RiakSetupException e) {
      throw new IOException("the audit could not be made: " + e.getMessage(), e);
    }
    if (report.noVerdict() != null) {
      throw new NoAuditVerdict(
          report.noVerdict()
              + " Counters that are in no file: "
              + report.unknownCounters()
              + ". Troubles: "
              + troubles.kept());
    }
    if (report.verdict() == AuditVerdict.UNDECIDED) {
      throw new NoAuditVerdict("it is undecided about the ads " + report.undecidedAds());
    }
    return AuditResult.of(report);
  }
}
