package clickcounter.simulation;

import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.GrowingArchive;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** The archives of a life as one command reads them. */
final class SimulatedArchive implements GrowingArchive {
  private static final long MOST_MS = 500;
  private static final Path FILE = Path.of("simulated");

  private final List<String> lines;
  private final IntSupplier lag;
  private final ToolThread tool;
  private final Chance chance;
  private int read;

  /**
   * @param lines that were archived so far; others are added while they are read
   * @param lag how many of the newest lines cannot be read now
   */
  SimulatedArchive(List<String> lines, IntSupplier lag, ToolThread tool, Chance chance) {
    this.lines = lines;
    this.lag = lag;
    this.tool = tool;
    this.chance = chance;
  }

  /** What was read so far. */
  List<String> read() {
    return lines.subList(0, read);
  }

  @Override
  public <S extends ArchivedLineSink> List<S> read(Supplier<S> sinks, ScanProgress progress) {
    List<S> one = List.of(sinks.get());
    readMore(one);
    return one;
  }

  /** It takes a while to find the files, and a while after the end is reached. */
  @Override
  public void readMore(List<? extends ArchivedLineSink> sinks) {
    ArchivedLineSink sink = sinks.get(0);
    EventLine line = new EventLine();
    tool.pause(chance.skewed(0, MOST_MS));
    while (read < lines.size() - lag.getAsInt()) {
      byte[] bytes = lines.get(read++).getBytes(StandardCharsets.UTF_8);
      line.read(bytes, 0, bytes.length);
      sink.line(line, bytes, 0, bytes.length, FILE, read);
    }
    tool.pause(chance.between(0, MOST_MS));
  }
}
