package clickcounter.console;

import static java.util.stream.Collectors.joining;

import clickcounter.cli.Texts;
import clickcounter.console.Now.Away;
import clickcounter.event.OneLine;
import java.util.List;
import java.util.stream.Stream;

/** Makes pages. Whatever comes from outside is escaped. */
final class Html {
  private static final List<String[]> PAGES =
      List.of(
          new String[] {"/", "Now"},
          new String[] {"/counters", "Counters"},
          new String[] {"/ad", "Ad"},
          new String[] {"/event", "Event"},
          new String[] {"/day", "Day"},
          new String[] {"/states", "Ad states"});

  private Html() {}

  /** Lines stay lines; what cannot be seen in them is shown. */
  static String escaped(String lines) {
    String text = Stream.of(lines.split("\n", -1)).map(OneLine::of).collect(joining("\n"));
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /**
   * A whole page.
   *
   * @param path of the page, to mark it in the list of pages
   * @param body that is escaped already
   * @param script of the page, or null
   */
  static String page(String path, String title, String body, String script) {
    StringBuilder links = new StringBuilder();
    for (String[] page : PAGES) {
      links
          .append("<a href=\"")
          .append(page[0])
          .append(page[0].equals(path) ? "\" aria-current=\"page\">" : "\">")
          .append(page[1])
          .append("</a>");
    }
    return """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>%s · click-counter</title>
        <link rel="icon" href="/static/icon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="/static/uplot.css">
        <link rel="stylesheet" href="/static/style.css">
        %s
        </head>
        <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header><a class="brand" href="/">click-counter</a><nav aria-label="Pages">%s</nav></header>
        <main id="main">
        %s
        </main>
        </body>
        </html>
        """
        .formatted(
            escaped(title),
            script == null
                ? ""
                : "<script type=\"module\" src=\"/static/" + script + "\"></script>",
            links,
            body);
  }

  /** A page that says why there is no other, with a way back. */
  static String error(int status, String why) {
    return page(
        "",
        why,
        """
        <h1>%d</h1>
        <p class="trouble">%s</p>
        <p><a href="/">To the first page</a></p>
        """
            .formatted(status, escaped(why)),
        null);
  }

  /**
   * What does not answer. The text for screen readers has no times, so that it changes only when
   * something else does not answer; {@code refresh.js} has it read out then.
   */
  static String away(List<Away> away, long nowMs) {
    StringBuilder lines = new StringBuilder();
    for (Away each : away) {
      lines.append(
          "<p>No answer from %s for %s: %s</p>"
              .formatted(
                  escaped(each.what()), Texts.age(nowMs - each.sinceMs()), escaped(each.why())));
    }
    String spoken =
        away.stream().map(each -> "No answer from " + each.what() + ".").collect(joining(" "));
    return "<div id=\"away\" data-spoken=\"%s\">%s</div>".formatted(escaped(spoken), lines);
  }

  /** A field for an id, which this page shows. */
  static String search(String path, String label, String id) {
    return """
        <form class="filter" role="search" action="%s"><label>%s
          <input name="id" value="%s" autocomplete="off" spellcheck="false" required></label><button>Show</button></form>
        """
        .formatted(path, label, escaped(id));
  }

  /** A command that says the same, to be copied. */
  static String command(String command) {
    return "<p class=\"command\"><span class=\"note\">The same at a shell:</span> <code>%s</code></p>"
        .formatted(escaped(command));
  }

  /** The state of an ad or a counter. */
  static String badge(String state) {
    return "<span class=\"life %1$s\">%1$s</span>".formatted(escaped(state));
  }

  /** What is wrong. */
  static String trouble(String text) {
    return "<p class=\"trouble\">" + escaped(text) + "</p>";
  }

  /** Why a document could not be read. */
  static String silentRiak(RuntimeException e) {
    return trouble("Riak does not answer: " + e.getMessage());
  }

  /** Why a document that was read cannot be understood. */
  static String unreadable(String why) {
    return trouble("The document cannot be read: " + why);
  }

  /** How much of a budget is spent, 0 to 1, as a bar; its text is for who cannot see it. */
  static String spent(double share) {
    return """
        <svg class="bar" viewBox="0 0 1000 12" preserveAspectRatio="none" role="img" aria-label="%s">\
        <rect width="1000" height="12" class="rest"/><rect width="%d" height="12" class="spent"/></svg>"""
        .formatted(
            Math.round(100 * share) + "% of the budget is spent",
            Math.round(1_000 * Math.max(0, Math.min(1, share))));
  }
}
