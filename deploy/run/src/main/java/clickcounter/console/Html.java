package clickcounter.console;

import java.util.List;

/** Makes pages. Whatever comes from outside is escaped. */
final class Html {
  private static final List<String[]> PAGES =
      List.of(
          new String[] {"/", "Now"},
          new String[] {"/hot", "Hot ads"},
          new String[] {"/counters", "Counters"},
          new String[] {"/ad", "Ad"},
          new String[] {"/event", "Event"},
          new String[] {"/audits", "Audits"});

  private Html() {}

  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(c < ' ' && c != '\n' ? ' ' : c);
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

  /** What does not answer; empty if all do. */
  static String away(List<Now.Away> away) {
    StringBuilder lines = new StringBuilder();
    for (Now.Away one : away) {
      lines
          .append("<p class=\"trouble\">No answer from ")
          .append(escaped(one.what() + ": " + one.why()))
          .append("</p>");
    }
    return lines.toString();
  }

  /** A page that says why there is no other. */
  static String refusal(String why) {
    return page(
        "",
        "Not shown",
        "<h1>Not shown</h1><p class=\"trouble\">"
            + escaped(why)
            + "</p><p><a href=\"/\">To the first page</a></p>",
        null);
  }

  /** A bar that is full to this share, 0 to 1; the text says the same to who cannot see it. */
  static String bar(double share, String cssClass, String text) {
    return """
        <svg class="bar" viewBox="0 0 1000 12" preserveAspectRatio="none" role="img" aria-label="%s">\
        <rect width="1000" height="12" class="rest"/><rect width="%d" height="12" class="%s"/></svg>"""
        .formatted(escaped(text), Math.round(1_000 * Math.max(0, Math.min(1, share))), cssClass);
  }
}
