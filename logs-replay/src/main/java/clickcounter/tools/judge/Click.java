package clickcounter.tools.judge;

import clickcounter.tools.archive.EventLine;
import java.util.Comparator;

/**
 * A click that was charged, as its line has it.
 *
 * @param visitor a hash; 0 if it is not known
 * @param agent a hash; 0 if it is not known
 */
public record Click(
    String counterId,
    long sequence,
    String adId,
    long timestampMs,
    long costMicros,
    long visitor,
    long agent) {
  static final Comparator<Click> BY_ID =
      Comparator.comparing(Click::counterId).thenComparingLong(Click::sequence);

  static Click of(EventLine line, String counterId, String adId) {
    return new Click(
        counterId,
        line.sequence(),
        adId,
        line.timestampMs(),
        line.amountMicros(),
        hash(line.visitor().id()),
        hash(line.visitor().agent()));
  }

  public String id() {
    return counterId + ":" + sequence;
  }

  public boolean hasVisitor() {
    return visitor != 0;
  }

  /** 64 bits for what a line says, because there are millions. 0 if it says nothing. */
  static long hash(String text) {
    if (text == null) {
      return 0;
    }
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ hash >>> 32) * 0x9E3779B97F4A7C15L;
    return hash == 0 ? 1 : hash;
  }
}
