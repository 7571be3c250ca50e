package clickcounter.tools.table;

import clickcounter.event.EventKind;
import clickcounter.event.Visitor;
import clickcounter.tools.archive.ChunkReader.LineChunk;
import clickcounter.tools.archive.EventLine;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBAppender;

/** Takes the lines that one thread reads into tables of its own. */
final class Rows implements AutoCloseable {
  static final String EVENT_COLUMNS =
      "counter VARCHAR, sequence BIGINT, kind VARCHAR, ad VARCHAR, time_ms BIGINT, micros BIGINT,"
          + " clicked_counter VARCHAR, clicked_sequence BIGINT, author VARCHAR, reason VARCHAR,"
          + " visitor VARCHAR, agent VARCHAR";

  static final String BAD_COLUMNS = "file VARCHAR, byte BIGINT, reason VARCHAR, event_ids VARCHAR";

  private final EventLine line = new EventLine();
  private final Database database;
  private final DuckDBAppender events;
  private final DuckDBAppender bad;

  /** To be made by the thread that uses it. */
  Rows(Database database, int thread) throws IOException {
    this.database = database;
    try {
      // The appender commits each of its small chunks otherwise.
      database.connection().setAutoCommit(false);
      events = database.appender("event_" + thread);
      bad = database.appender("bad_" + thread);
    } catch (SQLException e) {
      throw Database.failed(e);
    }
  }

  /**
   * What became of the lines of a chunk.
   *
   * @param events that became rows
   * @param bad lines that became rows
   * @param half what is said of the last one, whose end is missing; null if it is whole
   */
  record Taken(long events, long bad, String half) {}

  /**
   * Takes the lines of a chunk.
   *
   * @param firstByte where the chunk begins in the file's content
   */
  Taken take(LineChunk chunk, String file, long firstByte) throws IOException {
    byte[] bytes = chunk.bytes();
    long eventLines = 0;
    long badLines = 0;
    String half = null;
    int from = 0;
    while (from < chunk.length()) {
      int to = from;
      while (to < chunk.length() && bytes[to] != '\n') {
        to++;
      }
      if (line.read(bytes, from, to)) {
        event();
        eventLines++;
      } else if (line.rejected() != null && to == chunk.length()) {
        half = FileReading.HALF + line.wholeEvents();
      } else if (line.rejected() != null) {
        String why = line.rejected().reason().label() + ": " + line.rejected().detail();
        bad(file, firstByte + from, why, line.wholeEventIds());
        badLines++;
      }
      from = to + 1;
    }
    return new Taken(eventLines, badLines, half);
  }

  private void event() throws IOException {
    Visitor visitor = isOfVisitor() ? line.visitor() : Visitor.UNKNOWN;
    try {
      events
          .beginRow()
          .append(line.counterId())
          .append(line.sequence())
          .append(kind())
          .append(line.adId().isEmpty() ? null : line.adId())
          .append(line.timestampMs())
          .append(line.writeOff() == null ? line.amountMicros() : line.writeOff().to());
      if (line.isVerdict()) {
        events.append(line.judgement().clickCounterId()).append(line.judgement().clickSequence());
      } else if (line.writeOff() != null) {
        events.append(line.writeOff().targetCounterId()).append(line.writeOff().from());
      } else {
        events.appendNull().appendNull();
      }
      events
          .append(author())
          .append(reason())
          .append(visitor.id())
          .append(visitor.agent())
          .endRow();
    } catch (SQLException e) {
      throw Database.failed(e);
    }
  }

  private boolean isOfVisitor() {
    EventKind kind = line.kind();
    return kind == EventKind.IMPRESSION
        || kind == EventKind.CLICK
        || kind != null && kind.isFiltered();
  }

  private String kind() {
    if (line.kind() != null) {
      return line.kind().type();
    }
    return line.isClose() ? "close" : line.writeOff().reopen() ? "reopen" : "writeOff";
  }

  private String author() {
    return line.judgement() == null ? null : line.judgement().author();
  }

  private String reason() {
    if (line.judgement() != null) {
      return line.judgement().reason();
    }
    return line.writeOff() == null ? null : line.writeOff().reason();
  }

  /**
   * Keeps what is no event.
   *
   * @param at where it begins in the file's content
   * @param eventIds of the whole events that stand in it
   */
  void bad(String file, long at, String why, List<String> eventIds) throws IOException {
    try {
      bad.beginRow()
          .append(file)
          .append(at)
          .append(why)
          .append(eventIds.isEmpty() ? null : String.join(", ", eventIds))
          .endRow();
    } catch (SQLException e) {
      throw Database.failed(e);
    }
  }

  @Override
  public void close() throws IOException {
    try (Database connection = database;
        DuckDBAppender lastEvents = events;
        DuckDBAppender lastBad = bad) {
      lastEvents.flush();
      lastBad.flush();
      connection.connection().commit();
    } catch (SQLException e) {
      throw Database.failed(e);
    }
  }
}
