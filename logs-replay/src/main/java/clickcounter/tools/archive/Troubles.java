package clickcounter.tools.archive;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Collects what went wrong while reading: all are counted, the first ones kept. Thread-safe. */
public final class Troubles {
  private static final int MAX_KEPT = 1_000;

  private final List<Trouble> kept = new ArrayList<>();
  private final Map<Trouble.Kind, Long> counts = new EnumMap<>(Trouble.Kind.class);

  public synchronized void add(Trouble trouble) {
    counts.merge(trouble.kind(), 1L, Long::sum);
    // Files that end early are few and matter most.
    if (kept.size() < MAX_KEPT || trouble.kind() != Trouble.Kind.BAD_LINE) {
      kept.add(trouble);
    }
  }

  /** Forgets that the file ended in the middle of something: it is read again from there. */
  synchronized void forgetUnfinished(Path file) {
    Iterator<Trouble> all = kept.iterator();
    while (all.hasNext()) {
      Trouble trouble = all.next();
      boolean unfinished =
          trouble.kind() == Trouble.Kind.HALF_LINE || trouble.kind() == Trouble.Kind.CUT_OFF;
      if (unfinished && trouble.file().equals(file)) {
        all.remove();
        counts.merge(trouble.kind(), -1L, Long::sum);
      }
    }
  }

  /** The first ones, in the order of files and lines. */
  public synchronized List<Trouble> kept() {
    List<Trouble> sorted = new ArrayList<>(kept);
    sorted.sort(java.util.Comparator.comparing(Trouble::file).thenComparingLong(Trouble::line));
    return sorted;
  }

  public synchronized long count(Trouble.Kind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  public synchronized long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
