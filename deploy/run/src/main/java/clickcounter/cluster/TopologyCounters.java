package clickcounter.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a topology's counters from the CSV files that its workers write each second. Files of
 * earlier submissions count too. A killed worker does not write its last second, so a sum is a
 * lower bound.
 *
 * <p>It reads only what was added since the last call. Not thread-safe.
 */
public final class TopologyCounters {
  private final Path directory;
  private final String topology;
  private final Map<Path, GrowingFile> files = new HashMap<>();

  public TopologyCounters(Directories directories, String topology) {
    this.directory = directories.metrics();
    this.topology = topology;
  }

  /** The value of a counter at a time, in s since the epoch by the worker's clock. */
  public record Point(long atS, long count) {}

  /**
   * The values of a counter of one copy of a task.
   *
   * @param port the worker's; consecutive workers at one port share a series
   */
  public record Series(int task, int port, List<Point> points) {
    public Series {
      points = List.copyOf(points);
    }

    /** The total. A value below the one before it is the first of a new worker. */
    public long sum() {
      return sumBetween(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** The total of these seconds, both included. */
    public long sumBetween(long fromS, long toS) {
      return growth(fromS, toS).stream().mapToLong(Point::count).sum();
    }

    /** The growth in each second in which it grew. */
    public List<Point> growth(long fromS, long toS) {
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

  /** The sum over all tasks of a component and all workers that they had. */
  public long sum(String component, String counter) throws IOException {
    return series(component, counter).stream().mapToLong(Series::sum).sum();
  }

  /** A series for each copy that a task has had. */
  public List<Series> series(String component, String counter) throws IOException {
    List<Series> all = new ArrayList<>();
    if (!Files.isDirectory(directory)) {
      return all;
    }
    // storm.topology.ID.HOST.COMPONENT.TASK.PORT-NAME.csv
    Pattern name =
        Pattern.compile(
            "storm\\.topology\\.%s-\\d+-\\d+\\..*\\.%s\\.(\\d+)\\.(\\d+)-%s\\.csv"
                .formatted(Pattern.quote(topology), component, Pattern.quote(counter)));
    try (Stream<Path> listed = Files.list(directory)) {
      for (Path file : listed.toList()) {
        Matcher parts = name.matcher(file.getFileName().toString());
        if (parts.matches()) {
          all.add(
              new Series(
                  Integer.parseInt(parts.group(1)),
                  Integer.parseInt(parts.group(2)),
                  files.computeIfAbsent(file, GrowingFile::new).points()));
        }
      }
    }
    return all;
  }

  /** A file to which lines are added. */
  private static final class GrowingFile {
    private final Path file;
    private final List<Point> points = new ArrayList<>();
    private long readBytes;

    GrowingFile(Path file) {
      this.file = file;
    }

    /** All points by now. An incomplete line is left for the next call. */
    List<Point> points() throws IOException {
      long size = Files.size(file);
      if (size < readBytes) {
        points.clear(); // The file was replaced.
        readBytes = 0;
      }
      if (size > readBytes) {
        String added = read((int) Math.min(size - readBytes, Integer.MAX_VALUE));
        int end = added.lastIndexOf('\n') + 1;
        points.addAll(TopologyCounters.points(added.substring(0, end).lines().toList()));
        readBytes += end;
      }
      return points;
    }

    /** The content is ASCII, so each byte is a character. */
    private String read(int bytes) throws IOException {
      try (SeekableByteChannel channel = Files.newByteChannel(file)) {
        channel.position(readBytes);
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
          // Until it is full, or the file ends.
        }
        return new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1);
      }
    }
  }

  /** Lines {@code t,count}. */
  static List<Point> points(List<String> lines) {
    List<Point> points = new ArrayList<>();
    for (String line : lines) {
      String[] columns = line.split(",");
      // Other lines are the heading, or were cut off by a kill.
      if (columns.length == 2 && columns[0].matches("\\d+") && columns[1].matches("\\d+")) {
        points.add(new Point(Long.parseLong(columns[0]), Long.parseLong(columns[1])));
      }
    }
    return points;
  }
}
