package clickcounter.tools.ship;

import clickcounter.cli.IoErrors;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.common.EventQueue;
import clickcounter.tools.ship.ContentReader.ContentLine;
import clickcounter.tools.ship.LineShipper.StoppedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
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

/**
 * Sends the lines of files at least once. A pass looks at all files, reads what is there and gives
 * it to a {@link LineShipper}. A position is saved only when the broker has confirmed every line
 * before it, so whatever happens in between is sent again.
 *
 * <p>{@link #stop} may be called by any thread, all else by one.
 */
public final class Shipper implements Closeable {
  /** After so many bytes of one file the others have their turn. */
  private static final long TURN_BYTES = 16L << 20;

  private static final long REPORT_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

  private static final int MOST_NAMED = 1_000;

  /** Nobody goes on writing to a file after so long a pause in the middle of it. */
  private static final long SETTLED_MS = TimeUnit.MINUTES.toMillis(10);

  private static final String ENDS_EARLY =
      ": ends early, it is being written or damaged. Its whole lines are sent; the rest is read when"
          + " the file has changed";

  private static final String MAY_BE_A_COPY =
      ": ends early, or begins like another file and is shorter: a copy may be under way. It is read"
          + " when it has changed, or when nobody has written to it for ten minutes";

  private final List<Path> directories;
  private final LineShipper sender;
  private final SavedPositions saved;
  private final Positions positions;
  private final Clock clock;
  private final LongSupplier clockNs;
  private final Consumer<String> log;
  private final Consumer<Lag> reports;
  private final LagMeter meter;
  private final CountDownLatch stopped = new CountDownLatch(1);

  private List<Path> files = List.of();
  private ArchiveFiles found = ArchiveFiles.NONE;

  private boolean again;
  private long reportedNs;
  private long longLines;

  /** Files that could not be read to their end in the last pass, each with the reason. */
  private final SortedMap<Path, String> troubled = new TreeMap<>();

  /**
   * A file that ends early. It is read again when it has changed.
   *
   * @param stamp its size and time
   * @param why whether its whole lines are sent, or wait until it has settled
   */
  private record Unfinished(String stamp, String why) {
    boolean isToBeLeft(String stampNow, boolean settled) {
      return stamp.equals(stampNow) && (why.equals(ENDS_EARLY) || !settled);
    }
  }

  private final Map<Path, Unfinished> unfinished = new HashMap<>();

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
      SavedPositions.Place position,
      Clock clock,
      LongSupplier clockNs,
      Consumer<String> log,
      Consumer<Lag> reports)
      throws IOException {
    this.directories = List.copyOf(directories);
    this.sender =
        new LineShipper(queue, batchLines, this::isStopped, clockNs, log, this::reportIfDue);
    this.saved = new SavedPositions(position, clockNs, log);
    this.positions = saved.positions();
    this.clock = clock;
    this.clockNs = clockNs;
    this.log = log;
    this.reports = reports;
    this.meter = new LagMeter(directories);
    this.reportedNs = clockNs.getAsLong();
  }

  /**
   * Ends the current pass soon, and {@link #pause} at once. What was confirmed is saved, what was
   * not is sent by the next process.
   */
  public void stop() {
    stopped.countDown();
  }

  /**
   * Waits before the next pass. Does not wait if the last one left something to do.
   *
   * @return whether there is to be a next pass
   */
  public boolean pause(long ms) throws InterruptedException {
    return !stopped.await(again ? 0 : ms, TimeUnit.MILLISECONDS);
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
    troubled.clear();
    find();
    Set<String> present = new HashSet<>();
    try {
      for (Path file : files) {
        ship(file, present);
      }
      confirm();
      forgetVanished(present);
      unfinished.keySet().retainAll(files);
      saved.save();
    } catch (StoppedException e) {
      sender.abandon();
    }
    report();
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
    List<Path> inside = new ArrayList<>();
    List<Path> passedOver = new ArrayList<>(all.passedOver());
    passedOver.stream()
        .filter(file -> !ArchiveFiles.isReadable(file))
        .forEach(file -> nameOnce(file + ": its name is not UTF-8, and it is not sent"));
    for (Path file : all.files()) {
      if (isInside(file, roots)) {
        inside.add(file);
      } else {
        passedOver.add(file);
        nameOnce(file + ": leads out of " + directories + ", and is not sent");
      }
    }
    return new ArchiveFiles(inside, passedOver, all.loops(), all.unreadable());
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
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      String key = String.valueOf(now.fileKey());
      present.add(key);
      Shipped known = positions.get(key);
      long modifiedMs = now.lastModifiedTime().toMillis();
      if (known != null && known.isReadAt(now.size(), modifiedMs)) {
        rename(known, file);
        nameHalfLine(file, known, modifiedMs);
        return;
      }
      String stamp = now.size() + " " + modifiedMs;
      boolean settled = isSettled(modifiedMs);
      Unfinished before = unfinished.get(file);
      if (before != null && before.isToBeLeft(stamp, settled)) {
        troubled.put(file, before.why());
        nameOnce(file + before.why());
        return;
      }
      unfinished.remove(file);
      boolean packed = ArchiveFiles.isPacked(file);
      try (ContentReader reader = positions.open(file, key, packed, settled, clock.millis())) {
        boolean whole = reader != null && send(reader, file, key);
        if (whole) {
          finish(reader, file, key, now.size(), modifiedMs);
        }
        if (reader == null || whole && reader.broken() != null) {
          String why = reader == null ? MAY_BE_A_COPY : ENDS_EARLY;
          unfinished.put(file, new Unfinished(stamp, why));
          troubled.put(file, why);
        } else if (whole) {
          nameHalfLine(file, positions.get(key), modifiedMs);
        }
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

  private boolean isSettled(long modifiedMs) {
    return clock.millis() - modifiedMs > SETTLED_MS;
  }

  /** The half line of a crashed process has no end. */
  private void nameHalfLine(Path file, Shipped sent, long modifiedMs) {
    if (isSettled(modifiedMs) && !ArchiveFiles.isPacked(file) && sent.diskBytes() > sent.offset()) {
      nameOnce(
          file
              + ": its last line, from byte "
              + sent.offset()
              + " on, has no newline. It is sent when that is written. If its process crashed: append"
              + " a newline if the event is whole; otherwise the event is missing, and can be written"
              + " off (clicks counters write-off)");
    }
  }

  private void rename(Shipped known, Path file) {
    if (!known.path().equals(file.toString())) {
      saved.put(known.at(known.fileKey(), file.toString()));
    }
  }

  /** Returns whether all whole lines were sent. */
  private boolean send(ContentReader reader, Path file, String key) {
    long turnEnd = reader.offset() + TURN_BYTES;
    // A file may begin in the middle of what another one has sent.
    saved.putIfMoved(reader.sent(key, file.toString()));
    for (ContentLine line = reader.next(); line != null; line = reader.next()) {
      add(line, file, reader.offset() - line.bytes());
      if (sender.isFull()) {
        saved.putIfMoved(reader.sent(key, file.toString()));
        sendBatch();
        // A compressed file would have to be read again from its beginning.
        if (reader.offset() >= turnEnd && !ArchiveFiles.isPacked(file)) {
          again = true;
          return false;
        }
      }
    }
    return true;
  }

  private void add(ContentLine line, Path file, long offset) {
    if (line.text() == null) {
      longLines++;
      nameOnce(
          file
              + ": a line of "
              + line.bytes()
              + " bytes at byte "
              + offset
              + " was not sent, expected "
              + ContentReader.MAX_LINE_BYTES
              + " at most: it cannot be an event. It stays in the file");
    } else if (!line.text().isBlank()) {
      sender.add(line.text(), line.bytes(), meter.directoryOf(file));
    }
  }

  private void finish(
      ContentReader reader, Path file, String key, long diskBytes, long modifiedMs) {
    if (reader.offset() > positions.get(key).offset()) {
      saved.putIfMoved(reader.sent(key, file.toString()));
    }
    if (reader.broken() == null) {
      saved.put(positions.get(key).readAt(diskBytes, modifiedMs));
    }
  }

  /** What is in a directory that cannot be read now has not vanished. */
  private void addUnreadable(Set<String> present) {
    for (Path unreadable : found.unreadable().keySet()) {
      positions.all().stream()
          .filter(sent -> sent.path().startsWith(unreadable.toString()))
          .forEach(sent -> present.add(sent.fileKey()));
    }
  }

  private void forgetVanished(Set<String> present) {
    addUnreadable(present);
    for (Shipped vanished : positions.keepOnly(present, clock.millis())) {
      saved.changed();
      if (vanished.diskBytes() < 0 && !positions.isContinued(vanished)) {
        nameOnce(
            vanished.path()
                + ": was deleted or overwritten before all its lines were sent, after byte "
                + vanished.offset()
                + ". If another copy exists, replay it: archive replay --only-missing PATH");
      }
    }
  }

  private void sendBatch() {
    sender.handOut();
    if (saved.isDue()) {
      confirmAndSave();
    }
    reportIfDue();
    if (isStopped()) {
      confirmAndSave();
      throw new StoppedException();
    }
  }

  private void confirmAndSave() {
    confirm();
    saved.save();
  }

  /** Waits until the broker has all lines before the positions. */
  private void confirm() {
    sender.handOut();
    if (!saved.isSaved()) {
      sender.confirm();
      saved.confirmed();
    }
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
    return new Lag(
        meter.measure(
            files,
            saved.confirmedByKey(),
            sender.confirmedLines(),
            Map.copyOf(lostSinceMs),
            clock.millis()),
        sender.isAway(),
        saved.failures());
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
    return saved.isSaved();
  }

  /** Releases the position file. The queue stays open. */
  @Override
  public void close() throws IOException {
    saved.close();
  }
}
