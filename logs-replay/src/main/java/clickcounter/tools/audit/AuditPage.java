package clickcounter.tools.audit;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.Terminal;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.tools.common.ToolSettings;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * The page that an audit writes for a browser. It is opened before anything is read, so that a
 * place that cannot be written is known by then.
 */
public final class AuditPage implements Closeable {
  private static final DateTimeFormatter AT =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final Path place;

  /** Null if no page is wanted. */
  private final AtomicFile file;

  private AuditPage(Path place) throws IOException {
    this.place = place;
    this.file = place == null ? null : AtomicFile.open(place);
  }

  /**
   * The page of an audit.
   *
   * @param named null for one of its own in the directory of the setting, if that names one
   * @throws IOException when it cannot be written
   */
  public static AuditPage open(Path named, ToolSettings settings, Instant now) throws IOException {
    Optional<Path> directory = settings.directory(null, OpsSettingsTable.REPORTS);
    if (named != null || directory.isEmpty()) {
      return new AuditPage(named);
    }
    makeDirectory(directory.get());
    return new AuditPage(directory.get().resolve("audit-" + AT.format(now) + ".html"));
  }

  private static void makeDirectory(Path directory) throws IOException {
    try {
      if (!Files.isDirectory(directory)) {
        Files.createDirectories(directory);
      }
    } catch (IOException e) {
      throw new IOException(
          OpsSettingsTable.REPORTS.key()
              + ": the directory "
              + directory
              + " cannot be made ("
              + e
              + "); nothing was compared. Name one that this user may write",
          e);
    }
  }

  /** Writes the page, if one is wanted, and says where it is. */
  public void write(AuditReport report, Instant now, Terminal terminal) throws IOException {
    if (file == null) {
      return;
    }
    StringWriter html = new StringWriter();
    AuditHtml.write(report, now, new PrintWriter(html));
    file.write(html.toString().getBytes(StandardCharsets.UTF_8));
    file.commit();
    terminal.err().println("report: " + place.toAbsolutePath());
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
