package clickcounter.document;

import java.util.Arrays;

/**
 * Ids of one counter with the contribution of each, ordered by sequence. Appending is O(1);
 * inserting in the middle moves what follows. There are as many as one put adds.
 *
 * <p>Mutable, not thread-safe.
 */
public final class AddedIds {
  private static final int SMALLEST_ARRAY = 2;
  private static final long[] NO_SEQUENCES = {};
  private static final Contribution[] NO_CONTRIBUTIONS = {};

  // An empty set has no arrays of its own, because most sets in memory are empty.
  private long[] sequences = NO_SEQUENCES;
  private Contribution[] contributions = NO_CONTRIBUTIONS;
  private int size;

  /** Adds an id. Returns false and changes nothing if the set contains it. */
  public boolean add(long sequence, Contribution contribution) {
    int at = size == 0 || sequences[size - 1] < sequence ? -size - 1 : find(sequence);
    if (at >= 0) {
      return false;
    }
    insert(-at - 1, sequence, contribution);
    return true;
  }

  private void insert(int at, long sequence, Contribution contribution) {
    if (size == sequences.length) {
      int capacity = Math.max(SMALLEST_ARRAY, size * 2);
      sequences = Arrays.copyOf(sequences, capacity);
      contributions = Arrays.copyOf(contributions, capacity);
    }
    System.arraycopy(sequences, at, sequences, at + 1, size - at);
    System.arraycopy(contributions, at, contributions, at + 1, size - at);
    sequences[at] = sequence;
    contributions[at] = contribution;
    size++;
  }

  public boolean contains(long sequence) {
    return find(sequence) >= 0;
  }

  private int find(long sequence) {
    return Arrays.binarySearch(sequences, 0, size, sequence);
  }

  public int size() {
    return size;
  }

  public long sequence(int index) {
    return sequences[index];
  }

  public Contribution contribution(int index) {
    return contributions[index];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AddedIds a
        && Arrays.equals(sequences, 0, size, a.sequences, 0, a.size)
        && Arrays.equals(contributions, 0, size, a.contributions, 0, a.size);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = 0; i < size; i++) {
      hash = 31 * hash + Long.hashCode(sequences[i]) + contributions[i].hashCode();
    }
    return hash;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < size; i++) {
      text.append(i == 0 ? "" : ", ").append(sequences[i]).append(' ').append(contributions[i]);
    }
    return text.toString();
  }
}
