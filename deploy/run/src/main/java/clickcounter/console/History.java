package clickcounter.console;

import java.util.ArrayDeque;
import java.util.List;

/** The last hour of two rates, a point for each poll: null while no worker answers. Thread-safe. */
final class History {
  private static final long MS = 3_600_000;

  private final ArrayDeque<Point> points = new ArrayDeque<>();

  record Point(long atMs, Double events, Double puts) {}

  /** In the columns that the chart takes. */
  record Columns(List<Long> atS, List<Double> events, List<Double> puts) {}

  synchronized void add(Now now) {
    points.addLast(
        new Point(
            now.atMs(),
            now.events() == null ? null : now.events().countedPerSecond(),
            now.puts() == null ? null : now.puts().perSecond()));
    while (points.peekFirst().atMs() <= now.atMs() - MS) {
      points.removeFirst();
    }
  }

  synchronized Columns columns() {
    return new Columns(
        points.stream().map(point -> point.atMs() / 1_000).toList(),
        points.stream().map(Point::events).toList(),
        points.stream().map(Point::puts).toList());
  }
}
