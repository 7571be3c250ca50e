package clickcounter.tools.inspect;

import clickcounter.event.CounterId;
import clickcounter.tools.table.Table;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonProperty.Access;
import java.io.IOException;
import java.util.List;

/**
 * What a table of archives has of an event, and the verdicts on it.
 *
 * @param found several if there are several events with this id
 * @param verdicts the earliest first
 * @param brokenOff files that were not read to their end, and why
 */
record ArchivedEvent(List<Found> found, List<Found> verdicts, List<String> brokenOff) {
  /** Nothing was asked. */
  static final ArchivedEvent NONE = new ArchivedEvent(List.of(), List.of(), List.of());

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
  }

  /**
   * An event; as JSON has it.
   *
   * @param author of an invalidation or a reinstatement of the event that is looked for, else null
   * @param text the same for a person, as {@code click of ad m1 at 2026-06-01T00:03:36Z, 0.25}
   * @param ad null if it has none
   */
  record Found(
      String eventId,
      String type,
      String author,
      String reason,
      long at,
      @JsonProperty(access = Access.WRITE_ONLY) String text,
      @JsonProperty(access = Access.WRITE_ONLY) String ad) {
    boolean isVerdict() {
      return author != null;
    }
  }

  /** Whether the event may be in a part of a file that could not be read. */
  boolean isUnknown() {
    return found.isEmpty() && !brokenOff.isEmpty();
  }

  List<String> texts() {
    return found.stream().map(Found::text).toList();
  }

  static ArchivedEvent of(Table table, EventId event) throws IOException {
    table.set("counter", event.counterId());
    table.set("sequence", event.sequence());
    table.selectDays(
        "explained_day",
        "SELECT DISTINCT day FROM counter_days WHERE counter = getvariable('counter')"
            + " AND getvariable('sequence') BETWEEN first AND last");
    List<Found> all = table.ask("explain", Found.class);
    return new ArchivedEvent(
        all.stream().filter(each -> !each.isVerdict()).toList(),
        all.stream().filter(Found::isVerdict).toList(),
        table.brokenOff());
  }
}
