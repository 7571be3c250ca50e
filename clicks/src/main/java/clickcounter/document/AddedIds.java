package clickcounter.document;

import clickcounter.event.EventKind;
import java.util.Arrays;

/**
 * Ids of one counter with the contribution of each, ordered by sequence. Adding behind the last is
 * O(1); inserting in the middle moves what follows. There are as many as one put adds.
 *
 * <p>Kept as columns: an id takes 8 bytes while all are impressions of one hour, which most are,
 * and 20 bytes else.
 *
 * <p>Mutable, not thread-safe.
 */
public final class AddedIds {
  private static final int SMALLEST_ARRAY = 4;
  private static final long[] NO_SEQUENCES = {};
  private static final EventKind[] KINDS = EventKind.values();
  private static final int KIND_MASK = (1 << EventKind.BITS) - 1;

  private long[] sequences = NO_SEQUENCES;
  private int size;

  /** Kind and hour of all ids, while they have both in common and cost nothing. */
  private int commonKindAndHour;

  /** False while the ids have kind and hour in common and cost nothing. */
  private boolean keepsEach;

  // What each id was, if it keeps each; else null, or memory of ids before the last clear.
  private int[] kindsAndHours;
  private long[] amountsMicros;

  /**
   * Adds an id and its contribution, see {@link Contribution}. Returns false and changes nothing if
   * the set contains it.
   *
   * @throws IllegalArgumentException when there is no such contribution
   */
  public boolean add(long sequence, EventKind kind, long amountMicros, long hour) {
    Contribution.requireValid(kind, amountMicros, hour);
    int at = isBehindLast(sequence) ? size : -find(sequence) - 1;
    if (at < 0) {
      return false;
    }
    insert(at, sequence, (int) hour << EventKind.BITS | kind.ordinal(), amountMicros);
    return true;
  }

  /** As {@link #add(long, EventKind, long, long)}. */
  public boolean add(long sequence, Contribution contribution) {
    return add(sequence, contribution.kind(), contribution.amountMicros(), contribution.hour());
  }

  private boolean isBehindLast(long sequence) {
    return size == 0 || sequences[size - 1] < sequence;
  }

  private void insert(int at, long sequence, int kindAndHour, long amountMicros) {
    if (size == sequences.length) {
      grow();
    }
    if (size == 0) {
      commonKindAndHour = kindAndHour;
    }
    if (!keepsEach && (kindAndHour != commonKindAndHour || amountMicros != 0)) {
      keepEach();
    }
    openGap(sequences, at);
    sequences[at] = sequence;
    if (keepsEach) {
      openGap(kindsAndHours, at);
      openGap(amountsMicros, at);
      kindsAndHours[at] = kindAndHour;
      amountsMicros[at] = amountMicros;
    }
    size++;
  }

  private void grow() {
    int capacity = Math.max(SMALLEST_ARRAY, size + size / 2);
    sequences = Arrays.copyOf(sequences, capacity);
    if (keepsEach) {
      kindsAndHours = Arrays.copyOf(kindsAndHours, capacity);
      amountsMicros = Arrays.copyOf(amountsMicros, capacity);
    }
  }

  private void keepEach() {
    keepsEach = true;
    if (kindsAndHours == null || kindsAndHours.length < sequences.length) {
      kindsAndHours = new int[sequences.length];
      amountsMicros = new long[sequences.length];
    }
    Arrays.fill(kindsAndHours, 0, size, commonKindAndHour);
    Arrays.fill(amountsMicros, 0, size, 0);
  }

  private void openGap(Object column, int at) {
    if (at < size) {
      System.arraycopy(column, at, column, at + 1, size - at);
    }
  }

  /** Removes all ids and keeps the memory for the next ones. */
  public void clear() {
    size = 0;
    keepsEach = false;
  }

  public boolean contains(long sequence) {
    return size > 0 && sequence <= sequences[size - 1] && find(sequence) >= 0;
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

  public EventKind kind(int index) {
    return KINDS[kindAndHour(index) & KIND_MASK];
  }

  /** A click's cost or a change of the budget, else 0. */
  public long amountMicros(int index) {
    return keepsEach ? amountsMicros[index] : 0;
  }

  /** The hour of the event; 0 for a budget event. */
  public long hour(int index) {
    return kindAndHour(index) >>> EventKind.BITS;
  }

  private int kindAndHour(int index) {
    return keepsEach ? kindsAndHours[index] : commonKindAndHour;
  }

  public Contribution contribution(int index) {
    return new Contribution(kind(index), amountMicros(index), hour(index));
  }

  /** Whether both ids have the same contribution. */
  boolean haveOneContribution(int index, int other) {
    return kindAndHour(index) == kindAndHour(other) && amountMicros(index) == amountMicros(other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AddedIds a
        && Arrays.equals(sequences, 0, size, a.sequences, 0, a.size)
        && haveContributionsOf(a);
  }

  private boolean haveContributionsOf(AddedIds other) {
    for (int i = 0; i < size; i++) {
      if (kindAndHour(i) != other.kindAndHour(i) || amountMicros(i) != other.amountMicros(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = 0; i < size; i++) {
      hash = 31 * hash + Long.hashCode(sequences[i]);
      hash = 31 * hash + kindAndHour(i) + Long.hashCode(amountMicros(i));
    }
    return hash;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < size; i++) {
      text.append(i == 0 ? "" : ", ").append(sequences[i]).append(' ').append(contribution(i));
    }
    return text.toString();
  }
}
