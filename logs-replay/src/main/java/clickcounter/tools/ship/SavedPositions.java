package clickcounter.tools.ship;

import clickcounter.cli.IoErrors;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The positions, and the file that keeps them for the next process. A file that cannot be written
 * is written later: meanwhile lines are sent all the same. Not thread-safe.
 */
public final class SavedPositions implements Closeable {
  private static final long SAVE_EVERY_NS = TimeUnit.SECONDS.toNanos(1);

  private final PositionFile file;
  private final Positions positions;
  private final LongSupplier clockNs;
  private final Consumer<String> log;

  /** What the broker has, by file key. */
  private Map<String, Shipped> confirmed = Map.of();

  private boolean unsaved;
  private long savedNs;
  private long failures;
  private boolean fails;

  /**
   * Where positions are saved.
   *
   * @param target the queue and its broker, in one line: positions of another are not used
   * @param isForgotten whether to begin anew, whatever is saved
   */
  public record Place(Path file, String target, boolean isForgotten) {}

  /**
   * Takes the lock of the file and reads it.
   *
   * @throws IOException if the file is damaged, or another process uses it
   */
  SavedPositions(Place place, LongSupplier clockNs, Consumer<String> log) throws IOException {
    this.file = new PositionFile(place.file(), place.target());
    this.clockNs = clockNs;
    this.log = log;
    lock();
    if (place.isForgotten()) {
      file.delete();
    }
    this.positions = read();
    this.savedNs = clockNs.getAsLong();
    confirmed();
  }

  private void lock() throws IOException {
    try {
      file.lock();
    } catch (PositionFile.InUseException e) {
      throw e;
    } catch (IOException e) {
      log.accept(
          "the position file cannot be locked ("
              + IoErrors.message(e)
              + "): do not start a second process with it");
    }
  }

  private Positions read() throws IOException {
    try {
      return new Positions(file.read());
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** To be read. What is put there itself is not saved. */
  Positions positions() {
    return positions;
  }

  /** Remembers how far a file was sent, to be saved once the broker has confirmed it. */
  void put(Shipped sent) {
    positions.put(sent);
    unsaved = true;
  }

  /** Remembers how far a file was sent, if that is not known. */
  void putIfMoved(Shipped sent) {
    Shipped before = positions.get(sent.fileKey());
    if (before == null || before.offset() != sent.offset()) {
      unsaved = true;
    }
    positions.put(sent);
  }

  void changed() {
    unsaved = true;
  }

  /** The broker has all lines before the positions. */
  void confirmed() {
    Map<String, Shipped> now = new HashMap<>();
    positions.all().forEach(sent -> now.put(sent.fileKey(), sent));
    confirmed = now;
  }

  Map<String, Shipped> confirmedByKey() {
    return confirmed;
  }

  boolean isDue() {
    return clockNs.getAsLong() - savedNs >= SAVE_EVERY_NS;
  }

  /** Writes the file, if it does not say all. The broker has confirmed what the positions say. */
  void save() {
    if (!unsaved) {
      return;
    }
    savedNs = clockNs.getAsLong();
    try {
      file.write(positions.all());
      unsaved = false;
      if (fails) {
        fails = false;
        log.accept("position file " + file.path() + " can be written again");
      }
    } catch (IOException e) {
      failures++;
      if (!fails) {
        fails = true;
        log.accept(
            "position file "
                + IoErrors.message(e)
                + ". Trying again. Lines go on being sent; after a restart they are sent once more,"
                + " and counted once");
      }
    }
  }

  /** Whether the file says all that was confirmed. */
  boolean isSaved() {
    return !unsaved;
  }

  /** How often the file could not be written. */
  long failures() {
    return failures;
  }

  /** Releases the file. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
