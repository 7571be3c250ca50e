package clickcounter.drill;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.service.EventLogSettings;
import clickcounter.service.Transport;
import clickcounter.tools.generate.InvalidTraffic;
import clickcounter.tools.generate.VerdictAuthor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * Services that log events through the real sender until they are stopped. Each life of a service
 * is a counter of its own. Some batches are sent twice, some late. Some clicks are filtered, taken
 * back or given back.
 */
final class ServiceLoad {
  private static final int LINES_PER_MESSAGE = 20;
  private static final long LINGER_MS = 50;
  private static final int BUFFER_LINES = 2_000_000;
  private static final int SEND_ATTEMPTS = 1_000;
  private static final long FIRST_RETRY_MS = 100;

  /** The load goes on for half a minute or more. */
  private static final InvalidTraffic.Delay VERDICT_DELAY = new InvalidTraffic.Delay(500, 10_000);

  private static final long JUDGE_EVERY_MS = 100;

  private final List<LoggingService> services = new ArrayList<>();
  private final List<TrafficThread> threads = new ArrayList<>();
  private final LongAdder linesTwice = new LongAdder();
  private final Archives archives;
  private final VerdictAuthor author;

  /** Judges clicks that services have logged, until these have ended. */
  private final TrafficThread judge;

  private ServiceLoad(Plan plan, Archives archives) throws IOException {
    this.archives = archives;
    Random random = new Random(plan.seed() * 1_000 - 1);
    author =
        new VerdictAuthor(
            archives.ofVerdicts(),
            VERDICT_DELAY,
            transport(plan, random),
            Clock.systemUTC(),
            random);
    judge = new TrafficThread("drill-judge", ending -> judge(ending, plan.closeWaitMs()));
  }

  /** The directories of what services write, and of what is judged afterwards. */
  record Archives(Path ofServices, Path ofVerdicts) {}

  /**
   * What the services do.
   *
   * @param name the prefix of ads and hosts, so that drills do not share any
   * @param closeWaitMs the time for which a closing service waits for a broker that is down
   */
  record Plan(
      String name,
      int services,
      int ads,
      int eventsPerS,
      String brokerUrl,
      long closeWaitMs,
      long seed) {
    Plan {
      if (services < 1 || ads < 1 || eventsPerS < 1) {
        throw new IllegalArgumentException(
            "expected a service, an ad and an event a second at least, found %d, %d, %d"
                .formatted(services, ads, eventsPerS));
      }
    }
  }

  /**
   * Starts the services.
   *
   * @throws IOException if no verdicts can be written
   */
  static ServiceLoad start(Plan plan, Archives archives) throws IOException {
    ServiceLoad load = new ServiceLoad(plan, archives);
    for (int i = 0; i < plan.services(); i++) {
      LoggingService service = load.service(plan, i);
      load.services.add(service);
      load.threads.add(new TrafficThread("drill-service-" + service.host(), service));
    }
    load.threads.forEach(Thread::start);
    load.judge.start();
    return load;
  }

  private LoggingService service(Plan plan, int index) {
    EventLogSettings settings =
        EventLogSettings.of(archives.ofServices(), plan.name() + '-' + (char) ('a' + index))
            .with(
                changed ->
                    changed
                        .batchLines(LINES_PER_MESSAGE)
                        .lingerMs(LINGER_MS)
                        .bufferLines(BUFFER_LINES)
                        .fullBufferWaitMs(0)
                        .sendAttempts(SEND_ATTEMPTS)
                        .firstRetryWaitMs(FIRST_RETRY_MS)
                        .closeWaitMs(plan.closeWaitMs()));
    Random random = new Random(plan.seed() * 1_000 + index);
    return new LoggingService(
        settings,
        () -> transport(plan, random),
        new AdTraffic(plan.name(), plan.ads(), author, random),
        random,
        (double) plan.eventsPerS() / plan.services());
  }

  private void judge(BooleanSupplier ending, long closeWaitMs)
      throws IOException, InterruptedException {
    while (!ending.getAsBoolean()) {
      author.judge();
      TimeUnit.MILLISECONDS.sleep(JUDGE_EVERY_MS);
    }
    author.close(closeWaitMs);
  }

  private Transport transport(Plan plan, Random random) {
    BrokerSettings broker = BrokerSettings.at(plan.brokerUrl());
    return new UnrulyTransport(
        new JmsTransport(broker, SenderSettings.sync()), new Random(random.nextLong()), linesTwice);
  }

  Archives archives() {
    return archives;
  }

  /** Logged events, close events excluded. */
  long logged() {
    return services.stream().mapToLong(LoggingService::logged).sum();
  }

  /** Calls that failed because the event could not be written. */
  long refused() {
    return services.stream().mapToLong(LoggingService::refused).sum();
  }

  /** Lines sent twice on purpose. */
  long linesTwice() {
    return linesTwice.sum() + author.linesTwice();
  }

  /** Logged events and verdicts, with close events. */
  long events() {
    return logged()
        + author.verdicts()
        + services.stream().mapToLong(LoggingService::counters).sum()
        + 1;
  }

  /**
   * Closes the services and then the verdicts, which sends everything that they have written.
   *
   * @throws Stuck if one does not end in time
   * @throws IOException if one failed, or its sender left something out
   */
  void stop(long withinMs) throws IOException, InterruptedException {
    threads.forEach(TrafficThread::end);
    long deadlineNs = System.nanoTime() + withinMs * 1_000_000;
    for (TrafficThread thread : threads) {
      awaitEnd(thread, deadlineNs, withinMs);
    }
    judge.end();
    awaitEnd(judge, deadlineNs, withinMs);
    for (TrafficThread thread : threads) {
      thread.requireNoFailure();
    }
    judge.requireNoFailure();
  }

  private static void awaitEnd(Thread thread, long deadlineNs, long withinMs)
      throws Stuck, InterruptedException {
    thread.join(Math.max(1, (deadlineNs - System.nanoTime()) / 1_000_000));
    if (thread.isAlive()) {
      throw new Stuck(
          thread.getName() + " has not ended within " + withinMs / 1_000 + " s: is the broker up?",
          null);
    }
  }

  /** Interrupts the services and the author of verdicts, and does not wait for them. */
  void abandon() {
    threads.forEach(Thread::interrupt);
    judge.interrupt();
  }
}
