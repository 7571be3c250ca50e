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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * The page that an audit writes for a browser. It is opened before anything is read, so that a
 * place that cannot be written is known by then. In the directory of the setting {@code
 * ops.reports} each audit writes a page of its own, and deletes those that are too old. Files of
 * other names stay.
 */
final class AuditPage implements Closeable {
  private static final String PREFIX = "audit-";

  /** In the name of what is not an audit of everything, so that nobody takes it for one. */
  private static final String PART = "-part";

  private static final String SUFFIX = ".html";
  private static final DateTimeFormatter AT =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final Path place;

  /** Null if no page is wanted. */
  private final AtomicFile file;

  /** How long its directory keeps pages; 0: for ever, or the command named a file. */
  private final long keptDays;

  private AuditPage(Path place, long keptDays) throws IOException {
    this.place = place;
    this.file = place == null ? null : AtomicFile.open(place);
    this.keptDays = keptDays;
  }

  /**
   * The page of an audit.
   *
   * @param named null for one of its own in the directory of the setting, if that names one
   * @throws IOException when it cannot be written
   */
  static AuditPage open(Path named, AuditScope scope, ToolSettings settings, Instant now)
      throws IOException {
    Optional<Path> directory = settings.directory(null, OpsSettingsTable.REPORTS);
    if (named != null || directory.isEmpty()) {
      return new AuditPage(named, 0);
    }
    make(directory.get());
    return new AuditPage(
        directory.get().resolve(name(now, scope.isOfAll() ? "" : PART)),
        settings.read().number(OpsSettingsTable.REPORT_DAYS));
  }

  private static void make(Path directory) throws IOException {
    try {
      if (!Files.isDirectory(directory)) {
        Files.createDirectories(directory);
      }
    } catch (IOException e) {
      throw new IOException(
          ("%s: the directory %s cannot be made (%s); nothing was compared. Name one that"
                  + " this user may write")
              .formatted(OpsSettingsTable.REPORTS.key(), directory, IoErrors.reason(e)),
          e);
    }
  }

  private static String name(Instant at, String part) {
    return PREFIX + AT.format(at) + part + SUFFIX;
  }

  /**
   * Writes the page, if one is wanted, and says where it is. Old ones of its directory are deleted.
   */
  void write(AuditReport report, int files, Instant now, Terminal terminal) throws IOException {
    if (file == null) {
      return;
    }
    StringWriter html = new StringWriter();
    AuditHtml.write(report, files, now, new PrintWriter(html));
    file.write(html.toString().getBytes(StandardCharsets.UTF_8));
    file.commit();
    terminal.err().println("report: " + place.toAbsolutePath());
    try {
      if (keptDays > 0) {
        deleteOld(name(now.minus(Duration.ofDays(keptDays)), ""));
      }
    } catch (IOException | DirectoryIteratorException e) {
      terminal
          .err()
          .println(
              "audit: old reports are still there, the next audit tries again: "
                  + IoErrors.message(e));
    }
  }

  /** Deletes the pages of audits that began too long ago, and what killed ones left of theirs. */
  private void deleteOld(String oldest) throws IOException {
    String pattern = PREFIX + "[0-9]*Z{," + PART + "}" + SUFFIX + "{,.new}";
    try (DirectoryStream<Path> pages = Files.newDirectoryStream(place.getParent(), pattern)) {
      for (Path page : pages) {
        String name = page.getFileName().toString().replace(".new", "").replace(PART, "");
        if (name.length() == oldest.length() && name.compareTo(oldest) < 0) {
          Files.deleteIfExists(page);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
