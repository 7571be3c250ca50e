package clickcounter.tools.audit;

import clickcounter.event.OneLine;
import clickcounter.ids.LongRanges;
import clickcounter.tools.common.Texts;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;

/**
 * An audit's report as one self-contained HTML page: no scripts, and no images or fonts from
 * elsewhere. Each counter is a bar from its first id to its last, if all its events were read. The
 * resource {@code audit.html} is the page's frame.
 */
final class AuditHtml {
  private static final int BAR_WIDTH = 1_000;
  private static final int BAR_HEIGHT = 14;

  /** A narrower gap would be invisible. */
  private static final double MIN_WIDTH = 1.5;

  private static final int MAX_ROWS = 2_000;

  private static final String BODY = "${body}";
  private static final String COUNTED = "ids-counted";
  private static final String MISSING = "ids-missing";
  private static final String IN_NO_FILE = "ids-in-no-file";
  private static final String WRITTEN_OFF = "ids-written-off";
  private static final String IN_NO_ARCHIVE = "ids-in-no-archive";

  private final AuditReport report;
  private final int files;
  private final PrintWriter out;

  private AuditHtml(AuditReport report, int files, PrintWriter out) {
    this.report = report;
    this.files = files;
    this.out = out;
  }

  /** Writes the page; {@code now} is the time that it shows. */
  static void write(AuditReport report, int files, Instant now, PrintWriter out) {
    String page =
        template()
            .replace("${verdict}", report.verdict().name().toLowerCase(Locale.ROOT))
            .replace("${time}", Texts.time(now.toEpochMilli()))
            .replace("${answer}", escaped(AuditText.verdict(report)));
    int body = page.indexOf(BODY);
    out.print(page.substring(0, body));
    new AuditHtml(report, files, out).writeBody();
    out.print(page.substring(body + BODY.length()));
  }

  private static String template() {
    try (InputStream file = AuditHtml.class.getResourceAsStream("audit.html")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeBody() {
    out.println("<pre>");
    new AuditText(report, files, MAX_ROWS, AuditHtml::escaped, AuditHtml::id, out::println).print();
    out.println("</pre><h2>Counters</h2>");
    if (report.scope().hasAllIds()) {
      writeKeys();
    }
    report.counters().stream().limit(MAX_ROWS).forEach(this::writeCounter);
    if (report.counters().size() > MAX_ROWS) {
      out.println("<p>… and " + (report.counters().size() - MAX_ROWS) + " more</p>");
    }
  }

  private void writeKeys() {
    out.println("<p class=\"key\">");
    key(COUNTED, "counted");
    key(MISSING, "missing");
    key(IN_NO_FILE, "in a gap, in no file");
    key(WRITTEN_OFF, "written off");
    key(IN_NO_ARCHIVE, "counted, in no file");
    out.println("</p>");
  }

  private void key(String cssClass, String label) {
    out.println("<span class=\"" + cssClass + "\"></span>" + label);
  }

  private void writeCounter(CounterFinding counter) {
    boolean hasAllIds = report.scope().hasAllIds();
    long end = counter.reading().next();
    if (!counter.archived().numbers().isEmpty()) {
      end = Math.max(end, counter.archived().numbers().last() + 1);
    }
    String of = hasAllIds ? Texts.count(end, "id") : Texts.count(counter.events(), "event");
    out.println("<div class=\"bar\">" + id("counter", counter.counterId()) + " <small>");
    out.println(escaped(remark(counter, of)) + "</small>");
    if (hasAllIds) {
      writeBar(counter, end);
    }
    out.println("</div>");
  }

  private void writeBar(CounterFinding counter, long end) {
    out.printf(
        Locale.ROOT,
        "<svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\">"
            + "<rect width=\"%d\" height=\"%d\" class=\"%s\"/>",
        BAR_WIDTH,
        BAR_HEIGHT,
        BAR_WIDTH,
        BAR_HEIGHT,
        COUNTED);
    draw(counter.inNoArchive(), end, IN_NO_ARCHIVE);
    draw(counter.writtenOff(), end, WRITTEN_OFF);
    draw(counter.inNoFile(), end, IN_NO_FILE);
    draw(counter.missing(), end, MISSING);
    out.println("</svg>");
  }

  private static String remark(CounterFinding counter, String of) {
    StringBuilder text = new StringBuilder(of);
    append(text, "missing", counter.missing());
    append(text, "in no file", counter.inNoFile());
    append(text, "written off", counter.writtenOff());
    append(text, "counted, in no file", counter.inNoArchive());
    if (!counter.reading().exists()) {
      text.append("; no document");
    }
    return text.append(counter.reading().closed() ? "; closed properly" : "").toString();
  }

  private static void append(StringBuilder text, String what, LongRanges ids) {
    if (!ids.isEmpty()) {
      text.append("; ").append(what).append(": ").append(Texts.ids(ids));
    }
  }

  private void draw(LongRanges ids, long end, String cssClass) {
    double drawnTo = -1;
    for (int i = 0; i < ids.rangeCount(); i++) {
      double from = (double) ids.from(i) / end * BAR_WIDTH;
      double to = Math.max((ids.to(i) + 1.0) / end * BAR_WIDTH, from + MIN_WIDTH);
      // A counter can have many thousands of gaps: those in the same pixel are drawn once.
      if (to > drawnTo + MIN_WIDTH / 2) {
        out.printf(
            Locale.ROOT,
            "<rect x=\"%.2f\" width=\"%.2f\" height=\"%d\" class=\"%s\"/>",
            from,
            to - from,
            BAR_HEIGHT,
            cssClass);
        drawnTo = to;
      }
    }
  }

  /** The console makes a link of it. */
  private static String id(String of, String id) {
    return "<code class=\"" + of + "\">" + escaped(id) + "</code>";
  }

  private static String escaped(String text) {
    return OneLine.of(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
