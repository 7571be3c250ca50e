package clickcounter.devcluster;

import clickcounter.cli.NoVerdict;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.event.ClockLimit;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakSetupException;
import clickcounter.riak.RiakStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.audit.Audit;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.Audit.Patience;
import clickcounter.tools.audit.Audit.QueueAnswer;
import clickcounter.tools.audit.AuditReport;
import clickcounter.tools.audit.AuditReport.AuditVerdict;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.Waits;
import clickcounter.tools.table.FreshTable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Compares archives with the documents of a cluster, as {@code clicks documents audit} does. */
public final class ClusterAudit {
  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());
  private static final Terminal QUIET = new Terminal(NOWHERE, NOWHERE, false);

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
    AuditReport report;
    ArchiveFiles files = ArchiveFiles.find(archives);
    try (RiakStore store = RiakStore.openForVerdict(riak);
        FreshTable table = new FreshTable(Optional.empty(), QUIET)) {
      report =
          new Audit(
                  new Documents(store),
                  AuditScope.ALL,
                  () -> table.update(ArchiveFiles.find(archives), 0),
                  ClockLimit.NONE,
                  patience,
                  count -> Progress.of(QUIET, "", "", count))
              .run(files.files().size(), files.others());
    } catch (NoVerdict | RiakSetupException e) {
      throw new IOException("the audit could not be made: " + e.getMessage(), e);
    }
    if (report.noVerdict() != null) {
      throw new NoAuditVerdict(
          report.noVerdict()
              + " Counters that are in no file: "
              + report.counters().unknown()
              + ". Troubles: "
              + report.troubles());
    }
    if (report.verdict() == AuditVerdict.UNDECIDED) {
      throw new NoAuditVerdict("it is undecided about the ads " + report.ads().undecided());
    }
    return AuditResult.of(report);
  }
}
