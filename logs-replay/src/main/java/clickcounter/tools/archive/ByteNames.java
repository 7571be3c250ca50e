package clickcounter.tools.archive;

import clickcounter.cli.NoVerdict;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Numbers names 0, 1, 2, … in the order in which they first appear, without creating a string for a
 * name that was seen before: an archive repeats the names of its ads and counters many times. A
 * HashMap would need that string as its key.
 *
 * <p>Not thread-safe.
 */
public final class ByteNames {
  private static final int SMALLEST_TABLE = 1 << 10;
  private static final int LARGEST_TABLE = 1 << 29;

  /** What tools keep for an ad is some multiple of its name. */
  private static final int MEMORY_PER_NAME = 256;

  private byte[][] names = new byte[SMALLEST_TABLE / 2][];
  private int[] hashes = new int[SMALLEST_TABLE / 2];
  private int[] table = emptyTable(SMALLEST_TABLE);
  private final int most;
  private int size;
  private int last = -1;

  public ByteNames() {
    this(mostOf(Runtime.getRuntime().maxMemory()));
  }

  ByteNames(int most) {
    this.most = most;
  }

  private static int mostOf(long memoryBytes) {
    return (int) Math.min(LARGEST_TABLE / 2, memoryBytes / MEMORY_PER_NAME);
  }

  /**
   * The number of the name with these bytes in UTF-8.
   *
   * @throws NoVerdict if there are more names than fit into memory
   */
  public int indexOf(byte[] bytes, int from, int to) {
    // Adjacent lines of an archive mostly have the same counter.
    if (last >= 0 && isAt(last, bytes, from, to)) {
      return last;
    }
    int hash = hash(bytes, from, to);
    int slot = hash & table.length - 1;
    while (table[slot] >= 0) {
      int index = table[slot];
      if (hashes[index] == hash && isAt(index, bytes, from, to)) {
        last = index;
        return index;
      }
      slot = slot + 1 & table.length - 1;
    }
    last = add(Arrays.copyOfRange(bytes, from, to), hash, slot);
    return last;
  }

  private boolean isAt(int index, byte[] bytes, int from, int to) {
    byte[] name = names[index];
    return Arrays.equals(name, 0, name.length, bytes, from, to);
  }

  private int add(byte[] name, int hash, int slot) {
    if (size == most) {
      throw new NoVerdict(
          ("more than %s different ids of ads or counters in these files, more than the"
                  + " memory has room for. The last one is '%s'. Nothing was finished. Do the files"
                  + " have something else than events? Otherwise give more memory:"
                  + " CLICKS_JAVA_OPTS=-Xmx8g")
              .formatted(most, new String(name, StandardCharsets.UTF_8)));
    }
    if (size == names.length) {
      names = Arrays.copyOf(names, size * 2);
      hashes = Arrays.copyOf(hashes, size * 2);
    }
    names[size] = name;
    hashes[size] = hash;
    table[slot] = size;
    size++;
    if (size * 2 > table.length) {
      rehash();
    }
    return size - 1;
  }

  private void rehash() {
    table = emptyTable(table.length * 2);
    for (int index = 0; index < size; index++) {
      int slot = hashes[index] & table.length - 1;
      while (table[slot] >= 0) {
        slot = slot + 1 & table.length - 1;
      }
      table[slot] = index;
    }
  }

  private static int[] emptyTable(int slots) {
    int[] table = new int[slots];
    Arrays.fill(table, -1);
    return table;
  }

  private static int hash(byte[] bytes, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    // The low bits choose the slot, so the other bits have to affect them.
    hash *= 0x9E3779B9;
    return hash ^ hash >>> 15;
  }

  public int size() {
    return size;
  }

  public String name(int index) {
    return new String(names[index], StandardCharsets.UTF_8);
  }
}
