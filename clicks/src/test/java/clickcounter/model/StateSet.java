package clickcounter.model;

import java.util.Arrays;

/**
 * The states that a search has reached, as ints in flat arrays, each with the state that it was
 * reached from. Not a HashMap: searches reach millions of states.
 */
final class StateSet {
  private final int width;
  private int[] states;
  private int[] parents = new int[1 << 12];
  private int[] table = new int[1 << 13];
  private int size;

  StateSet(int width) {
    this.width = width;
    this.states = new int[width << 12];
    Arrays.fill(table, -1);
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
  boolean add(int[] state, int parent) {
    int slot = slot(state);
    if (table[slot] >= 0) {
      return false;
    }
    makeRoom();
    System.arraycopy(state, 0, states, size * width, width);
    parents[size] = parent;
    table[slot] = size++;
    if (2 * size > table.length) {
      rehash();
    }
    return true;
  }

  private int slot(int[] state) {
    int slot = hash(state) & (table.length - 1);
    while (table[slot] >= 0 && !equal(table[slot], state)) {
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  }

  /** The ints are small numbers: {@link Arrays#hashCode(int[])} is the same for many of them. */
  private static int hash(int[] state) {
    long hash = 0;
    for (int part : state) {
      hash = (hash ^ part) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    return (int) hash;
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
    table = new int[2 * table.length];
    Arrays.fill(table, -1);
    for (int i = 0; i < size; i++) {
      table[slot(get(i))] = i;
    }
  }
}
