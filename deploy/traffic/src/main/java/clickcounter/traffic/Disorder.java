package clickcounter.traffic;

import clickcounter.traffic.Generator.EventSinkOfDay;
import java.io.IOException;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * The way from the services to the queue: some lines are lost, some arrive twice (the second time
 * somewhat later), and each can arrive out of order.
 */
final class Disorder {
  /** By how many lines a second copy can be later than the first. */
  private static final int MAX_REPEAT_DISTANCE = 5_000;

  private record DelayedLine(long place, long order, String line) {}

  private final GeneratorSettings settings;
  private final SplittableRandom random;
  private final EventSinkOfDay sink;
  private final PriorityQueue<DelayedLine> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong(DelayedLine::place).thenComparingLong(DelayedLine::order));
  private long place;
  private long order;

  Disorder(GeneratorSettings settings, SplittableRandom random, EventSinkOfDay sink) {
    this.settings = settings;
    this.random = random;
    this.sink = sink;
  }

  /**
   * Sends a line.
   *
   * @param hour of the day, 0 for the first
   * @param twice the probability that it arrives twice, if that is more than the settings say
   * @return how often it arrives
   */
  int send(String line, long hour, double twice) throws IOException {
    boolean lost = random.nextDouble() < settings.dropProbability();
    if (lost || hour == settings.lostHour()) {
      return 0;
    }
    int arrivals = 1;
    add(line, random.nextInt(settings.disorder() + 1));
    if (random.nextDouble() < Math.max(twice, settings.duplicateProbability())) {
      add(line, random.nextInt(settings.disorder() + MAX_REPEAT_DISTANCE));
      arrivals = 2;
    }
    deliver(place);
    place++;
    return arrivals;
  }

  /** Delivers all lines that are still delayed. */
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
