package clickcounter.tools.audit;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.IoErrors;
import clickcounter.cli.Terminal;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.common.ToolSettings;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * The page that an audit writes for a browser. It is opened before anything is read, so that a
 * place that cannot be written is known by then.
 */
public final class AuditPage implements Closeable {
  private final Path place;

  /** Null if no page is wanted. */
  private final AtomicFile file;

  /** In which the page is one of many; null if the command named a file, or none is wanted. */
  private final ReportDirectory reports;

  private AuditPage(Path place, ReportDirectory reports) throws IOException {
    this.place = place;
    this.file = place == null ? null : AtomicFile.open(place);
    this.reports = reports;
  }

  /**
   * The page of an audit.
   *
   * @param named null for one of its own in the directory of the setting, if that names one
   * @throws IOException when it cannot be written
   */
  public static AuditPage open(Path named, AuditScope scope, ToolSettings settings, Instant now)
      throws IOException {
    Optional<Path> directory = settings.directory(null, OpsSettingsTable.REPORTS);
    if (named != null || directory.isEmpty()) {
      return new AuditPage(named, null);
    }
    ReportDirectory reports =
        new ReportDirectory(directory.get(), settings.read().number(OpsSettingsTable.REPORT_DAYS));
    reports.make();
    return new AuditPage(reports.file(now, scope.isOfAll()), reports);
  }

  /**
   * Writes the page, if one is wanted, and says where it is. Old ones of its directory are deleted.
   */
  public void write(AuditReport report, Instant now, Terminal terminal) throws IOException {
    if (file == null) {
      return;
    }
    StringWriter html = new StringWriter();
    AuditHtml.write(report, now, new PrintWriter(html));
    file.write(html.toString().getBytes(StandardCharsets.UTF_8));
    file.commit();
    terminal.err().println("report: " + place.toAbsolutePath());
    if (reports != null) {
      deleteOld(now, terminal);
    }
  }

  private void deleteOld(Instant now, Terminal terminal) {
    try {
      reports.deleteOld(now);
    } catch (IOException | DirectoryIteratorException e) {
      terminal
          .err()
          .println(
              "audit: old reports are still there, the next audit tries again: "
                  + IoErrors.message(e));
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
