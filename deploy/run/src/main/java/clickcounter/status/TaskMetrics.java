package clickcounter.status;

import clickcounter.status.SystemStatus.TaskState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The newest values of a topology's metrics, from the files of Storm's CSV reporter. A file that
 * gets no new lines any more is of a worker that has ended, and is not looked at.
 */
final class TaskMetrics {
  /** How long ago something may be that still matters: blocked documents are read each minute. */
  static final int LATELY_S = 180;

  private static final int RATE_S = 60;

  /** More than {@link #LATELY_S} lines of a counter; a histogram has fewer, and its last counts. */
  private static final int TAIL_BYTES = 16_384;

  private static final int MISSED_REPORTS = 3;
  private static final int FIRST_PERIOD_S = 60;
  private static final int GRACE_S = 5;
  private static final String OLDEST = "pending.oldest.ms";
  private static final String DEFERRAL = "puts.deferral-age-ms";
  private static final String PUTS = "puts";
  private static final String BLOCKED = "documents.blocked";
  private static final String UNRECORDED = "marks.unrecorded";

  /** Only shows that a rejects task reports. */
  private static final String REJECTS = "rejected.not-json";

  private static final List<String> METRICS =
      List.of(OLDEST, DEFERRAL, PUTS, BLOCKED, UNRECORDED, REJECTS);

  private final List<Series> live;

  private TaskMetrics(List<Series> live) {
    this.live = List.copyOf(live);
  }

  private record Point(long atS, double value) {}

  private record Series(String metric, int task, List<Point> points) {
    Point last() {
      return points.get(points.size() - 1);
    }

    boolean isLive(long nowS) {
      long periodS =
          points.size() < 2 ? FIRST_PERIOD_S : last().atS() - points.get(points.size() - 2).atS();
      return nowS - last().atS() <= MISSED_REPORTS * periodS + GRACE_S;
    }

    /** The points of the last seconds, and the one before them: at least two if there are two. */
    private List<Point> since(long seconds) {
      int from = points.size() - 1;
      while (from > 0 && points.get(from).atS() > last().atS() - seconds) {
        from--;
      }
      return points.subList(from, points.size());
    }

    /** A counter that is below its last value is that of a new worker. */
    double growth(long seconds) {
      double sum = 0;
      List<Point> points = since(seconds);
      for (int i = 1; i < points.size(); i++) {
        double before = points.get(i - 1).value();
        double now = points.get(i).value();
        sum += now < before ? now : now - before;
      }
      return sum;
    }

    double perSecond() {
      long seconds = last().atS() - since(RATE_S).get(0).atS();
      return seconds == 0 ? 0 : growth(RATE_S) / seconds;
    }
  }

  /**
   * Reads the metrics of one submission.
   *
   * @param topologyId Storm's id: the name, a number and the time of submission
   * @throws IOException if the directory or a file in it cannot be read
   */
  static TaskMetrics read(Path directory, String topologyId, long nowS) throws IOException {
    // storm.topology.ID.HOST.COMPONENT.TASK.PORT-NAME.csv
    Pattern name =
        Pattern.compile(
            "storm\\.topology\\.%s\\..*\\.(?:spout|ads|counters|rejects)\\.(\\d+)\\.\\d+-(.+)\\.csv"
                .formatted(Pattern.quote(topologyId)));
    List<Series> live = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Matcher parts = name.matcher(file.getFileName().toString());
        if (parts.matches() && METRICS.contains(parts.group(2))) {
          List<Point> points = points(tail(file));
          Series series = new Series(parts.group(2), Integer.parseInt(parts.group(1)), points);
          if (!points.isEmpty() && series.isLive(nowS)) {
            live.add(series);
          }
        }
      }
    }
    return new TaskMetrics(live);
  }

  /** The last lines, of which the first and the last may be cut off. */
  private static List<String> tail(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      String heading = text(channel, 0, 256).lines().findFirst().orElse("");
      long from = Math.max(0, channel.size() - TAIL_BYTES);
      String text = text(channel, from, TAIL_BYTES);
      int end = text.lastIndexOf('\n') + 1;
      List<String> lines = new ArrayList<>(List.of(heading));
      text.substring(0, end).lines().skip(1).forEach(lines::add);
      return lines;
    }
  }

  private static String text(SeekableByteChannel channel, long from, int bytes) throws IOException {
    channel.position(from);
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
      // Until it is full, or the file ends.
    }
    return new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1);
  }

  /** Of a histogram the 99th percentile, otherwise the only value. */
  private static List<Point> points(List<String> lines) {
    List<String> heading = List.of(lines.get(0).split(","));
    int column = Math.max(1, heading.indexOf("p99"));
    List<Point> points = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] columns = line.split(",");
      if (columns.length == heading.size()
          && columns[0].matches("\\d+")
          && columns[column].matches("-?\\d+(\\.\\d+)?")) {
        points.add(new Point(Long.parseLong(columns[0]), Double.parseDouble(columns[column])));
      }
    }
    return points;
  }

  TaskState state() {
    return new TaskState(
        (int) live.stream().mapToInt(Series::task).distinct().count(),
        of(OLDEST).mapToLong(series -> (long) series.last().value()).max().orElse(0),
        Math.round(of(DEFERRAL).mapToDouble(series -> series.last().value()).max().orElse(0)),
        of(PUTS).mapToDouble(Series::perSecond).sum(),
        of(BLOCKED).mapToLong(series -> (long) series.last().value()).sum(),
        of(BLOCKED).mapToLong(series -> (long) series.growth(LATELY_S)).sum(),
        of(UNRECORDED).mapToLong(series -> (long) series.growth(LATELY_S)).sum());
  }

  private Stream<Series> of(String metric) {
    return live.stream().filter(series -> series.metric().equals(metric));
  }
}
