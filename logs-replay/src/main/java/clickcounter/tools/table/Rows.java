package clickcounter.tools.table;

import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import clickcounter.event.Visitor;
import clickcounter.event.WriteOffRequest;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.LineReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBAppender;

/** Takes the lines that one thread reads into tables of its own. */
final class Rows implements AutoCloseable {
  static final String EVENT_COLUMNS =
      "counter VARCHAR, sequence BIGINT, kind VARCHAR, ad VARCHAR, time_ms BIGINT, micros BIGINT,"
          + " clicked_counter VARCHAR, clicked_sequence BIGINT, author VARCHAR, reason VARCHAR,"
          + " visitor VARCHAR, agent VARCHAR, dims VARCHAR";

  static final String BAD_COLUMNS = "file VARCHAR, byte BIGINT, reason VARCHAR, event_ids VARCHAR";

  private final EventLine line = new EventLine();
  private final Database database;
  private final DuckDBAppender events;
  private final DuckDBAppender bad;
  private long taken;
  private long takenEvents;

  /** To be made by the thread that uses it. */
  Rows(Database database, int thread) throws SQLException {
    this.database = database;
    // The appender commits each of its small chunks otherwise.
    database.connection().setAutoCommit(false);
    events = database.appender("event_" + thread);
    bad = database.appender("bad_" + thread);
  }

  /** How many lines became rows. */
  long taken() {
    return taken;
  }

  long takenEvents() {
    return takenEvents;
  }

  /**
   * Takes a line. What is no event is kept with its place in the file's content and the ids of the
   * whole events that stand in it.
   *
   * @return what is said of a line whose end is missing; empty if it is whole, or an event
   */
  String take(LineReader read, String file) throws SQLException {
    if (line.read(read.bytes(), read.from(), read.to())) {
      event();
      taken++;
      takenEvents++;
      return "";
    }
    String fault = line.fault(read);
    if (fault == null || !read.isWhole()) {
      return fault == null ? "" : line.half();
    }
    List<String> ids = line.wholeEventIds();
    bad.beginRow().append(file).append(read.offset()).append(fault);
    bad.append(ids.isEmpty() ? null : String.join(", ", ids)).endRow();
    taken++;
    return "";
  }

  private void event() throws SQLException {
    Visitor visitor = isOfVisitor() ? line.visitor() : Visitor.UNKNOWN;
    Judgement judgement = line.judgement();
    WriteOffRequest writeOff = line.writeOff();
    events.beginRow().append(line.counterId()).append(line.sequence()).append(kind());
    events.append(line.adId().isEmpty() ? null : line.adId()).append(line.timestampMs());
    events.append(writeOff == null ? line.amountMicros() : writeOff.to());
    if (line.isVerdict()) {
      events.append(judgement.clickCounterId()).append(judgement.clickSequence());
    } else if (writeOff != null) {
      events.append(writeOff.targetCounterId()).append(writeOff.from());
    } else {
      events.appendNull().appendNull();
    }
    String reason = writeOff == null ? null : writeOff.reason();
    events.append(judgement == null ? null : judgement.author());
    events.append(judgement == null ? reason : judgement.reason());
    String dims = visitor.dims().toString();
    events.append(visitor.id()).append(visitor.agent());
    events.append(dims.isEmpty() ? null : dims).endRow();
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

  @Override
  public void close() throws SQLException {
    try (Connection connection = database.connection();
        DuckDBAppender lastEvents = events;
        DuckDBAppender lastBad = bad) {
      lastEvents.flush();
      lastBad.flush();
      connection.commit();
    }
  }
}
