package clickcounter.tools.table;

import clickcounter.event.EventKind;
import clickcounter.event.Visitor;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.LineReader;
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
  private long taken;
  private long takenEvents;

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

  /** How many lines became rows. */
  long taken() {
    return taken;
  }

  /** How many of these are events. */
  long takenEvents() {
    return takenEvents;
  }

  /**
   * Takes a line.
   *
   * @return what is said of a line whose end is missing; null if it is whole, or an event
   */
  String take(LineReader read, String file) throws IOException {
    if (line.read(read.bytes(), read.from(), read.to())) {
      event();
      taken++;
      takenEvents++;
    } else if (!read.isWhole() && (read.isTooLong() || line.rejected() != null)) {
      return FileReading.HALF + (read.isTooLong() ? "" : line.wholeEvents());
    } else if (read.isTooLong()) {
      String why = "a line of more than " + LineReader.LONGEST_LINE_BYTES + " bytes";
      bad(file, read.offset(), why, List.of());
    } else if (line.rejected() != null) {
      String why = line.rejected().reason().label() + ": " + line.rejected().detail();
      bad(file, read.offset(), why, line.wholeEventIds());
    }
    return null;
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
  private void bad(String file, long at, String why, List<String> eventIds) throws IOException {
    taken++;
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
