package clickcounter.tools.ship;

import clickcounter.cli.IoErrors;
import clickcounter.event.EventLimits;
import clickcounter.event.LineText;
import clickcounter.service.Transport;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.FileState;
import clickcounter.tools.archive.LineReader;
import clickcounter.tools.archive.Prefix;
import clickcounter.tools.send.LineSender;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Sends the lines of files at least once. A pass looks at all files, and sends what is new in them.
 * A position is saved only when the broker has confirmed every line before it, so whatever happens
 * in between is sent again. A file that was renamed goes on by its key. One that was copied or
 * packed is another file: it is sent from its first line, and what was counted is counted once.
 *
 * <p>{@link #stop} may be called by any thread, all else by one.
 */
public final class Shipper implements Closeable {
  /** Longer lines have more characters than an event may have, in any encoding. */
  static final int MAX_LINE_BYTES = 4 * EventLimits.MAX_LINE_CHARS;

  /** After so many bytes it looks whether there is something else to do. */
  private static final long STEP_BYTES = 1 << 19;

  private static final long REPORT_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

  /** While the broker is away. */
  private static final long TRY_EVERY_MS = 500;

  private static final int MOST_NAMED = 1_000;

  private static final String UNREAD = ": cannot be read, trying again: ";

  private static final String ENDS_EARLY =
      "ends early, it is being written or damaged. Its whole lines are sent; the rest is read when"
          + " the file has changed";

  private final List<Path> directories;
  private final LineSender sender;
  private final Positions positions;
  private final Clock clock;
  private final LongSupplier clockNs;
  private final Consumer<String> log;
  private final Consumer<Lag> reports;
  private final CountDownLatch stopped = new CountDownLatch(1);

  private ArchiveFiles found = ArchiveFiles.NONE;

  /** Whether a file was renamed or deleted during the last pass. */
  private boolean again;

  /** Whether the broker did not take the last message. */
  private boolean away;

  /** Whether the last pass sent all that it met. */
  private boolean isComplete;

  /** When the last pass began that sent all that it met, or this process. */
  private long completeMs;

  private long reportedNs;
  private long longLines;

  private long handedOutLines;
  private long confirmedLines;

  private final SortedMap<Path, String> troubled = new TreeMap<>();

  /** What was said about files. */
  private final Set<String> named = new HashSet<>();

  /**
   * @param directories that are searched for event files
   * @param batchLines lines per message, at most
   * @param positions of this queue; closed with this
   * @param log what a person is to know, a line each
   * @param reports receives the lag at the first pass, and every ten seconds
   */
  public Shipper(
      List<Path> directories,
      int batchLines,
      Transport queue,
      Positions positions,
      Clock clock,
      LongSupplier clockNs,
      Consumer<String> log,
      Consumer<Lag> reports) {
    this.directories = List.copyOf(directories);
    this.sender = new LineSender(queue, batchLines, 0);
    this.positions = positions;
    this.clock = clock;
    this.clockNs = clockNs;
    this.log = log;
    this.reports = reports;
    this.completeMs = clock.millis();
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
   * Waits before the next pass; not if a file was renamed meanwhile.
   *
   * @return whether there is to be a next pass
   */
  public boolean pause(long ms) throws InterruptedException {
    return !stopped.await(again ? 0 : ms, TimeUnit.MILLISECONDS);
  }

  /** Sends what is there, until nothing is left. */
  public void drain() throws IOException, InterruptedException {
    do {
      pass();
    } while ((again || away) && pause(TRY_EVERY_MS));
  }

  /**
   * Looks at all files once, and sends their new lines. If the broker is away, the lines that it
   * has not confirmed stay in their files for the next pass.
   *
   * @throws IOException if the directories cannot be searched
   */
  public void pass() throws IOException {
    again = false;
    isComplete = false;
    troubled.clear();
    // If the last pass failed, it is not known what the broker has of it.
    positions.forgetPending();
    handedOutLines = confirmedLines;
    find();
    try {
      shipAll();
    } catch (UncheckedIOException e) {
      brokerIsAway(e.getCause());
    }
    reportIfDue();
  }

  /**
   * Every line is sent, also one that is no event. So a link to a file elsewhere, which any writer
   * of these directories can make, would show the queue of rejects what is in it.
   */
  private void find() throws IOException {
    List<Path> real = directories.stream().map(Shipper::real).toList();
    found = ArchiveFiles.findUnlinked(real);
    found
        .passedOver()
        .forEach(path -> nameOnce(path + ": is not sent, it is a link or has another name"));
    found
        .unreadable()
        .forEach(
            (path, why) -> {
              nameOnce(path + UNREAD + why);
              if (real.contains(path)) {
                troubled.put(path, "cannot be read: " + why);
              }
            });
  }

  private static Path real(Path directory) {
    try {
      return directory.toRealPath();
    } catch (IOException e) {
      return directory; // the search says why
    }
  }

  private void shipAll() {
    long startMs = clock.millis();
    Set<String> present = new HashSet<>();
    for (Path file : found.files()) {
      ship(file, present);
      if (isStopped()) {
        confirm();
        return;
      }
    }
    confirm();
    isComplete = !again && troubled.isEmpty();
    if (isComplete) {
      completeMs = startMs;
      if (found.unreadable().isEmpty()) {
        positions.retain(present);
      }
    }
  }

  private void brokerIsAway(IOException e) {
    if (!away) {
      log.accept(
          "the broker is away, trying again until it is back; the lines stay in their files: "
              + (e.getCause() == null ? e : e.getCause()).getMessage());
    }
    away = true;
  }

  private void ship(Path file, Set<String> present) {
    try {
      FileState now = FileState.begun(file);
      present.add(now.key());
      FileState known = positions.get(now.key());
      boolean isNew = known == null || !known.isReadAt(now);
      if (isNew) {
        Files.newInputStream(file).close(); // fails if it cannot be read at all
        known = send(file, now.read(sentOf(file, known)));
        positions.put(known);
      }
      tell(file, known, isNew);
    } catch (NoSuchFileException e) {
      // It was renamed or deleted just now. The next pass sees where it is.
      again = true;
    } catch (IOException e) {
      String why = IoErrors.reason(e);
      troubled.put(file, "cannot be read: " + why);
      nameOnce(file + UNREAD + why);
    }
  }

  private void tell(Path file, FileState sent, boolean isNew) {
    if (sent.isBrokenOff()) {
      String why = sent.ending().equals(FileState.CUT_OFF) ? ENDS_EARLY : sent.detail();
      troubled.put(file, why);
      if (!isNew) {
        nameOnce(file + ": " + why);
      }
    }
  }

  private static Prefix sentOf(Path file, FileState known) throws IOException {
    boolean isBegun = known != null && known.read().offset() > 0;
    return isBegun && known.read().isBeginOf(file) ? known.read() : Prefix.EMPTY;
  }

  private FileState send(Path file, FileState begun) throws IOException {
    try (LineReader line = new LineReader(file, begun.read(), bytes -> {})) {
      long step = begun.read().offset() + STEP_BYTES;
      while (line.next()) {
        if (line.isWhole()) {
          send(line, file);
        }
        if (line.offset() >= step) {
          step = line.offset() + STEP_BYTES;
          FileState sent = begun.read(line.position());
          positions.put(sent);
          reportIfDue();
          if (positions.isDue()) {
            confirm();
          }
          if (isStopped()) {
            return sent;
          }
        }
      }
      if (!FileState.begun(file).key().equals(begun.key())) {
        // Its name may have been another file's before the reader opened it.
        throw new NoSuchFileException(file.toString());
      }
      return begun.ended(line, line.isWhole() ? FileState.WHOLE : FileState.HALF_LINE, "");
    }
  }

  private void send(LineReader line, Path file) {
    int bytes = line.to() - line.from();
    if (line.isTooLong() || bytes > MAX_LINE_BYTES) {
      longLines++;
      nameOnce(
          ("%s: a line of %s bytes at byte %s was not sent, expected %s at most: it cannot be an"
                  + " event. It stays in the file")
              .formatted(
                  file,
                  line.isTooLong() ? "more than " + LineReader.LONGEST_LINE_BYTES : bytes + 1,
                  line.offset(),
                  MAX_LINE_BYTES));
      return;
    }
    String text = LineText.decode(line.bytes(), line.from(), line.to());
    if (!text.isBlank()) {
      sender.add(text);
      handedOutLines++;
    }
  }

  /** Waits until the broker has all lines before the positions, and saves these when it is time. */
  private void confirm() {
    if (positions.isPending()) {
      sender.confirm();
      confirmedLines = handedOutLines;
      positions.confirm();
      if (away) {
        away = false;
        log.accept("the broker is back");
      }
    }
    if (positions.isDue()) {
      positions.save();
    }
  }

  public void save() {
    positions.save();
  }

  private void reportIfDue() {
    if (clockNs.getAsLong() - reportedNs >= REPORT_EVERY_NS) {
      reportedNs = clockNs.getAsLong();
      reports.accept(lag());
    }
  }

  /** How far shipping is behind now. */
  public Lag lag() {
    long unsentBytes = 0;
    for (Path file : found.files()) {
      try {
        FileState now = FileState.begun(file);
        unsentBytes += now.sizeBytes() - sentBytes(file, now, positions.confirmed(now.key()));
      } catch (IOException e) {
        continue; // It was renamed or deleted. The next measurement sees where it is.
      }
    }
    return new Lag(
        confirmedLines,
        unsentBytes,
        isComplete ? 0 : clock.millis() - completeMs,
        found.files().size(),
        away,
        positions.failures());
  }

  private static long sentBytes(Path file, FileState now, FileState sent) {
    if (sent == null) {
      return 0;
    }
    if (ArchiveFiles.isPacked(file)) {
      return sent.isReadAt(now) && !sent.isBrokenOff() ? now.sizeBytes() : 0;
    }
    return sent.read().offset() > now.sizeBytes() ? 0 : sent.read().offset();
  }

  private void nameOnce(String text) {
    if (named.size() < MOST_NAMED && named.add(text)) {
      log.accept(text);
    }
  }

  public boolean isStopped() {
    return stopped.getCount() == 0;
  }

  /** Lines that were left out because they are longer than any event, each time they were read. */
  public long longLines() {
    return longLines;
  }

  /** Files that could not be read to their end in the last pass, each with the reason. */
  public SortedMap<Path, String> troubled() {
    return Collections.unmodifiableSortedMap(troubled);
  }

  public ArchiveFiles found() {
    return found;
  }

  /** Whether the position file says all that was sent, and the broker took it. */
  public boolean isSaved() {
    return positions.isSaved() && !away;
  }

  /** Saves the position and releases its file. The queue stays open. */
  @Override
  public void close() throws IOException {
    positions.close();
  }
}
