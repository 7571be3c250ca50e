package clickcounter.document;

import java.util.List;
import java.util.Objects;

/**
 * The last write of a document, by which siblings are told apart.
 *
 * @param id unique among all writes
 * @param number one more than the highest number of the writes it is based on
 * @param basedOn the ids of the writes that its writer had read: none for a first write, several
 *     for a merging one
 */
public record WriteStamp(String id, long number, List<String> basedOn) {
  public WriteStamp {
    Objects.requireNonNull(id, "id");
    if (id.isEmpty() || number < 1) {
      throw new IllegalArgumentException(
          "write: expected an id and a number >= 1, found '" + id + "' and " + number);
    }
    basedOn = basedOn.stream().sorted().distinct().toList();
  }
}
