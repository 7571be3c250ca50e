package clickcounter.tools.generate;

import clickcounter.tools.generate.Generator.DaySink;
import java.io.IOException;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * The way from the services to the queue: some lines are lost, some come twice (the second time
 * somewhat later), and each may be displaced.
 */
final class Disorder {
  /** How much later than the first a second copy may come. */
  private static final int MAX_REPEAT_DISTANCE = 5_000;

  private record DelayedLine(long place, long order, String line) {}

  private final GeneratorSettings settings;
  private final SplittableRandom random;
  private final DaySink sink;
  private final PriorityQueue<DelayedLine> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong(DelayedLine::place).thenComparingLong(DelayedLine::order));
  private long place;
  private long order;

  Disorder(GeneratorSettings settings, SplittableRandom random, DaySink sink) {
    this.settings = settings;
    this.random = random;
    this.sink = sink;
  }

  /** What became of one event. */
  enum Arrivals {
    LOST,
    ONCE,
    TWICE
  }

  /**
   * Sends a line on its way.
   *
   * @param hour of the day, 0 for the first
   */
  Arrivals send(String line, long hour) throws IOException {
    boolean lost = random.nextDouble() < settings.dropProbability();
    if (lost || hour == settings.lostHour()) {
      return Arrivals.LOST;
    }
    Arrivals fate = Arrivals.ONCE;
    add(line, random.nextInt(settings.disorder() + 1));
    if (random.nextDouble() < settings.duplicateProbability()) {
      add(line, random.nextInt(settings.disorder() + MAX_REPEAT_DISTANCE));
      fate = Arrivals.TWICE;
    }
    deliver(place);
    place++;
    return fate;
  }

  /** All that is under way arrives. */
  void finish() throws IOException {
    deliver(Long.MAX_VALUE);
  }

  private void add(String line, int distance) {
    waiting.add(new DelayedLine(place + distance, order++, line));
  }

  private void deliver(long upTo) throws IOException {
    while (!waiting.isEmpty() && waiting.peek().place() <= upTo) {
      sink.queued(waiting.poll().line());
    }
  }
}
