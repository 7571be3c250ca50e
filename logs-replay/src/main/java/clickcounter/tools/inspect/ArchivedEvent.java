package clickcounter.tools.inspect;

import clickcounter.cli.Terminal;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.Texts;
import clickcounter.tools.table.Question;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * What archive files, or the table of them, have of an event, and the verdicts on it.
 *
 * @param tableAtMs of which time the table is; null if files were read, or nothing
 * @param verdicts the earliest first
 * @param files that were read
 */
record ArchivedEvent(
    Long tableAtMs,
    List<Place> places,
    List<AdEvent> verdicts,
    ArchiveFiles files,
    Troubles troubles) {
  /**
   * A line of a file, or a row of the table, which names no file. Its ad is empty if it has none.
   */
  record Place(Path file, long line, String text, String adId) {}

  /** Whether the event may be in a part of a file that could not be read. */
  boolean isPlaceUnknown() {
    return places.isEmpty() && !troubles.isWhole();
  }

  /** Asks the table, as it was after its last import. */
  static ArchivedEvent ofTable(Path root, String counterId, long sequence) throws IOException {
    List<Place> places = new ArrayList<>();
    List<AdEvent> verdicts = new ArrayList<>();
    String eventId = counterId + ":" + sequence;
    try (Table table = Table.open(root)) {
      Question.set(table, "counter", counterId);
      Question.set(table, "sequence", sequence);
      table.selectDays(
          "explained_day",
          "SELECT DISTINCT day FROM counter_days WHERE counter = getvariable('counter')"
              + " AND getvariable('sequence') BETWEEN first AND last");
      Question.named("explain")
          .ask(
              table,
              row -> {
                if (row.getString("author") == null) {
                  String ad = row.getString("ad");
                  places.add(new Place(null, 0, text(row, ad), ad == null ? "" : ad));
                } else {
                  verdicts.add(verdict(row, eventId));
                }
              });
      return new ArchivedEvent(
          table.importedAtMs(), places, verdicts, ArchiveFiles.NONE, new Troubles());
    }
  }

  /** As {@code click of ad m1 at 2026-06-01T00:03:36Z, 0.25}. */
  private static String text(ResultSet row, String ad) throws SQLException {
    long micros = row.getLong("micros");
    return row.getString("kind")
        + (ad == null ? "" : " of ad " + ad)
        + " at "
        + Texts.time(row.getLong("time_ms"))
        + (micros == 0 ? "" : ", " + Texts.money(micros));
  }

  private static AdEvent verdict(ResultSet row, String clickId) throws SQLException {
    boolean isTaken = row.getString("kind").equals(EventKind.INVALIDATION.type());
    return new AdEvent(
        row.getString("counter"),
        row.getLong("sequence"),
        isTaken ? EventKind.INVALIDATION : EventKind.REINSTATEMENT,
        row.getString("ad"),
        row.getLong("time_ms"),
        row.getLong("micros"),
        new Judgement(row.getString("reason"), clickId, row.getString("author")));
  }

  /** Reads files. */
  static ArchivedEvent ofFiles(
      ArchiveFiles files, String counterId, long sequence, Terminal terminal) {
    Troubles troubles = new Troubles();
    Finder finder = new Finder(counterId, sequence);
    try (FileProgress progress = new FileProgress(terminal, "explain", files)) {
      new ArchiveScan(files.files(), Runtime.getRuntime().availableProcessors(), troubles, progress)
          .run(() -> finder::look);
    }
    finder.places.sort(Comparator.comparing(Place::file).thenComparingLong(Place::line));
    List<AdEvent> verdicts = new ArrayList<>(finder.verdicts.values());
    verdicts.sort(Comparator.comparingLong(AdEvent::timestampMs));
    return new ArchivedEvent(null, finder.places, verdicts, files, troubles);
  }

  /** Collects the lines of one event, and the verdicts on it, for several threads. */
  private static final class Finder {
    private final String counterId;
    private final long sequence;
    private final List<Place> places = new ArrayList<>();
    private final TreeMap<String, AdEvent> verdicts = new TreeMap<>();

    Finder(String counterId, long sequence) {
      this.counterId = counterId;
      this.sequence = sequence;
    }

    void look(EventLine event, byte[] bytes, int from, int to, Path file, long line) {
      Judgement judgement = event.isVerdict() ? event.judgement() : null;
      if (judgement != null
          && judgement.clickSequence() == sequence
          && judgement.clickCounterId().equals(counterId)) {
        AdEvent verdict =
            new AdEvent(
                event.counterId(),
                event.sequence(),
                event.kind(),
                event.adId(),
                event.timestampMs(),
                event.amountMicros(),
                judgement);
        synchronized (this) {
          verdicts.put(verdict.eventId(), verdict);
        }
      }
      if (event.sequence() == sequence && event.counterId().equals(counterId)) {
        String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        synchronized (this) {
          places.add(new Place(file, line, text, event.adId()));
        }
      }
    }
  }
}
