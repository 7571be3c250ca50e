package clickcounter.tools.ship;

import clickcounter.cli.IoErrors;
import clickcounter.event.EventLimits;
import clickcounter.event.LineText;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.FileState;
import clickcounter.tools.archive.LineReader;
import clickcounter.tools.archive.Prefix;
import clickcounter.tools.common.EventQueue;
import clickcounter.tools.send.LineSender;
import clickcounter.tools.ship.PatientQueue.StoppedException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Sends the lines of files at least once. A pass looks at all files, and sends what is new in them.
 * A position is saved only when the broker has confirmed every line before it, so whatever happens
 * in between is sent again. When in doubt whether a content was sent, it is sent.
 *
 * <p>{@link #stop} may be called by any thread, all else by one.
 */
public final class Shipper implements Closeable {
  /** Longer lines have more characters than an event may have, in any encoding. */
  static final int MAX_LINE_BYTES = 4 * EventLimits.MAX_LINE_CHARS;

  /** After so many bytes of one file the others have their turn. */
  private static final long TURN_BYTES = 16L << 20;

  /** After so many bytes it looks whether there is something else to do. */
  private static final long STEP_BYTES = 1 << 19;

  private static final long REPORT_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

  private static final int MOST_NAMED = 1_000;

  /** Nobody goes on writing to a file after so long a pause in the middle of it. */
  private static final long SETTLED_MS = TimeUnit.MINUTES.toMillis(10);

  private static final String ENDS_EARLY =
      ": ends early, it is being written or damaged. Its whole lines are sent; the rest is read when"
          + " the file has changed";

  private static final String MAY_BE_PACKED_NOW =
      ": ends early, it is being written or damaged. It is read when it has changed, or when nobody"
          + " has written to it for ten minutes";

  /** Looking for changed files takes at most one part in so many of the time. */
  private static final int LOOK_SHARE = 20;

  private static final long LOOK_AT_LEAST_EVERY_MS = 10_000;

  private final List<Path> directories;
  private final PatientQueue queue;
  private final LineSender sender;
  private final Positions positions;
  private final Clock clock;
  private final LongSupplier clockNs;
  private final Consumer<String> log;
  private final Consumer<Lag> reports;
  private final CountDownLatch stopped = new CountDownLatch(1);

  private List<Path> files = List.of();
  private ArchiveFiles found = ArchiveFiles.NONE;

  /** Whether the last pass left something to do. */
  private boolean again;

  /** Whether this pass opened a file, or may go on in one. */
  private boolean busy;

  private boolean isWaiting;
  private long lookMs;
  private long reportedNs;
  private long longLines;

  private long handedOutLines;
  private long confirmedLines;

  /** Files that could not be read to their end in the last pass, each with the reason. */
  private final SortedMap<Path, String> troubled = new TreeMap<>();

  /** Packed files that end early and may be being written, as they were when they were read. */
  private final Map<Path, FileState> waiting = new HashMap<>();

  /** Directories that were named and cannot be read, since when; ms since the epoch. */
  private final Map<Path, Long> lostSinceMs = new HashMap<>();

  /** What was said about files. */
  private final Set<String> named = new HashSet<>();

  /**
   * Takes the lock of the position file and reads it.
   *
   * @param directories that are searched for event files
   * @param batchLines lines per message, at most
   * @param position is used if it is of this queue, or if nothing is saved there
   * @param log what a person is to know, a line each
   * @param reports receives the lag every ten seconds, and at the end of each pass
   * @throws IOException if the position file is damaged, or another process uses it
   */
  public Shipper(
      List<Path> directories,
      int batchLines,
      EventQueue queue,
      Positions.Place position,
      Clock clock,
      LongSupplier clockNs,
      Consumer<String> log,
      Consumer<Lag> reports)
      throws IOException {
    this.directories = List.copyOf(directories);
    this.queue = new PatientQueue(queue, this::isStopped, clockNs, log, this::reportIfDue);
    this.sender = new LineSender(this.queue, batchLines);
    this.positions = new Positions(position, clockNs, log);
    this.clock = clock;
    this.clockNs = clockNs;
    this.log = log;
    this.reports = reports;
    this.reportedNs = clockNs.getAsLong() - REPORT_EVERY_NS;
  }

  /**
   * Ends the current pass soon, and {@link #pause} at once. What was confirmed is saved, what was
   * not is sent by the next process.
   */
  public void stop() {
    stopped.countDown();
  }

  /**
   * Waits before the next pass, longer if looking at all files takes long. Does not wait if the
   * last pass left something to do.
   *
   * @return whether there is to be a next pass
   */
  public boolean pause(long ms) throws InterruptedException {
    long rarelyMs = Math.min(LOOK_SHARE * lookMs, LOOK_AT_LEAST_EVERY_MS);
    return !stopped.await(again ? 0 : Math.max(ms, rarelyMs), TimeUnit.MILLISECONDS);
  }

  /** Sends what is there, until nothing is left, and saves the position. */
  public void drain() throws IOException {
    do {
      pass();
    } while (again && !isStopped());
  }

  /**
   * Looks at all files once, sends their new lines, and saves the position.
   *
   * @throws IOException if there is no position file, and none can be made
   */
  public void pass() throws IOException {
    again = false;
    busy = false;
    isWaiting = false;
    troubled.clear();
    long startNs = clockNs.getAsLong();
    find();
    Set<String> present = new HashSet<>();
    try {
      for (Path file : files) {
        ship(file, present);
      }
      lookMs = busy ? lookMs : TimeUnit.NANOSECONDS.toMillis(clockNs.getAsLong() - startNs);
      confirmAndSave();
      nameVanished(present);
      waiting.keySet().retainAll(files);
    } catch (StoppedException e) {
      busy = true;
    }
    if (busy) {
      report();
    } else {
      reportIfDue();
    }
  }

  private void find() throws IOException {
    found = insideOnly(ArchiveFiles.findAny(directories));
    found.unreadable().forEach(this::unreadable);
    lostSinceMs.keySet().retainAll(found.unreadable().keySet());
    // What is compressed now was a plain file before: what was sent of that is known first.
    files = found.files().stream().sorted(Comparator.comparing(ArchiveFiles::isPacked)).toList();
  }

  private void unreadable(Path path, String why) {
    nameOnce(path + ": cannot be read, trying again: " + why);
    if (directories.contains(path)) {
      troubled.put(path, ": cannot be read: " + why);
      lostSinceMs.putIfAbsent(path, clock.millis());
    }
  }

  /**
   * Every line is sent, also one that is no event. So a link to a file elsewhere, which any writer
   * of these directories can make, would show the queue of rejects what is in it.
   */
  private ArchiveFiles insideOnly(ArchiveFiles all) {
    List<Path> roots = directories.stream().map(Shipper::real).filter(Objects::nonNull).toList();
    Map<Path, Boolean> parents = new HashMap<>();
    all.passedOver().stream()
        .filter(file -> !ArchiveFiles.isReadable(file))
        .forEach(file -> nameOnce(file + ": its name is not UTF-8, and it is not sent"));
    // Only a link can lead elsewhere from its directory.
    Map<Boolean, List<Path>> isInside =
        all.files().stream()
            .collect(
                Collectors.partitioningBy(
                    file ->
                        Files.isSymbolicLink(file)
                            ? isInside(file, roots)
                            : parents.computeIfAbsent(
                                file.getParent(), parent -> isInside(parent, roots))));
    List<Path> passedOver = new ArrayList<>(all.passedOver());
    for (Path file : isInside.get(false)) {
      passedOver.add(file);
      nameOnce(file + ": leads out of " + directories + ", and is not sent");
    }
    return new ArchiveFiles(isInside.get(true), passedOver, all.loops(), all.unreadable());
  }

  /** What cannot be resolved was renamed or deleted just now, which reading it finds out. */
  private static boolean isInside(Path file, List<Path> roots) {
    Path real = real(file);
    return real == null || roots.stream().anyMatch(real::startsWith);
  }

  /** Null if it cannot be resolved. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return null;
    }
  }

  private void ship(Path file, Set<String> present) {
    try {
      FileState now = FileState.begun(file);
      present.add(now.key());
      FileState known = positions.get(now.key());
      if (known == null || !known.isReadAt(now)) {
        shipChanged(file, now);
        return;
      }
      // Changes nothing, unless the file was renamed.
      positions.put(known.named(now.file()));
      nameHalfLine(file, known);
      if (known.isBrokenOff()) {
        trouble(file, known);
        nameOnce(file + troubled.get(file));
      }
    } catch (NoSuchFileException e) {
      // It was renamed or deleted just now. The next pass sees where it is.
      again = !isStopped();
    } catch (IOException e) {
      String why = IoErrors.reason(e);
      troubled.put(file, ": cannot be read: " + why);
      nameOnce(file + ": cannot be read, trying again: " + why);
    }
  }

  private void trouble(Path file, FileState broken) {
    boolean isCut = broken.ending().equals(FileState.CUT_OFF);
    troubled.put(file, isCut ? ENDS_EARLY : ": " + broken.detail());
  }

  private void shipChanged(Path file, FileState now) throws IOException {
    boolean settled = isSettled(now.modifiedMs());
    if (!settled && now.equals(waiting.get(file))) {
      isWaiting = true;
      troubled.put(file, MAY_BE_PACKED_NOW);
      nameOnce(file + MAY_BE_PACKED_NOW);
      return;
    }
    busy = true;
    waiting.remove(file);
    Prefix from = positions.sentOf(file, now.key(), settled);
    if (from == null) {
      isWaiting = true;
      waiting.put(file, now);
      troubled.put(file, MAY_BE_PACKED_NOW);
      return;
    }
    try (LineReader reader = new LineReader(file, from, bytes -> {})) {
      if (send(reader, file, now)) {
        FileState sent = now.ended(reader, FileState.WHOLE, "");
        positions.put(sent);
        nameHalfLine(file, sent);
        if (sent.isBrokenOff()) {
          trouble(file, sent);
        }
      }
    }
  }

  private boolean isSettled(long modifiedMs) {
    return clock.millis() - modifiedMs > SETTLED_MS;
  }

  /** The half line of a crashed process has no end. */
  private void nameHalfLine(Path file, FileState sent) {
    long offset = sent.read().offset();
    boolean isHalf = sent.sizeBytes() > offset && sent.ending().equals(FileState.WHOLE);
    if (isHalf && isSettled(sent.modifiedMs()) && !ArchiveFiles.isPacked(file)) {
      nameOnce(
          file
              + ": its last line, from byte "
              + offset
              + " on, has no newline. It is sent when that is written. If its process crashed: append"
              + " a newline if the event is whole; otherwise the event is missing, and can be written"
              + " off (clicks counters write-off)");
    }
  }

  /** Returns whether the file was read to its end, or as far as it can be read. */
  private boolean send(LineReader reader, Path file, FileState now) {
    long turnEnd = reader.position().offset() + TURN_BYTES;
    boolean isMore = true;
    while (isMore) {
      isMore = sendSome(reader, file);
      positions.put(now.read(reader.position()));
      reportIfDue();
      if (positions.isDue() || isStopped()) {
        confirmAndSave();
      }
      if (isStopped()) {
        throw new StoppedException();
      }
      // A compressed file would have to be read again from its beginning.
      if (isMore && reader.position().offset() >= turnEnd && !ArchiveFiles.isPacked(file)) {
        again = true;
        return false;
      }
    }
    return true;
  }

  /** Returns whether there may be more lines. */
  private boolean sendSome(LineReader reader, Path file) {
    long end = reader.position().offset() + STEP_BYTES;
    while (reader.next()) {
      if (reader.isWhole()) {
        send(reader, file);
      }
      if (reader.offset() >= end) {
        return true;
      }
    }
    return false;
  }

  private void send(LineReader line, Path file) {
    if (line.isTooLong()) {
      nameLongLine(file, line, "more than " + LineReader.LONGEST_LINE_BYTES);
    } else if (line.to() - line.from() > MAX_LINE_BYTES) {
      nameLongLine(file, line, Long.toString(line.to() - line.from() + 1L));
    } else {
      String text = LineText.decode(line.bytes(), line.from(), line.to());
      if (!text.isBlank()) {
        sender.add(text);
        handedOutLines++;
      }
    }
  }

  private void nameLongLine(Path file, LineReader line, String bytes) {
    longLines++;
    nameOnce(
        ("%s: a line of %s bytes at byte %s was not sent, expected %s at most: it cannot be an"
                + " event. It stays in the file")
            .formatted(file, bytes, line.offset(), MAX_LINE_BYTES));
  }

  private void nameVanished(Set<String> present) {
    if (isWaiting) {
      return; // it may have what a file had that is gone now
    }
    for (FileState sent : positions.forgetVanished(present, found.unreadable().keySet())) {
      nameOnce(
          sent.file()
              + ": was deleted or overwritten before all its lines were sent, after byte "
              + sent.read().offset()
              + ". If another copy exists, replay it: archive replay --only-missing PATH");
    }
  }

  /** Waits until the broker has all lines before the positions, and saves these. */
  private void confirmAndSave() {
    if (positions.isPending()) {
      try {
        sender.confirm();
      } catch (IOException e) {
        throw new UncheckedIOException(e); // the queue tries again instead
      }
      confirmedLines = handedOutLines;
    }
    positions.save();
  }

  private void reportIfDue() {
    if (clockNs.getAsLong() - reportedNs >= REPORT_EVERY_NS) {
      report();
    }
  }

  private void report() {
    reportedNs = clockNs.getAsLong();
    reports.accept(lag());
  }

  /** How far shipping is behind now. */
  public Lag lag() {
    Unsent unsent = new Unsent(positions::confirmed, clock.millis());
    files.forEach(unsent::add);
    lostSinceMs.values().forEach(unsent::addSince);
    return new Lag(
        confirmedLines,
        unsent.bytes(),
        unsent.oldestMs(),
        files.size(),
        queue.isAway(),
        positions.failures());
  }

  private void nameOnce(String text) {
    if (named.size() < MOST_NAMED && named.add(text)) {
      log.accept(text);
    }
  }

  public boolean isStopped() {
    return stopped.getCount() == 0;
  }

  /** Lines that were left out because they are longer than any event. */
  public long longLines() {
    return longLines;
  }

  /** Files that could not be read to their end in the last pass, each with the reason. */
  public SortedMap<Path, String> troubled() {
    return Collections.unmodifiableSortedMap(troubled);
  }

  /** The files that the last pass found. */
  public ArchiveFiles found() {
    return found;
  }

  /** Whether the position file says all that was confirmed. */
  public boolean isSaved() {
    return positions.isSaved();
  }

  /** Releases the position file. The queue stays open. */
  @Override
  public void close() throws IOException {
    positions.close();
  }
}
