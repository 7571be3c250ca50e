package clickcounter.tools.ship;

import clickcounter.cli.IoErrors;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.FileState;
import clickcounter.tools.archive.LineReader;
import clickcounter.tools.archive.Prefix;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What was sent of each file, by the file's key, and the file that keeps it for the next process. A
 * file that was renamed goes on by its key, and one that was copied or packed by its content:
 * {@link #sentOf}. A position is saved only when the broker has confirmed every line before it. A
 * position file that cannot be written is written later: meanwhile lines are sent all the same.
 *
 * <p>A save costs what changed. Not thread-safe.
 */
public final class Positions implements Closeable {
  private static final long SAVE_EVERY_NS = TimeUnit.SECONDS.toNanos(1);

  /** The position file may have so many outdated lines, and one for each file. */
  private static final int SPARE_LINES = 1_000;

  private static final int UNKNOWN = Integer.MAX_VALUE;

  private final PositionFile file;
  private final LongSupplier clockNs;
  private final Consumer<String> log;

  /** What the broker has. */
  private final Map<String, FileState> confirmed = new HashMap<>();

  /** What was handed to the broker since. */
  private final Map<String, FileState> pending = new HashMap<>();

  /** By the content before the position. */
  private final Map<Prefix, FileState> byContent = new HashMap<>();

  /** No content is known that is longer. */
  private long longest;

  /** Contents that lost their file. They are known until they are forgotten. */
  private final List<FileState> vanished = new ArrayList<>();

  /** Files whose content goes on in another one. */
  private final Set<String> continued = new HashSet<>();

  /** Lines of the position file. The first save of a process, or after a failure, replaces it. */
  private int linesInFile = UNKNOWN;

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
  Positions(Place place, LongSupplier clockNs, Consumer<String> log) throws IOException {
    this.file = new PositionFile(place.file(), place.target());
    this.clockNs = clockNs;
    this.log = log;
    this.savedNs = clockNs.getAsLong();
    file.lock(log);
    try {
      if (place.isForgotten()) {
        Files.deleteIfExists(file.path());
      }
      confirmed.putAll(file.read());
    } catch (IOException e) {
      file.close();
      throw e;
    }
    confirmed.values().forEach(this::index);
  }

  /** Null if nothing is known of this file. */
  FileState get(String fileKey) {
    FileState handedOut = pending.get(fileKey);
    return handedOut == null ? confirmed.get(fileKey) : handedOut;
  }

  /** What the broker has of this file; null for nothing. */
  FileState confirmed(String fileKey) {
    return confirmed.get(fileKey);
  }

  /** Remembers how far a file was sent, to be saved once the broker has confirmed it. */
  void put(FileState sent) {
    FileState before = get(sent.key());
    if (!sent.equals(before)) {
      if (before != null) {
        byContent.remove(before.read(), before);
      }
      pending.put(sent.key(), sent);
      index(sent);
    }
  }

  private void index(FileState sent) {
    if (sent.read().offset() > 0) {
      byContent.put(sent.read(), sent);
      longest = Math.max(longest, sent.read().offset());
    }
  }

  /**
   * What was sent of a file's content: of this file, or of another one that it is a copy of, packed
   * perhaps. Null if it ends early and somebody may be writing it.
   *
   * @param settled whether nobody writes to it any more
   */
  Prefix sentOf(Path path, String fileKey, boolean settled) throws IOException {
    boolean packed = ArchiveFiles.isPacked(path);
    FileState known = get(fileKey);
    Files.newInputStream(path).close(); // fails if it cannot be read at all
    if (known != null && known.read().offset() > 0 && !packed && known.read().isBeginOf(path)) {
      return known.read();
    }
    Prefix longestKnown = Prefix.EMPTY;
    try (LineReader line = new LineReader(path, Prefix.EMPTY, bytes -> {})) {
      // A packed file is read to its end, which shows whether it is whole.
      while (line.next() && (packed || line.position().offset() <= longest)) {
        longestKnown = byContent.containsKey(line.position()) ? line.position() : longestKnown;
      }
      if (line.broken() != null && !settled) {
        return null;
      }
    }
    goOn(longestKnown, known, fileKey);
    return longestKnown;
  }

  private void goOn(Prefix prefix, FileState known, String fileKey) {
    FileState other = byContent.get(prefix);
    if (other != null && !other.key().equals(fileKey)) {
      continued.add(other.key());
    }
    if (known != null && !known.read().equals(prefix)) {
      // It was truncated, or another file has the number of a deleted one.
      forget(fileKey);
    }
  }

  private void forget(String fileKey) {
    vanished.add(get(fileKey));
    pending.remove(fileKey);
    confirmed.remove(fileKey);
  }

  /**
   * Forgets contents whose file was deleted or overwritten. All positions are saved.
   *
   * @param present the keys of files that are there
   * @param unreadable of what is below these, it is not known whether it is there
   * @return contents that were not sent to their end, and that no other file goes on with
   */
  List<FileState> forgetVanished(Set<String> present, Set<Path> unreadable) {
    confirmed.values().stream()
        .filter(sent -> !present.contains(sent.key()))
        .filter(sent -> unreadable.stream().noneMatch(Path.of(sent.file())::startsWith))
        .map(FileState::key)
        .toList()
        .forEach(this::forget);
    vanished.forEach(sent -> byContent.remove(sent.read(), sent));
    List<FileState> unsent =
        vanished.stream()
            .filter(
                sent -> !sent.ending().equals(FileState.WHOLE) && !continued.contains(sent.key()))
            .toList();
    vanished.clear();
    continued.clear();
    return unsent;
  }

  /** Whether the broker may not have all lines before the positions. */
  boolean isPending() {
    return !pending.isEmpty();
  }

  /** Whether a second has passed since the last save. */
  boolean isDue() {
    return clockNs.getAsLong() - savedNs >= SAVE_EVERY_NS;
  }

  /** Writes all positions that the file does not say. The broker has all lines before them. */
  void save() {
    if (isSaved()) {
      return;
    }
    confirmed.putAll(pending);
    savedNs = clockNs.getAsLong();
    try {
      write(pending.values());
      if (fails) {
        fails = false;
        log.accept("position file " + file.path() + " can be written again");
      }
    } catch (IOException e) {
      failed(e);
    }
    pending.clear();
  }

  private void write(Collection<FileState> changed) throws IOException {
    if (linesInFile > 2 * confirmed.size() + SPARE_LINES) {
      file.replace(confirmed.values());
      linesInFile = confirmed.size();
    } else {
      file.append(changed);
      linesInFile += changed.size();
    }
  }

  private void failed(IOException e) {
    linesInFile = UNKNOWN;
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

  /** Whether the file says all that was sent. */
  boolean isSaved() {
    return pending.isEmpty() && !fails;
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
