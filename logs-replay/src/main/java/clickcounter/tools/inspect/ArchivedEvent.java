package clickcounter.tools.inspect;

import clickcounter.cli.Terminal;
import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.Json;
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
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What archives, or the table of them, have of an event, and the verdicts on it.
 *
 * @param ifAbsent what is said if there is no place
 * @param places where the event stands, in their order
 * @param verdicts the earliest first
 * @param files that were read
 */
record ArchivedEvent(
    String ifAbsent,
    List<Place> places,
    List<Verdict> verdicts,
    ArchiveFiles files,
    Troubles troubles) {
  static final ArchivedEvent NOT_ASKED =
      new ArchivedEvent(
          "not searched: name the archives after the event id",
          List.of(),
          List.of(),
          ArchiveFiles.NONE,
          new Troubles());

  /** A line of a file, or a row of the table; its ad is empty if it has none. */
  record Place(String adId, String where, String what, Json.Fields json) {}

  /** A verdict on the event. */
  record Verdict(
      String counterId,
      long sequence,
      EventKind kind,
      long decidedAtMs,
      String author,
      String reason) {
    String eventId() {
      return counterId + ":" + sequence;
    }
  }

  /** Whether the event may be in a part of a file that could not be read. */
  boolean isPlaceUnknown() {
    return places.isEmpty() && !troubles.isWhole();
  }

  /** Asks the table, as it was after its last import. */
  static ArchivedEvent ofTable(Path root, String counterId, long sequence) throws IOException {
    List<Place> places = new ArrayList<>();
    List<Verdict> verdicts = new ArrayList<>();
    try (Table table = Table.open(root)) {
      String asked = "table of " + Texts.time(table.importedAtMs());
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
                if (row.getBoolean("is_verdict")) {
                  verdicts.add(verdict(row));
                } else {
                  places.add(place(row, asked, table.importedAtMs()));
                }
              });
      String ifAbsent = "not in the " + asked + ": clicks archive import reads what is new";
      return new ArchivedEvent(ifAbsent, places, verdicts, ArchiveFiles.NONE, new Troubles());
    }
  }

  private static Verdict verdict(ResultSet row) throws SQLException {
    boolean isTaken = row.getString("kind").equals(EventKind.INVALIDATION.type());
    return new Verdict(
        row.getString("counter"),
        row.getLong("sequence"),
        isTaken ? EventKind.INVALIDATION : EventKind.REINSTATEMENT,
        row.getLong("time_ms"),
        row.getString("author"),
        row.getString("reason"));
  }

  private static Place place(ResultSet row, String asked, long importedAtMs) throws SQLException {
    String ad = row.getString("ad");
    String kind = row.getString("kind");
    long timeMs = row.getLong("time_ms");
    long micros = row.getLong("micros");
    return new Place(
        ad == null ? "" : ad,
        asked,
        kind
            + (ad == null ? "" : " of ad " + ad)
            + " at "
            + Texts.time(timeMs)
            + (micros == 0 ? "" : ", " + Texts.money(micros)),
        Json.object()
            .with("tableAt", importedAtMs)
            .with("type", kind)
            .with("adId", ad)
            .with("timestamp", timeMs)
            .with("micros", micros));
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
    return new ArchivedEvent(
        troubles.isWhole()
            ? "in none of the files"
            : "not found, but some files could not be read to their end",
        finder.places.stream()
            .sorted(Comparator.comparing(Line::file).thenComparingLong(Line::number))
            .map(Line::place)
            .toList(),
        finder.verdicts.values().stream()
            .sorted(Comparator.comparingLong(Verdict::decidedAtMs))
            .toList(),
        files,
        troubles);
  }

  private record Line(Path file, long number, String text, String adId) {
    Place place() {
      return new Place(
          adId,
          file + ":" + number,
          text,
          Json.object().with("file", file).with("line", number).with("text", text));
    }
  }

  /** Collects the lines of one event, and the verdicts on it, for several threads. */
  private static final class Finder {
    private final String counterId;
    private final long sequence;
    private final List<Line> places = new ArrayList<>();
    private final SortedMap<String, Verdict> verdicts = new TreeMap<>();

    Finder(String counterId, long sequence) {
      this.counterId = counterId;
      this.sequence = sequence;
    }

    void look(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
      if (event.isVerdict()) {
        lookAtVerdict(event, event.judgement());
      }
      if (event.sequence() == sequence && event.counterId().equals(counterId)) {
        String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        synchronized (this) {
          places.add(new Line(file, number, text, event.adId()));
        }
      }
    }

    private synchronized void lookAtVerdict(EventLine event, Judgement judgement) {
      if (judgement.clickSequence() == sequence && judgement.clickCounterId().equals(counterId)) {
        verdicts.put(
            event.eventId(),
            new Verdict(
                event.counterId(),
                event.sequence(),
                event.kind(),
                event.timestampMs(),
                judgement.author(),
                judgement.reason()));
      }
    }
  }
}
