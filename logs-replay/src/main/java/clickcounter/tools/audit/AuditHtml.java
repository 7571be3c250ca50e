package clickcounter.tools.audit;

import clickcounter.cli.Texts;
import clickcounter.event.OneLine;
import clickcounter.tools.audit.CounterFinding.Fate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An audit's report as one self-contained HTML page: no scripts, and no images or fonts from
 * elsewhere. Each counter of which something is to be said is a bar from its first id to its last,
 * if all its events were read. The resource {@code audit.html} is the page's frame.
 */
final class AuditHtml {
  /** The parts of a bar. One is wide enough to be seen, and neighbours are drawn as one. */
  private static final int PARTS = 500;

  private static final int MAX_ROWS = 2_000;

  /** The last one is seen if they share a part. */
  private static final List<Fate> DRAWN =
      List.of(Fate.IN_NO_ARCHIVE, Fate.WRITTEN_OFF, Fate.IN_NO_FILE, Fate.MISSING);

  private AuditHtml() {}

  /** The page; {@code now} is the time that it shows. */
  static String of(AuditReport report, Instant now) throws IOException {
    List<CounterFinding> drawn =
        report.counters().compared() ? report.counters().findings() : List.of();
    try (InputStream frame = AuditHtml.class.getResourceAsStream("audit.html")) {
      return new String(frame.readAllBytes(), StandardCharsets.UTF_8)
          .replace("${verdict}", report.verdict().word())
          .replace("${time}", Texts.time(now.toEpochMilli()))
          .replace("${answer}", escaped(AuditText.verdict(report)))
          .replace("${counters}", join(drawn.stream().limit(MAX_ROWS).map(AuditHtml::counter)))
          .replace("${text}", join(AuditText.lines(report, MAX_ROWS, AuditHtml::shown).stream()));
    }
  }

  private static String join(Stream<String> lines) {
    return lines.collect(Collectors.joining("\n"));
  }

  private static String counter(CounterFinding counter) {
    return """
        <div class="bar">%s <small>%s</small>
        <svg viewBox="0 0 %d 14" preserveAspectRatio="none">%s</svg></div>"""
        .formatted(
            shown("counter", counter.counterId()),
            Texts.count(counter.end(), "id"),
            PARTS,
            join(DRAWN.stream().map(fate -> marks(counter, fate))));
  }

  private static String marks(CounterFinding counter, Fate fate) {
    double perId = (double) PARTS / counter.end();
    BitSet parts = new BitSet(PARTS);
    counter
        .of(fate)
        .forEachRange((from, to) -> parts.set((int) (from * perId), (int) (to * perId) + 1));
    String style = fate.name().toLowerCase(Locale.ROOT).replace('_', '-');
    StringBuilder marks = new StringBuilder();
    int to;
    for (int from = parts.nextSetBit(0); from >= 0; from = parts.nextSetBit(to)) {
      to = parts.nextClearBit(from);
      marks.append(
          "<rect x=\"%d\" width=\"%d\" height=\"14\" class=\"ids-%s\"/>"
              .formatted(from, to - from, style));
    }
    return marks.toString();
  }

  /** The console makes a link of an id. */
  private static String shown(String of, String text) {
    return of.isEmpty() ? escaped(text) : "<code class=\"" + of + "\">" + escaped(text) + "</code>";
  }

  private static String escaped(String text) {
    return OneLine.of(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
