package clickcounter.wire;

import clickcounter.ids.LongRanges;
import java.util.Objects;

/**
 * Ids of one counter that are durably counted and now have to be recorded in its document. Not to
 * be changed after sending.
 *
 * @param lastEventAtMs the latest timestamp of these events; 0 when it is unknown
 */
public record Marks(String counterId, LongRanges ids, long lastEventAtMs) {
  public Marks {
    Objects.requireNonNull(counterId, "counterId");
    if (ids.isEmpty()) {
      throw new IllegalArgumentException("marks without an id, counter " + counterId);
    }
  }
}
