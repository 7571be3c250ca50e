package clickcounter.event;

import java.util.Arrays;

/**
 * The timestamps of a batch: four bytes each as long as they lie within 24 days, which those of
 * nearly all batches do, else eight.
 *
 * @param offsetsMs from the first one; null when one does not fit
 * @param wholeMs null when all offsets fit
 */
record EventTimes(long firstMs, int[] offsetsMs, long[] wholeMs) {
  /** The first {@code size} of these timestamps. */
  static EventTimes of(long[] timestampsMs, int size) {
    long firstMs = size == 0 ? 0 : timestampsMs[0];
    int[] offsetsMs = new int[size];
    for (int i = 0; i < size; i++) {
      long offsetMs = timestampsMs[i] - firstMs;
      if (offsetMs != (int) offsetMs) {
        return new EventTimes(0, null, Arrays.copyOf(timestampsMs, size));
      }
      offsetsMs[i] = (int) offsetMs;
    }
    return new EventTimes(firstMs, offsetsMs, null);
  }

  long timestampMs(int event) {
    return wholeMs == null ? firstMs + offsetsMs[event] : wholeMs[event];
  }
}
