package clickcounter.drill;

import java.util.ArrayList;
import java.util.List;

/**
 * The values of a counter of one copy of a task.
 *
 * @param port the worker's; consecutive workers at one port share a series
 */
record TaskCounts(int task, int port, List<Point> points) {
  TaskCounts {
    points = List.copyOf(points);
  }

  /** The value of a counter when its worker was asked, in s since the epoch. */
  record Point(long atS, long count) {}

  /** The total. A value below the one before it is the first of a new worker. */
  long sum() {
    return sumBetween(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** The total of these seconds, both included. */
  long sumBetween(long fromS, long toS) {
    return growth(fromS, toS).stream().mapToLong(Point::count).sum();
  }

  /** The growth in each second in which it grew. */
  List<Point> growth(long fromS, long toS) {
    List<Point> grown = new ArrayList<>();
    long last = 0;
    for (Point point : points) {
      long more = point.count() < last ? point.count() : point.count() - last;
      if (more > 0 && point.atS() >= fromS && point.atS() <= toS) {
        grown.add(new Point(point.atS(), more));
      }
      last = point.count();
    }
    return grown;
  }
}
