package clickcounter.document;

import java.util.Collection;
import java.util.Objects;

/**
 * The base of a document that is rebuilt from the archives. No write has this id. Its number is
 * above that of every write before, also of those that can no longer be read: writers count their
 * writes from 1, and the number of a base is a time. So what an old copy puts beside the document
 * is merged into it (rule 6).
 *
 * @param id unique among all writes and bases
 */
public record RecountBase(String id, long number) {
  /** A write takes longer than this part of a ms, so numbers of later bases are above. */
  private static final int NUMBERS_PER_MS = 1_000;

  public RecountBase {
    Objects.requireNonNull(id, "id");
    if (id.isEmpty() || number < 1) {
      throw new IllegalArgumentException(
          "base of a recount: expected an id and a number >= 1, found '%s' and %d"
              .formatted(id, number));
    }
  }

  /**
   * A base above all writes.
   *
   * @param numbers of the writes that can be read in the place of the document
   */
  public static RecountBase above(Collection<Long> numbers, String id, long nowMs) {
    long highest = numbers.stream().mapToLong(n -> n).max().orElse(0);
    return new RecountBase(id, Math.max(highest + 1, nowMs * NUMBERS_PER_MS));
  }
}
