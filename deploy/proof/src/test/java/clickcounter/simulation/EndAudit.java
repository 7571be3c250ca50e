package clickcounter.simulation;

import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.event.ClockLimit;
import clickcounter.store.ReadOnlyStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.audit.Audit;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.Audit.Patience;
import clickcounter.tools.audit.AuditReport;
import clickcounter.tools.audit.AuditReport.Events;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.table.FreshTable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Holds the archive of a life against its documents, with the operators' own audit. */
final class EndAudit {
  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());
  private static final Terminal QUIET = new Terminal(NOWHERE, NOWHERE, false);

  private EndAudit() {}

  /** Requires that the audit judges every document, and finds all events of these lines counted. */
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

  private static void requireEqual(Path file, SimulatedStore store) throws IOException {
    ArchiveFiles files = ArchiveFiles.find(List.of(file));
    // Nothing happens any more: reads are answered at once, and none fails.
    ReadOnlyStore resting =
        (key, answer) -> answer.accept(SimulatedStore.answer(key, store.quorum(key, 0)));
    AuditReport report;
    try (FreshTable table = new FreshTable(Optional.empty(), QUIET)) {
      report =
          new Audit(
                  new Documents(resting),
                  AuditScope.ALL,
                  () -> table.update(files, 0),
                  ClockLimit.NONE,
                  Patience.NONE,
                  count -> Progress.of(QUIET, "", "", count))
              .run(files.files().size(), files.others());
    }
    if (!isJudged(report) || !isRight(report)) {
      throw new Violation(
          Invariant.AUDIT,
          "at the end the audit says %s%s: %s",
          report.verdict(),
          report.noVerdict() == null ? "" : " (" + report.noVerdict() + ")",
          report);
    }
  }

  /** An audit that looks at nothing finds nothing. */
  private static boolean isJudged(AuditReport report) {
    Events events = report.events();
    return report.ads().undecided().isEmpty()
        && report.counters().unknown().isEmpty()
        && events.cannotTell() + events.underWay() + events.unsettled() == 0;
  }

  private static boolean isRight(AuditReport report) {
    return switch (report.verdict()) {
      case EQUAL -> true;
      // Operators decide about numbers that nobody used: these are in no file.
      case MISSING -> report.events().missing() == 0;
      // Clicks are judged at random.
      case WRONG -> report.isWrongInVerdictsOnly() && report.events().missing() == 0;
      case UNDECIDED -> report.events().events() == 0;
    };
  }
}
