package clickcounter.model;

import java.util.Arrays;

/**
 * The states that a search has reached, as ints in flat arrays, each with the state that it was
 * reached from. Not a HashMap: searches reach millions of states.
 */
public final class StateSet {
  private static final long UPPER_HALF = -1L << Integer.SIZE;

  private final int width;
  private int[] states;
  private int[] parents = new int[1 << 12];

  /** For each slot 0, or a half of the state's hash and the number of the state, counted from 1. */
  private long[] table = new long[1 << 13];

  private int size;

  public StateSet(int width) {
    this.width = width;
    this.states = new int[width << 12];
  }

  int size() {
    return size;
  }

  int[] get(int index) {
    return Arrays.copyOfRange(states, index * width, (index + 1) * width);
  }

  /** The index of the state from which this one was first reached; -1 for the start. */
  int parent(int index) {
    return parents[index];
  }

  /** Adds a state. Returns false if it is known already. */
  public boolean add(int[] state, int parent) {
    long hash = hash(state);
    int slot = slot(hash, state);
    if (table[slot] != 0) {
      return false;
    }
    makeRoom();
    System.arraycopy(state, 0, states, size * width, width);
    parents[size] = parent;
    table[slot] = hash & UPPER_HALF | ++size;
    if (2 * size > table.length) {
      rehash();
    }
    return true;
  }

  /** Looks only at states whose hashes are alike: each look at another one waits for memory. */
  private int slot(long hash, int[] state) {
    int mask = table.length - 1;
    int slot = (int) hash & mask;
    while (table[slot] != 0
        && ((table[slot] ^ hash) >>> Integer.SIZE != 0 || !equal((int) table[slot] - 1, state))) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** The ints are small numbers: {@link Arrays#hashCode(int[])} is the same for many of them. */
  private static long hash(int[] state) {
    long hash = 0;
    for (int part : state) {
      hash = (hash ^ part) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    return hash;
  }

  private boolean equal(int index, int[] state) {
    int at = index * width;
    return Arrays.equals(states, at, at + width, state, 0, width);
  }

  private void makeRoom() {
    if (size == parents.length) {
      parents = Arrays.copyOf(parents, 2 * size);
      states = Arrays.copyOf(states, 2 * size * width);
    }
  }

  private void rehash() {
    table = new long[2 * table.length];
    int mask = table.length - 1;
    for (int i = 0; i < size; i++) {
      long hash = hash(get(i));
      int slot = (int) hash & mask;
      while (table[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      table[slot] = hash & UPPER_HALF | i + 1;
    }
  }
}
