package clickcounter.benchmark;

import clickcounter.cli.Clicks;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.Trees;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Generated days in a directory. A day is generated once and then kept. */
final class Days {
  private static final double DROPPED = 0.0001;
  private static final int SEED = 1;

  private final Path directory;
  private final PrintWriter out;

  /**
   * @param directory of the days; it exists
   * @param out receives what the command {@code generate} prints
   */
  Days(Path directory, PrintWriter out) {
    this.directory = directory;
    this.out = out;
  }

  /** What a day consists of. */
  record Size(int events, int ads, int counters) {
    Size {
      if (events < 1 || ads < 1 || counters < 1) {
        throw new IllegalArgumentException(
            "a day: expected at least one event, ad and counter, found "
                + events
                + ", "
                + ads
                + " and "
                + counters);
      }
    }

    private String directoryName() {
      return "day-" + events + "-" + ads + "-" + counters;
    }
  }

  /**
   * The file of the messages of such a day.
   *
   * @throws IOException if it cannot be generated
   */
  Path queueFile(Size size) throws IOException {
    Path day = directory.resolve(size.directoryName());
    if (!Files.exists(day.resolve("truth.json"))) {
      // Renamed when it is complete, so an interrupted run generates it again.
      Path making = directory.resolve("day.part");
      Trees.delete(making);
      Trees.delete(day);
      generate(size, making);
      Files.move(making, day);
    }
    return day.resolve("queue.ndjson");
  }

  private void generate(Size size, Path making) throws IOException {
    int status =
        Clicks.commandLine(Terminal.system())
            .setOut(out)
            .execute(
                "dev",
                "generate",
                "--out=" + making,
                "--events=" + size.events(),
                "--ads=" + size.ads(),
                "--counters=" + size.counters(),
                "--drop=" + DROPPED,
                "--seed=" + SEED);
    if (status != ExitCode.OK) {
      throw new IOException("the day " + making + " could not be generated, see above");
    }
  }
}
