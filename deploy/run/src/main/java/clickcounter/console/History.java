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

  synchronized void add(long atMs, Double events, Double puts) {
    points.addLast(new Point(atMs, events, puts));
    while (points.peekFirst().atMs() <= atMs - MS) {
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
