package clickcounter.simulation;

import clickcounter.store.StoreContext;
import clickcounter.store.StoredValue;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * One replica's knowledge of one document, as a dotted version vector set: the writes that it knows
 * of, and the values that none of these has replaced. Immutable.
 */
record SiblingVersions(BitSet clock, List<DottedValue> values) {
  static final SiblingVersions NONE = new SiblingVersions(new BitSet(), List.of());

  /** A value and the number of the write that stored it. */
  record DottedValue(int dot, StoredValue value) {
    boolean isTombstone() {
      return value == SimulatedStore.TOMBSTONE;
    }
  }

  static BitSet clockOf(StoreContext context) {
    return BitSet.valueOf(context.bytes());
  }

  StoreContext context() {
    return clock.isEmpty() ? StoreContext.NONE : new StoreContext(clock.toByteArray());
  }

  /** What this replica knows after it coordinated a write of a client that had read the context. */
  SiblingVersions write(int dot, StoredValue value, BitSet read) {
    BitSet newClock = (BitSet) clock.clone();
    newClock.or(read);
    newClock.set(dot);
    List<DottedValue> kept = new ArrayList<>(1);
    for (DottedValue v : values) {
      if (!read.get(v.dot)) {
        kept.add(v);
      }
    }
    kept.add(new DottedValue(dot, value));
    return new SiblingVersions(newClock, List.copyOf(kept));
  }

  SiblingVersions merge(SiblingVersions other) {
    if (this == other || other == NONE) {
      return this;
    }
    if (this == NONE) {
      return other;
    }
    List<DottedValue> merged = new ArrayList<>(2);
    keep(this, other, merged);
    keep(other, this, merged);
    if (merged.equals(values) && covers(other)) {
      return this;
    }
    BitSet newClock = (BitSet) clock.clone();
    newClock.or(other.clock);
    return new SiblingVersions(newClock, List.copyOf(merged));
  }

  private static void keep(SiblingVersions from, SiblingVersions other, List<DottedValue> into) {
    for (DottedValue v : from.values) {
      boolean replaced = other.clock.get(v.dot) && !other.has(v.dot);
      if (!replaced && !has(into, v.dot)) {
        into.add(v);
      }
    }
  }

  private boolean has(int dot) {
    return has(values, dot);
  }

  private static boolean has(List<DottedValue> values, int dot) {
    for (DottedValue v : values) {
      if (v.dot == dot) {
        return true;
      }
    }
    return false;
  }

  private boolean covers(SiblingVersions other) {
    BitSet unknown = (BitSet) other.clock.clone();
    unknown.andNot(clock);
    return unknown.isEmpty();
  }

  /** The values that a reader sees. */
  List<StoredValue> siblings() {
    List<StoredValue> siblings = new ArrayList<>(values.size());
    for (DottedValue v : values) {
      if (!v.isTombstone()) {
        siblings.add(v.value);
      }
    }
    return siblings;
  }
}
