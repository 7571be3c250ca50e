package clickcounter.ids;

import java.util.AbstractCollection;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Disjoint gaps in ascending order, in chunks of primitive arrays. Finding a gap is O(log gaps),
 * and a change moves the content of one chunk. Not a TreeMap: during a replay a counter has
 * thousands of gaps and is read and written several times a second, and a tree has several objects
 * for each gap.
 *
 * <p>A position is a number that is valid until the next insertion or removal. {@link #NONE} is the
 * position before the first.
 *
 * <p>Mutable and not thread-safe; reading changes nothing.
 */
final class SortedGaps extends AbstractCollection<Gap> {
  static final long NONE = -1;

  private static final int FULL = 256;
  private static final int SMALLEST = 8;

  private Chunk[] chunks = new Chunk[1];
  private int chunkCount;
  private int size;

  /** A chunk has at least one gap, except while it is built. */
  private static final class Chunk {
    int size;
    long[] from;
    long[] to;
    long[] sinceMs;
    WriteOff[] writeOff;

    Chunk(int capacity) {
      from = new long[capacity];
      to = new long[capacity];
      sinceMs = new long[capacity];
      writeOff = new WriteOff[capacity];
    }

    /** A copy of the gaps from index start to end - 1. */
    Chunk part(int start, int end) {
      Chunk part = new Chunk(Math.max(SMALLEST, end - start));
      part.size = end - start;
      System.arraycopy(from, start, part.from, 0, part.size);
      System.arraycopy(to, start, part.to, 0, part.size);
      System.arraycopy(sinceMs, start, part.sinceMs, 0, part.size);
      System.arraycopy(writeOff, start, part.writeOff, 0, part.size);
      return part;
    }

    int capacity() {
      return from.length;
    }

    void grow() {
      int capacity = Math.min(FULL, 2 * capacity());
      from = Arrays.copyOf(from, capacity);
      to = Arrays.copyOf(to, capacity);
      sinceMs = Arrays.copyOf(sinceMs, capacity);
      writeOff = Arrays.copyOf(writeOff, capacity);
    }

    void shift(int index, int by) {
      int moved = size - index;
      System.arraycopy(from, index, from, index + by, moved);
      System.arraycopy(to, index, to, index + by, moved);
      System.arraycopy(sinceMs, index, sinceMs, index + by, moved);
      System.arraycopy(writeOff, index, writeOff, index + by, moved);
      size += by;
    }

    void set(int index, Gap gap) {
      from[index] = gap.from();
      to[index] = gap.to();
      sinceMs[index] = gap.sinceMs();
      writeOff[index] = gap.writeOff();
    }
  }

  SortedGaps copy() {
    SortedGaps copy = new SortedGaps();
    copy.chunks = new Chunk[Math.max(1, chunkCount)];
    copy.chunkCount = chunkCount;
    copy.size = size;
    for (int i = 0; i < chunkCount; i++) {
      copy.chunks[i] = chunks[i].part(0, chunks[i].size);
    }
    return copy;
  }

  private static long place(int chunk, int index) {
    return (long) chunk << 32 | index;
  }

  private static int index(long place) {
    return (int) place;
  }

  private Chunk chunk(long place) {
    return chunks[(int) (place >>> 32)];
  }

  /** The position of the last gap that starts at or below this sequence; {@link #NONE} for none. */
  long floor(long sequence) {
    // Most look-ups are for the end of the list.
    if (size > 0 && from(last()) <= sequence) {
      return last();
    }
    int chunk = chunkOf(sequence);
    if (chunk < 0) {
      return NONE;
    }
    Chunk in = chunks[chunk];
    int found = Arrays.binarySearch(in.from, 0, in.size, sequence);
    return place(chunk, found >= 0 ? found : -found - 2);
  }

  /** The index of the last chunk whose first gap starts at or below this sequence; -1 for none. */
  private int chunkOf(long sequence) {
    int low = 0;
    int high = chunkCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (chunks[middle].from[0] <= sequence) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /** The first position; {@link #NONE} when there are no gaps. */
  long first() {
    return size == 0 ? NONE : 0;
  }

  /** The last position; {@link #NONE} when there are no gaps. */
  long last() {
    return size == 0 ? NONE : place(chunkCount - 1, chunks[chunkCount - 1].size - 1);
  }

  /** The position after this one; {@link #NONE} after the last. */
  long after(long place) {
    if (place == NONE) {
      return first();
    }
    if (index(place) + 1 < chunk(place).size) {
      return place + 1;
    }
    int next = (int) (place >>> 32) + 1;
    return next < chunkCount ? place(next, 0) : NONE;
  }

  long from(long place) {
    return chunk(place).from[index(place)];
  }

  long to(long place) {
    return chunk(place).to[index(place)];
  }

  long sinceMs(long place) {
    return chunk(place).sinceMs[index(place)];
  }

  WriteOff writeOff(long place) {
    return chunk(place).writeOff[index(place)];
  }

  Gap gap(long place) {
    Chunk in = chunk(place);
    int at = index(place);
    return new Gap(in.from[at], in.to[at], in.sinceMs[at], in.writeOff[at]);
  }

  /** Changes the bounds of the gap at this position. It must stay between its neighbours. */
  void setBounds(long place, long from, long to) {
    chunk(place).from[index(place)] = from;
    chunk(place).to[index(place)] = to;
  }

  /**
   * Inserts a gap behind this position; {@link #NONE} inserts it first. The order must stay
   * ascending.
   */
  void insertAfter(long place, Gap gap) {
    if (chunkCount == 0) {
      chunks[0] = new Chunk(SMALLEST);
      chunkCount = 1;
    }
    int chunk = place == NONE ? 0 : (int) (place >>> 32);
    int at = place == NONE ? 0 : index(place) + 1;
    if (chunks[chunk].size == FULL) {
      split(chunk);
      if (at > chunks[chunk].size) {
        at -= chunks[chunk].size;
        chunk++;
      }
    }
    Chunk in = chunks[chunk];
    if (in.size == in.capacity()) {
      in.grow();
    }
    in.shift(at, 1);
    in.set(at, gap);
    size++;
  }

  /**
   * Splits a full chunk. One that grew at its end keeps all but its last gap, because more will
   * follow there.
   */
  private void split(int chunk) {
    Chunk full = chunks[chunk];
    boolean last = chunk == chunkCount - 1;
    int kept = last ? FULL - 1 : FULL / 2;
    if (chunkCount == chunks.length) {
      chunks = Arrays.copyOf(chunks, 2 * chunkCount);
    }
    System.arraycopy(chunks, chunk + 1, chunks, chunk + 2, chunkCount - chunk - 1);
    chunks[chunk + 1] = full.part(kept, FULL);
    Arrays.fill(full.writeOff, kept, FULL, null);
    full.size = kept;
    chunkCount++;
  }

  void remove(long place) {
    Chunk in = chunk(place);
    in.shift(index(place) + 1, -1);
    in.writeOff[in.size] = null;
    size--;
    if (in.size == 0) {
      int chunk = (int) (place >>> 32);
      System.arraycopy(chunks, chunk + 1, chunks, chunk, chunkCount - chunk - 1);
      chunks[--chunkCount] = null;
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Iterator<Gap> iterator() {
    return new Iterator<>() {
      private long place = first();

      @Override
      public boolean hasNext() {
        return place != NONE;
      }

      @Override
      public Gap next() {
        if (place == NONE) {
          throw new NoSuchElementException("after the last gap");
        }
        Gap gap = gap(place);
        place = after(place);
        return gap;
      }
    };
  }
}
