package clickcounter.tools.inspect;

import clickcounter.event.CounterId;
import clickcounter.tools.table.Question;
import clickcounter.tools.table.Table;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a table of archives has of an event, and the verdicts on it.
 *
 * @param texts as {@code click of ad m1 at 2026-06-01T00:03:36Z, 0.25}; several if there are
 *     several events with this id
 * @param adId null if it is not known
 * @param verdicts the earliest first
 * @param brokenOff files that were not read to their end, and why
 */
record ArchivedEvent(
    List<String> texts, String adId, List<Verdict> verdicts, List<String> brokenOff) {
  /** Nothing was asked. */
  static final ArchivedEvent NONE = new ArchivedEvent(List.of(), null, List.of(), List.of());

  /** As {@code hostA-20131030_152543:15}. */
  record EventId(String counterId, long sequence) {
    /**
     * @throws IllegalArgumentException if it is none
     */
    static EventId parse(String id) {
      int colon = id.lastIndexOf(':');
      String counterId = colon < 0 ? "" : id.substring(0, colon);
      String sequence = id.substring(colon + 1);
      if (CounterId.fault(counterId).isPresent() || !sequence.matches("\\d{1,16}")) {
        throw new IllegalArgumentException(
            "expected an event id such as hostA-20131030_152543:15, got '" + id + "'");
      }
      return new EventId(counterId, Long.parseLong(sequence));
    }

    @Override
    @JsonValue
    public String toString() {
      return counterId + ":" + sequence;
    }
  }

  /**
   * An invalidation or a reinstatement of the event; as JSON has it.
   *
   * @param text the same for a person
   */
  record Verdict(
      EventId eventId,
      String type,
      String author,
      String reason,
      long at,
      @JsonIgnore String text) {}

  /** Whether the event may be in a part of a file that could not be read. */
  boolean isUnknown() {
    return texts.isEmpty() && !brokenOff.isEmpty();
  }

  static ArchivedEvent of(Table table, EventId event) throws IOException {
    List<String> texts = new ArrayList<>();
    List<String> ads = new ArrayList<>();
    List<Verdict> verdicts = new ArrayList<>();
    Question.set(table, "counter", event.counterId());
    Question.set(table, "sequence", event.sequence());
    table.selectDays(
        "explained_day",
        "SELECT DISTINCT day FROM counter_days WHERE counter = getvariable('counter')"
            + " AND getvariable('sequence') BETWEEN first AND last");
    Question.named("explain")
        .ask(
            table,
            row -> {
              if (row.getString("author") == null) {
                texts.add(row.getString("text"));
                ads.add(row.getString("ad"));
              } else {
                verdicts.add(
                    new Verdict(
                        new EventId(row.getString("counter"), row.getLong("sequence")),
                        row.getString("kind"),
                        row.getString("author"),
                        row.getString("reason"),
                        row.getLong("time_ms"),
                        row.getString("text")));
              }
            });
    return new ArchivedEvent(texts, ads.isEmpty() ? null : ads.get(0), verdicts, table.brokenOff());
  }
}
