package clickcounter.console;

import clickcounter.console.WebServer.HttpAnswer;
import clickcounter.status.Reach;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The reports of past audits: the HTML files of a directory.
 *
 * @param directory null for none
 * @param reach of the command that writes a report
 */
record Audits(Path directory, Reach reach) {
  private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";
  private static final Pattern VERDICT = Pattern.compile("class=\"verdict (\\w+)\"");
  private static final Pattern NAME = Pattern.compile("[\\w.-]+\\.html");
  private static final Pattern ID = Pattern.compile("<code class=\"(ad|counter)\">([^<]*)</code>");
  private static final int HEAD_BYTES = 8_192;

  Audits {
    directory = directory == null ? null : directory.toAbsolutePath().normalize();
  }

  /**
   * @param verdict as the report says; empty for another kind of file
   */
  record Report(String name, String at, String verdict) {}

  /** The newest first. */
  List<Report> list() throws IOException {
    if (directory == null || !Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> NAME.matcher(file.getFileName().toString()).matches())
          .map(Audits::report)
          .sorted(Comparator.comparing(Report::at).reversed())
          .toList();
    }
  }

  private static Report report(Path file) {
    try (var in = Files.newInputStream(file)) {
      String head = new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8);
      Matcher verdict = VERDICT.matcher(head);
      Instant at = Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS);
      return new Report(
          file.getFileName().toString(), at.toString(), verdict.find() ? verdict.group(1) : "");
    } catch (IOException e) {
      return new Report(file.getFileName().toString(), "", "");
    }
  }

  /** The reports that were written on this day, the newest first. */
  List<Report> of(LocalDate day) throws IOException {
    return list().stream().filter(report -> report.at().startsWith(day + "T")).toList();
  }

  /** The table of these reports, or that there are none. */
  String table(List<Report> reports) {
    if (reports.isEmpty()) {
      return "<p class=\"note\">No report yet.</p>";
    }
    HtmlTable table = new HtmlTable("audits", "report", "written", "verdict");
    for (Report report : reports) {
      table.row(link(report), Links.in(report.at()), badge(report));
    }
    return table.html();
  }

  private static String link(Report report) {
    return "<a href=\"/audits/%1$s\">%1$s</a>".formatted(Html.escaped(report.name()));
  }

  String body() throws IOException {
    List<String> command =
        directory == null
            ? List.of("documents", "audit", "--report", "DIR/2026-06-01.html")
            : List.of("documents", "audit");
    return "<h1>Audits</h1>"
        + (directory == null
            ? "<p class=\"note\">No directory of reports: set ops.reports.</p>"
            : "")
        + table(list())
        + Html.command("To add one:", reach.archives(command));
  }

  private static String badge(Report report) {
    return "<span class=\"verdict-badge %1$s\">%1$s</span>"
        .formatted(Html.escaped(report.verdict()));
  }

  /** The newest verdict, for the first page; empty without reports. */
  String newest() {
    try {
      return list().stream()
          .findFirst()
          .map(
              report ->
                  "<p>Newest audit: %s %s <span class=\"note\">%s</span></p>"
                      .formatted(link(report), badge(report), Links.in(report.at())))
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  /** A report: it has its own styles, and may do nothing else. */
  HttpAnswer report(String name) throws IOException {
    if (directory == null || !NAME.matcher(name).matches()) {
      return null;
    }
    Path file = directory.resolve(name);
    if (!Files.isRegularFile(file)) {
      return null;
    }
    String page = Files.readString(file);
    byte[] linked = linked(page).getBytes(StandardCharsets.UTF_8);
    return new HttpAnswer(200, "text/html; charset=utf-8", linked, POLICY);
  }

  /** What {@code AuditHtml} has escaped. */
  private static String unescaped(String html) {
    return html.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
  }

  /** The report's ids are links here. */
  private static String linked(String page) {
    return ID.matcher(
            page.replaceFirst("<body>", "<body><p><a href=\"/audits\">All audits</a></p>"))
        .replaceAll(
            found -> {
              String id = unescaped(found.group(2));
              String link = found.group(1).equals("ad") ? Links.ad(id) : Links.counter(id);
              return Matcher.quoteReplacement(link);
            });
  }
}
