package clickcounter.document;

import clickcounter.ids.LongRanges;
import java.util.Objects;

/**
 * The unsettled ids of one counter in one ad document: those added since the base, with the
 * contribution of each, and older ones, of which only the id is kept. No id is in both.
 *
 * <p>In the document they are one text per counter, so that no id and no counter is named twice.
 * Elements are ordered by sequence and separated by commas. Each starts with its distance from the
 * end of the element before:
 *
 * <pre>
 * 15+5,3i,2c120000,1+2i@1
 *
 * 15+5      15 and the 5 after it (15 to 20): older
 * 3i        3 after that, 23: an impression added since the base
 * 2c120000  2 after that, 25: a click that cost 120000 micros
 * 1+2i@1    1 after that, and 2 more, 26 to 28: impressions of the hour before the newest
 * </pre>
 *
 * <p>The letters are those of {@link clickcounter.event.EventKind#letter()}; {@code b-5000} is a
 * budget lowered by 5000 micros, {@code x120000} takes back a click of 120000, and {@code B} is a
 * click that was filtered as a bot's.
 */
public record UnsettledIds(LongRanges older, AddedIds added) {
  public UnsettledIds {
    Objects.requireNonNull(older, "older");
    Objects.requireNonNull(added, "added");
  }

  public UnsettledIds() {
    this(new LongRanges(), new AddedIds());
  }

  public boolean contains(long sequence) {
    return older.contains(sequence) || added.contains(sequence);
  }
}
