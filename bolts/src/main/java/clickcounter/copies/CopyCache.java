package clickcounter.copies;

import clickcounter.event.EventBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The copies in memory: those that something waits for, without limit, and idle ones up to a number
 * of bytes. Beyond that it evicts idle copies that were not used lately.
 *
 * <p>Not thread-safe.
 */
final class CopyCache<C extends Copy> {
  private final CopyTable<C> table = new CopyTable<>();
  private final int copyBytes;
  private final long maxIdleBytes;
  private int busy;
  private long idleBytes;

  /**
   * @param copyBytes of a copy besides its document's text, an estimate
   */
  CopyCache(int copyBytes, long maxIdleBytes) {
    this.copyBytes = copyBytes;
    this.maxIdleBytes = maxIdleBytes;
  }

  /** The copy with this id, given in UTF-8, which is busy now; or null. */
  C take(int hash, byte[] name, int from, int to) {
    C copy = table.get(hash, name, from, to);
    if (copy != null) {
      copy.used = true;
      if (!copy.busy) {
        copy.busy = true;
        busy++;
        idleBytes -= weight(copy);
      }
    }
    return copy;
  }

  int lookAt(EventBatch batch) {
    return table.lookAt(batch);
  }

  void add(C copy) {
    table.add(copy);
    busy++;
  }

  /** Nothing waits for this copy any more: it may be evicted, now or later. */
  void makeIdle(C copy) {
    copy.busy = false;
    busy--;
    idleBytes += weight(copy);
    while (idleBytes > maxIdleBytes) {
      forget(table.nextToEvict());
    }
  }

  void forget(C copy) {
    if (copy.busy) {
      copy.busy = false;
      busy--;
    } else {
      idleBytes -= weight(copy);
    }
    table.remove(copy);
  }

  /** Takes idle copies out of memory. */
  void forgetIdle(Predicate<C> which) {
    List<C> found = new ArrayList<>();
    table.forEach(
        copy -> {
          if (!copy.busy && which.test(copy)) {
            found.add(copy);
          }
        });
    found.forEach(this::forget);
  }

  private long weight(C copy) {
    return copyBytes + copy.bytes;
  }

  void forEach(Consumer<C> consumer) {
    table.forEach(consumer);
  }

  int size() {
    return table.size();
  }

  int busy() {
    return busy;
  }
}
