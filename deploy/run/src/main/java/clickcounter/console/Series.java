package clickcounter.console;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A series of a worker's metrics. Its text is taken apart once: the same text gives the same
 * object, since each scrape has the same hundreds of them.
 */
final class Series {
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
  private static final List<String> GROWING = List.of("_total", "_bucket", "_count", "_sum");
  private static final Map<String, Series> KNOWN = new ConcurrentHashMap<>();

  /** Workers come and go; their series need not be kept for ever. */
  private static final int MOST_KNOWN = 50_000;

  /** The metric, without the prefix that all have. */
  final String name;

  /** The component of the topology; empty if it has none. */
  final String component;

  /** How puts ended; empty if it says nothing of that. */
  final String end;

  /** The upper bound of a bucket; NaN if it is none. */
  final double bound;

  /** Whether it only grows. */
  final boolean counts;

  private Series(String name, String component, String end, double bound) {
    this.name = name;
    this.component = component;
    this.end = end;
    this.bound = bound;
    this.counts = GROWING.stream().anyMatch(name::endsWith);
  }

  /**
   * @param text name and labels, as they were written
   * @param prefix that is left out of the name
   */
  static Series of(String text, String prefix) {
    if (KNOWN.size() > MOST_KNOWN) {
      KNOWN.clear();
    }
    return KNOWN.computeIfAbsent(text, t -> read(t, prefix));
  }

  private static Series read(String text, String prefix) {
    int brace = text.indexOf('{');
    String component = "";
    String end = "";
    double bound = Double.NaN;
    Matcher labels = LABEL.matcher(text);
    while (labels.find()) {
      switch (labels.group(1)) {
        case "component" -> component = labels.group(2);
        case "end" -> end = labels.group(2);
        case "le" -> bound = Scrape.number(labels.group(2));
        default -> {
          // Of no use here.
        }
      }
    }
    String name = (brace < 0 ? text : text.substring(0, brace)).substring(prefix.length());
    return new Series(name, component, end, bound);
  }
}
