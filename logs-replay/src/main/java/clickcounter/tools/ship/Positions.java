package clickcounter.tools.ship;

import clickcounter.cli.IoErrors;
import clickcounter.tools.archive.Prefix;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What was sent of each file, by the file's key, and the file that keeps it for the next process. A
 * position is saved only when the broker has confirmed every line before it. A position file that
 * cannot be written is written later: meanwhile lines are sent all the same.
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
  private final Map<String, Sent> confirmed = new HashMap<>();

  /** What was handed to the broker since. */
  private final Map<String, Sent> pending = new HashMap<>();

  /** What is confirmed and not in the position file. */
  private final Map<String, Sent> unsaved = new HashMap<>();

  private final Map<Prefix, Sent> byContent = new HashMap<>();

  /** Contents that lost their file since they were asked for. */
  private final List<Sent> vanished = new ArrayList<>();

  private long longest;

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
    lock();
    try {
      if (place.isForgotten()) {
        file.delete();
      }
      confirmed.putAll(file.read());
    } catch (IOException e) {
      file.close();
      throw e;
    }
    confirmed.values().forEach(this::index);
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

  /** Null if nothing is known of this file. */
  Sent get(String fileKey) {
    Sent handedOut = pending.get(fileKey);
    return handedOut == null ? confirmed.get(fileKey) : handedOut;
  }

  /** What the broker has of this file; null for nothing. */
  Sent confirmed(String fileKey) {
    return confirmed.get(fileKey);
  }

  /** Remembers how far a file was sent, to be saved once the broker has confirmed it. */
  void put(Sent sent) {
    Sent before = get(sent.fileKey());
    if (!sent.equals(before)) {
      if (before != null) {
        byContent.remove(before.prefix(), before);
      }
      pending.put(sent.fileKey(), sent);
      index(sent);
    }
  }

  private void index(Sent sent) {
    if (sent.prefix().offset() > 0) {
      byContent.put(sent.prefix(), sent);
      longest = Math.max(longest, sent.prefix().offset());
    }
  }

  /** The file with this content before its position; null if there is none. */
  Sent withContent(Prefix content) {
    return byContent.get(content);
  }

  /** No content is known that is longer. */
  long longest() {
    return longest;
  }

  /** The file has another content now. Its old content is known until {@link #vanished}. */
  void forget(String fileKey) {
    vanished.add(get(fileKey));
    pending.remove(fileKey);
    confirmed.remove(fileKey);
    unsaved.remove(fileKey);
  }

  /**
   * Forgets files that are not there any more.
   *
   * @return contents that lost their file since the last call: it was deleted or overwritten
   */
  List<Sent> vanished(Set<String> present, Set<Path> unreadable) {
    List<Sent> all = new ArrayList<>(confirmed.values());
    all.addAll(pending.values());
    all.stream()
        .filter(sent -> !present.contains(sent.fileKey()) && get(sent.fileKey()) == sent)
        .filter(sent -> unreadable.stream().noneMatch(Path.of(sent.path())::startsWith))
        .forEach(sent -> forget(sent.fileKey()));
    List<Sent> result = List.copyOf(vanished);
    vanished.clear();
    result.forEach(sent -> byContent.remove(sent.prefix(), sent));
    return result;
  }

  /** Whether the broker may not have all lines before the positions. */
  boolean isPending() {
    return !pending.isEmpty();
  }

  /** The broker has all lines before the positions. */
  void confirm() {
    confirmed.putAll(pending);
    unsaved.putAll(pending);
    pending.clear();
  }

  /** Whether a second has passed since the last save. */
  boolean isDue() {
    return clockNs.getAsLong() - savedNs >= SAVE_EVERY_NS;
  }

  /** Writes what is confirmed, if the file does not say it. */
  void save() {
    if (unsaved.isEmpty()) {
      return;
    }
    savedNs = clockNs.getAsLong();
    try {
      write();
      unsaved.clear();
      if (fails) {
        fails = false;
        log.accept("position file " + file.path() + " can be written again");
      }
    } catch (IOException e) {
      failed(e);
    }
  }

  private void write() throws IOException {
    if (linesInFile > 2 * confirmed.size() + SPARE_LINES) {
      file.replace(confirmed.values());
      linesInFile = confirmed.size();
    } else {
      file.append(unsaved.values());
      linesInFile += unsaved.size();
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
    return pending.isEmpty() && unsaved.isEmpty();
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
