package clickcounter.tools.ship;

import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.send.EventQueue;
import clickcounter.tools.ship.ContentReader.Line;
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
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Sends the lines of files at least once. A pass looks at all files and sends what is there. A
 * position is saved only when the broker has confirmed every line before it, so whatever happens in
 * between is sent again.
 *
 * <p>{@link #stop} may be called by any thread, all else by one.
 */
public final class Shipper implements Closeable {
  private static final int MESSAGE_BYTES = 1 << 20;

  /** After so many bytes of one file the others have their turn. */
  private static final long TURN_BYTES = 16L << 20;

  private static final long SAVE_EVERY_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long REPORT_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

  /** While the broker is away. */
  private static final long TRY_EVERY_MS = 500;

  private static final int MOST_NAMED = 1_000;

  private static final String ENDS_EARLY =
      ": ends early, it is being written or damaged. Its whole lines are sent; the rest is read when"
          + " the file has changed";

  private final List<Path> directories;
  private final int batchLines;
  private final EventQueue queue;
  private final PositionFile positionFile;
  private final Clock clock;
  private final LongSupplier clockNs;
  private final Consumer<String> log;
  private final Consumer<Lag> reports;
  private final LagMeter meter;
  private final Positions positions;
  private final CountDownLatch stopped = new CountDownLatch(1);

  private final List<String> batch = new ArrayList<>();
  private int batchBytes;

  /** Lines by directory: those in messages or in the batch, and those that are confirmed. */
  private final Map<Path, Long> handedOut = new HashMap<>();

  private Map<Path, Long> confirmedLines = Map.of();
  private Map<String, Shipped> confirmed = Map.of();
  private List<Path> files = List.of();
  private ArchiveFiles found = new ArchiveFiles(List.of(), List.of(), List.of());

  private boolean unsaved;
  private boolean again;
  private long savedNs;
  private long reportedNs;
  private long positionFailures;
  private boolean positionFails;
  private boolean away;
  private long awaySinceNs;
  private long longLines;

  /** Files that could not be read to their end in the last pass, each with the reason. */
  private final SortedMap<Path, String> troubled = new TreeMap<>();

  /** The size and time of files that end early: they are read again when these have changed. */
  private final Map<Path, String> unfinished = new HashMap<>();

  /** What was said about files. */
  private final Set<String> named = new HashSet<>();

  /** Ends a pass early: the process is asked to end. */
  private static final class StoppedException extends RuntimeException {
    StoppedException() {
      super(null, null, false, false);
    }
  }

  /**
   * Takes the lock of the position file and reads it.
   *
   * @param directories that are searched for event files
   * @param batchLines lines per message, at most
   * @param log what a person is to know, a line each
   * @param reports receives the lag every ten seconds, and at the end of each pass
   * @throws IOException if the position file is damaged, or another process uses it
   */
  public Shipper(
      List<Path> directories,
      int batchLines,
      EventQueue queue,
      Path position,
      Clock clock,
      LongSupplier clockNs,
      Consumer<String> log,
      Consumer<Lag> reports)
      throws IOException {
    this.directories = List.copyOf(directories);
    this.batchLines = batchLines;
    this.queue = queue;
    this.positionFile = new PositionFile(position);
    this.clock = clock;
    this.clockNs = clockNs;
    this.log = log;
    this.reports = reports;
    this.meter = new LagMeter(directories);
    lock();
    this.positions = new Positions(read());
    this.savedNs = clockNs.getAsLong();
    this.reportedNs = savedNs;
    confirmed();
  }

  private void lock() throws IOException {
    try {
      positionFile.lock();
    } catch (PositionFile.InUseException e) {
      throw e;
    } catch (IOException e) {
      log.accept(
          "the position file cannot be locked (" + e + "): do not start a second process with it");
    }
  }

  private List<Shipped> read() throws IOException {
    try {
      return positionFile.read();
    } catch (IOException e) {
      positionFile.close();
      throw e;
    }
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
   * @throws IOException if a directory cannot be read
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
      save();
    } catch (StoppedException e) {
      batch.clear();
    }
    report();
  }

  private void find() throws IOException {
    found = ArchiveFiles.findAny(directories);
    // What is compressed now was a plain file before: what was sent of that is known first.
    files = found.files().stream().sorted(Comparator.comparing(ArchiveFiles::isPacked)).toList();
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
        return;
      }
      String stamp = now.size() + " " + modifiedMs;
      if (stamp.equals(unfinished.get(file))) {
        troubled.put(file, ENDS_EARLY);
        nameOnce(file + ENDS_EARLY);
        return;
      }
      unfinished.remove(file);
      boolean packed = ArchiveFiles.isPacked(file);
      try (ContentReader reader = positions.open(file, key, packed, clock.millis())) {
        boolean whole = reader != null && send(reader, file, key);
        if (whole) {
          finish(reader, file, key, now.size(), modifiedMs);
        }
        if (reader == null || whole && reader.broken() != null) {
          unfinished.put(file, stamp);
          troubled.put(file, ENDS_EARLY);
        }
      }
    } catch (NoSuchFileException e) {
      // It was renamed or deleted just now. The next pass sees where it is.
      again = !isStopped();
    } catch (IOException e) {
      troubled.put(file, ": cannot be read: " + e);
      nameOnce(file + ": cannot be read, trying again: " + e);
    }
  }

  private void rename(Shipped known, Path file) {
    if (!known.path().equals(file.toString())) {
      positions.put(known.at(known.fileKey(), file.toString()));
      unsaved = true;
    }
  }

  /** Returns whether all whole lines were sent. */
  private boolean send(ContentReader reader, Path file, String key) {
    long turnEnd = reader.offset() + TURN_BYTES;
    // A file may begin in the middle of what another one has sent.
    remember(reader, file, key);
    for (Line line = reader.next(); line != null; line = reader.next()) {
      add(line, file, reader.offset() - line.bytes());
      if (batch.size() >= batchLines || batchBytes >= MESSAGE_BYTES) {
        remember(reader, file, key);
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

  private void add(Line line, Path file, long offset) {
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
      batch.add(line.text());
      batchBytes += (int) line.bytes();
      handedOut.merge(meter.directoryOf(file), 1L, Long::sum);
    }
  }

  private void remember(ContentReader reader, Path file, String key) {
    Shipped sent = reader.sent(key, file.toString());
    Shipped before = positions.get(key);
    if (before == null || before.offset() != sent.offset()) {
      unsaved = true;
    }
    positions.put(sent);
  }

  private void finish(
      ContentReader reader, Path file, String key, long diskBytes, long modifiedMs) {
    if (reader.offset() > positions.get(key).offset()) {
      remember(reader, file, key);
    }
    if (reader.broken() == null) {
      positions.put(positions.get(key).readAt(diskBytes, modifiedMs));
      unsaved = true;
    }
  }

  private void forgetVanished(Set<String> present) {
    for (Shipped vanished : positions.keepOnly(present, clock.millis())) {
      unsaved = true;
      if (vanished.diskBytes() < 0 && !positions.isContinued(vanished)) {
        nameOnce(
            vanished.path()
                + ": was deleted or overwritten before all its lines were sent, after byte "
                + vanished.offset()
                + ". If another copy exists, replay it: replay --only-missing PATH");
      }
    }
  }

  private void sendBatch() {
    handOutBatch();
    if (clockNs.getAsLong() - savedNs >= SAVE_EVERY_NS) {
      confirm();
      save();
    }
    if (clockNs.getAsLong() - reportedNs >= REPORT_EVERY_NS) {
      report();
    }
    if (isStopped()) {
      confirm();
      save();
      throw new StoppedException();
    }
  }

  private void handOutBatch() {
    if (!batch.isEmpty()) {
      untilDone(() -> queue.send(List.copyOf(batch)));
      batch.clear();
      batchBytes = 0;
    }
  }

  /** Waits until the broker has all that was handed out. */
  private void confirm() {
    handOutBatch();
    if (unsaved) {
      untilDone(queue::flush);
      confirmed();
    }
  }

  private void confirmed() {
    Map<String, Shipped> now = new HashMap<>();
    positions.all().forEach(sent -> now.put(sent.fileKey(), sent));
    confirmed = now;
    confirmedLines = Map.copyOf(handedOut);
  }

  @FunctionalInterface
  private interface BrokerCall {
    void run() throws IOException;
  }

  /** Repeats a call until the broker has answered. */
  private void untilDone(BrokerCall call) {
    while (true) {
      try {
        call.run();
        back();
        return;
      } catch (IOException e) {
        away(e);
        if (Thread.currentThread().isInterrupted() || isStoppedWithin(TRY_EVERY_MS)) {
          throw new StoppedException();
        }
      }
    }
  }

  private boolean isStoppedWithin(long ms) {
    try {
      return stopped.await(ms, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private void away(IOException e) {
    if (!away) {
      away = true;
      awaySinceNs = clockNs.getAsLong();
      log.accept(
          "the broker is away, trying again until it is back; the lines stay in their files: "
              + (e.getCause() == null ? e : e.getCause()).getMessage());
    }
    if (clockNs.getAsLong() - reportedNs >= REPORT_EVERY_NS) {
      report();
    }
  }

  private void back() {
    if (away) {
      away = false;
      long awayNs = clockNs.getAsLong() - awaySinceNs;
      log.accept("the broker is back after " + TimeUnit.NANOSECONDS.toSeconds(awayNs) + " s");
    }
  }

  private void save() {
    if (!unsaved) {
      return;
    }
    savedNs = clockNs.getAsLong();
    try {
      positionFile.write(positions.all());
      unsaved = false;
      if (positionFails) {
        positionFails = false;
        log.accept("position file " + positionFile.path() + " can be written again");
      }
    } catch (IOException e) {
      positionFailures++;
      if (!positionFails) {
        positionFails = true;
        log.accept(
            "position file "
                + positionFile.path()
                + " cannot be written, the old one stays, trying again. Lines go on being sent;"
                + " after a restart they are sent once more, and counted once: "
                + e);
      }
    }
  }

  private void report() {
    reportedNs = clockNs.getAsLong();
    reports.accept(lag());
  }

  /** How far shipping is behind now. */
  public Lag lag() {
    return new Lag(
        meter.measure(files, confirmed, confirmedLines, clock.millis()), away, positionFailures);
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
    return !unsaved;
  }

  /** Releases the position file. The queue stays open. */
  @Override
  public void close() throws IOException {
    positionFile.close();
  }
}
