package clickcounter.tools.audit;

import clickcounter.cli.IoErrors;
import clickcounter.settings.OpsSettingsTable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The directory of the setting {@code ops.reports}: each audit writes a report of its own, and
 * deletes those of others that are too old. Files of other names stay.
 *
 * @param keptDays 0: none is deleted
 */
record ReportDirectory(Path path, long keptDays) {
  private static final String PREFIX = "audit-";

  /** In the name of what is not an audit of everything, so that nobody takes it for one. */
  private static final String PART = "-part";

  private static final String SUFFIX = ".html";
  private static final DateTimeFormatter AT =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /**
   * Makes the directory if it is not there.
   *
   * @throws IOException that names the setting
   */
  void make() throws IOException {
    try {
      if (!Files.isDirectory(path)) {
        Files.createDirectories(path);
      }
    } catch (IOException e) {
      throw new IOException(
          OpsSettingsTable.REPORTS.key()
              + ": the directory "
              + path
              + " cannot be made ("
              + IoErrors.reason(e)
              + "); nothing was compared. Name one that this user may write",
          e);
    }
  }

  /** The report of an audit that begins now. */
  Path file(Instant now, boolean isOfAll) {
    return path.resolve(name(now, isOfAll ? "" : PART));
  }

  private static String name(Instant at, String part) {
    return PREFIX + AT.format(at) + part + SUFFIX;
  }

  /** Deletes the reports of audits that began too long ago, and what killed ones left of theirs. */
  void deleteOld(Instant now) throws IOException {
    if (keptDays == 0) {
      return;
    }
    String oldest = name(now.minus(Duration.ofDays(keptDays)), "");
    String pattern = PREFIX + "[0-9]*Z{," + PART + "}" + SUFFIX + "{,.new}";
    try (DirectoryStream<Path> reports = Files.newDirectoryStream(path, pattern)) {
      for (Path report : reports) {
        String name = report.getFileName().toString().replace(".new", "").replace(PART, "");
        if (name.length() == oldest.length() && name.compareTo(oldest) < 0) {
          Files.deleteIfExists(report);
        }
      }
    }
  }
}
