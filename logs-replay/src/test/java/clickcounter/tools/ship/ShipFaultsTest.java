package clickcounter.tools.ship;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.service.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random lives of files and of the process: in none of them a whole line is lost. */
class ShipFaultsTest {
  private static final int LIVES = 60;
  private static final int STEPS = 60;
  private static final int HALF = 20;

  @TempDir private Path root;

  /** The process is killed. */
  private static final class Killed extends Error {}

  /** Some files of a service, and a process that ships them. */
  private final class Life implements Transport {
    private final SplittableRandom random;
    private final Path logs;
    private final Path position;
    private final Path file;
    private final List<String> written = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();

    /** Lost when the process is killed. */
    private final List<String> unconfirmed = new ArrayList<>();

    private long nowNs;

    /** How much of the next line is in the file. */
    private int begun;

    private int rotations;
    private int callsUntilKill = Integer.MAX_VALUE;
    private Shipper shipper;

    Life(long seed) throws IOException {
      random = new SplittableRandom(seed);
      Path life = Files.createDirectories(root.resolve("life" + seed));
      logs = Files.createDirectories(life.resolve("logs"));
      position = life.resolve("position");
      file = logs.resolve("a.log");
    }

    private void call() {
      if (--callsUntilKill == 0) {
        throw new Killed();
      }
    }

    @Override
    public void send(List<String> lines) throws IOException {
      call();
      unconfirmed.addAll(lines);
    }

    @Override
    public void flush() {
      call();
      sent.addAll(unconfirmed);
      unconfirmed.clear();
    }

    @Override
    public void close() {}

    void run() throws IOException {
      for (int i = 0; i < STEPS; i++) {
        step(random.nextInt(12));
      }
      write(1);
      callsUntilKill = Integer.MAX_VALUE;
      pass();
      pass();
      shipper.close();
    }

    private void step(int kind) throws IOException {
      switch (kind) {
        case 0 -> rename();
        case 1 -> copyAndTruncate();
        case 2 -> compress();
        case 3 -> restart();
        case 4 -> {
          callsUntilKill = 1 + random.nextInt(4);
          pass();
        }
        case 5 -> beginLine();
        case 6, 7, 8 -> write(1 + random.nextInt(30));
        default -> pass();
      }
    }

    private void write(int lines) throws IOException {
      for (int i = 0; i < lines; i++) {
        String line = next();
        written.add(line);
        append(line.substring(begun) + "\n");
        begun = 0;
      }
    }

    /** Writes the first half of the next line. */
    private void beginLine() throws IOException {
      append(next().substring(begun, HALF));
      begun = HALF;
    }

    private String next() {
      return EventWriter.toLine(
          new AdEvent("a-1", written.size(), EventKind.IMPRESSION, "m1", 1_800_000_000_000L, 0));
    }

    private void append(String text) throws IOException {
      Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private Path rotated() {
      return logs.resolve("a.log." + ++rotations);
    }

    /** A service begins no line in one file and ends it in another. */
    private boolean isWhole() {
      return begun == 0 && Files.exists(file);
    }

    private void rename() throws IOException {
      if (isWhole()) {
        Files.move(file, rotated());
      }
    }

    private void copyAndTruncate() throws IOException {
      if (isWhole()) {
        Files.copy(file, rotated());
        Files.newByteChannel(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
            .close();
      }
    }

    private void compress() throws IOException {
      Path plain = logs.resolve("a.log." + rotations);
      if (Files.exists(plain)) {
        try (OutputStream out =
            new GZIPOutputStream(
                Files.newOutputStream(logs.resolve(plain.getFileName() + ".gz")))) {
          Files.copy(plain, out);
        }
        if (random.nextBoolean()) {
          pass();
        }
        Files.delete(plain);
      }
    }

    private void pass() throws IOException {
      if (shipper == null) {
        shipper =
            new Shipper(
                List.of(logs),
                7,
                this,
                new Positions(position, "queue", false, this::ns, line -> {}),
                Clock.systemUTC(),
                this::ns,
                line -> {},
                lag -> {});
      }
      try {
        shipper.pass();
      } catch (Killed e) {
        callsUntilKill = Integer.MAX_VALUE;
        unconfirmed.clear();
        byte[] saved = Files.exists(position) ? Files.readAllBytes(position) : null;
        restart();
        if (saved != null) {
          Files.write(position, saved);
        } else {
          Files.deleteIfExists(position);
        }
      }
    }

    private long ns() {
      return nowNs += 400_000_000L;
    }

    private void restart() throws IOException {
      if (shipper != null) {
        shipper.close();
        shipper = null;
      }
    }
  }

  @Test
  void noWholeLineIsLostInAnyLife() throws IOException {
    long written = 0;
    long sent = 0;
    for (long seed = 1; seed <= LIVES; seed++) {
      Life life = new Life(seed);
      life.run();
      Set<String> lost = new HashSet<>(life.written);
      lost.removeAll(new HashSet<>(life.sent));
      assertThat(lost).as("seed %s", seed).isEmpty();
      written += life.written.size();
      sent += life.sent.size();
    }
    assertThat(sent)
        .as("a line is sent of its file, of a copy and of a packed copy, and after a kill in doubt")
        .isLessThan(written * 3);
  }
}
