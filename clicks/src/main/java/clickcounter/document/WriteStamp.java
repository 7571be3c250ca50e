package clickcounter.document;

import java.util.List;
import java.util.Objects;

/**
 * The last write of a document. Siblings are told apart and ordered by it.
 *
 * @param id unique among all writes
 * @param number one more than the highest number of the writes that its writer had read
 * @param basedOn for a counter's document: the ids of the writes that its writer had read; for an
 *     ad's document: the ids of the writes since the base that this one contains, without the base
 * @param base of an ad's document: the newest write that its writer knew to be stored by a quorum;
 *     this write contains it. Null for none
 * @param storedNumber the number of the newest write known to be stored by a quorum, the base; 0
 *     for none. In an ad's document it is called {@code baseNumber}
 */
public record WriteStamp(
    String id, long number, List<String> basedOn, String base, long storedNumber) {
  public WriteStamp(String id, long number, List<String> basedOn) {
    this(id, number, basedOn, null, 0);
  }

  public WriteStamp {
    Objects.requireNonNull(id, "id");
    if (id.isEmpty() || storedNumber < 0 || number <= storedNumber) {
      throw new IllegalArgumentException(
          "write: expected an id and a number above the base's, found '%s', %d and %d"
              .formatted(id, number, storedNumber));
    }
    if (base == null && storedNumber > 0 || base != null && storedNumber == 0) {
      throw new IllegalArgumentException(
          "write: expected a base with a number, found " + base + " and " + storedNumber);
    }
    basedOn =
        basedOn.size() < 2 ? List.copyOf(basedOn) : basedOn.stream().sorted().distinct().toList();
  }
}
