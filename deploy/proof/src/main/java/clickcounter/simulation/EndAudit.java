package clickcounter.simulation;

import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.audit.Audit;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.Audit.DocumentProgress;
import clickcounter.tools.audit.Audit.Patience;
import clickcounter.tools.audit.AuditReport;
import clickcounter.tools.audit.AuditReport.AuditVerdict;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** Holds the archive of a life against its documents, with the operators' own audit. */
final class EndAudit {
  private EndAudit() {}

  /** Requires that every event of these lines is counted, and every document right. */
  static void requireEqual(Collection<String> archive, SimulatedStore store) {
    try {
      Path file = Files.createTempFile("simulated-archive", ".ndjson");
      try {
        Files.write(file, archive);
        requireEqual(file, store);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void requireEqual(Path file, SimulatedStore store) {
    Documents documents = new Documents(new RestingStore(store));
    Audit audit = new Audit(documents, AuditScope.ALL, 1, Patience.NONE);
    AuditReport report =
        audit.run(() -> List.of(file), new Troubles(), ScanProgress.NONE, DocumentProgress.NONE);
    if (report.verdict() != AuditVerdict.EQUAL || report.unsettled() > 0) {
      throw new Violation(
          Invariant.AUDIT,
          "at the end the audit says "
              + report.verdict()
              + ", "
              + report.noVerdict()
              + ", "
              + report);
    }
  }
}
