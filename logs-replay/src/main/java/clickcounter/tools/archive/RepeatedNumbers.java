package clickcounter.tools.archive;

import clickcounter.ids.LongRanges;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Numbers of events that verdicts judge. Found in one reading of the archives; what the lines say
 * is compared in further ones, each of a limited number of numbers. So memory grows with the ranges
 * of numbers only. Not thread-safe.
 */
public final class RepeatedNumbers {
  private final SortedMap<String, LongRanges> byCounter = new TreeMap<>();

  public void add(String counterId, long sequence) {
    byCounter.computeIfAbsent(counterId, id -> new LongRanges()).add(sequence);
  }

  /**
   * Takes all numbers away and passes them on, in the order of counters and numbers.
   *
   * @param atOnce how many are in a window, at most
   */
  public void forEachWindow(long atOnce, Consumer<Window> receiver) {
    while (!byCounter.isEmpty()) {
      Window window = new Window();
      long left = atOnce;
      while (left > 0 && !byCounter.isEmpty()) {
        String counterId = byCounter.firstKey();
        LongRanges numbers = byCounter.get(counterId);
        long from = numbers.from(0);
        long to = Math.min(numbers.to(0), from + left - 1);
        window.numbers.computeIfAbsent(counterId, id -> new LongRanges()).addRange(from, to);
        numbers.removeRange(from, to);
        left -= to - from + 1;
        if (numbers.isEmpty()) {
          byCounter.remove(counterId);
        }
      }
      receiver.accept(window);
    }
  }

  /** Numbers that are compared in one reading. */
  public static final class Window {
    private final Map<String, LongRanges> numbers = new HashMap<>();

    public boolean has(EventLine event) {
      return has(event.counterId(), event.sequence());
    }

    public boolean has(String counterId, long sequence) {
      LongRanges ofCounter = numbers.get(counterId);
      return ofCounter != null && ofCounter.contains(sequence);
    }
  }
}
