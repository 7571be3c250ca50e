package clickcounter.drill;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.service.EventLogSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;

/**
 * Services that log events through the sender that real ones use, each life of a service a counter
 * of its own, until they are told to stop. Some batches come twice, some late.
 */
final class Load {
  private static final int LINES_PER_MESSAGE = 20;
  private static final long LINGER_MS = 50;
  private static final int BUFFER_LINES = 2_000_000;
  private static final int SEND_ATTEMPTS = 1_000;
  private static final long FIRST_RETRY_MS = 100;

  private final List<Service> services = new ArrayList<>();
  private final LongAdder linesTwice = new LongAdder();
  private final Path archive;

  private Load(Path archive) {
    this.archive = archive;
  }

  /**
   * What the services do.
   *
   * @param name stands in front of ads and hosts, so that no two drills share any
   * @param clock that they stamp their events with
   * @param closeWaitMs how long a service waits at its end for a broker that is away
   */
  record Plan(
      String name,
      int services,
      int ads,
      int eventsPerS,
      String brokerUrl,
      Clock clock,
      long closeWaitMs,
      long seed) {}

  /** Starts the services. */
  static Load start(Plan plan, Path archive) {
    Load load = new Load(archive);
    for (int i = 0; i < plan.services(); i++) {
      load.services.add(load.service(plan, i));
    }
    load.services.forEach(Thread::start);
    return load;
  }

  private Service service(Plan plan, int index) {
    EventLogSettings settings =
        EventLogSettings.of(archive, plan.name() + '-' + (char) ('a' + index))
            .withBatchLines(LINES_PER_MESSAGE)
            .withLingerMs(LINGER_MS)
            .withBufferLines(BUFFER_LINES)
            .withFullBufferWaitMs(0)
            .withSendAttempts(SEND_ATTEMPTS)
            .withFirstRetryWaitMs(FIRST_RETRY_MS)
            .withCloseWaitMs(plan.closeWaitMs());
    Random random = new Random(plan.seed() * 1_000 + index);
    BrokerSettings broker = BrokerSettings.at(plan.brokerUrl());
    return new Service(
        settings,
        () ->
            new UnrulyTransport(
                new JmsTransport(broker, SenderSettings.sync()),
                new Random(random.nextLong()),
                linesTwice),
        new Audience(plan.name(), plan.ads(), random),
        plan.clock(),
        random,
        (double) plan.eventsPerS() / plan.services());
  }

  /** All files that the services wrote. */
  Path archive() {
    return archive;
  }

  /** Events that were given out, close events not counted. */
  long given() {
    return services.stream().mapToLong(Service::given).sum();
  }

  /** Calls that made no event, because it could not be written. */
  long refused() {
    return services.stream().mapToLong(Service::refused).sum();
  }

  /** Lines that were sent twice on purpose. */
  long linesTwice() {
    return linesTwice.sum();
  }

  /** Lives of services. */
  long counters() {
    return services.stream().mapToLong(Service::counters).sum();
  }

  /**
   * Lets the services end as they should: all they have written is sent.
   *
   * @throws IOException when one of them cannot, or left something out
   */
  void stop(long withinMs) throws IOException, InterruptedException {
    services.forEach(Service::end);
    long deadlineNs = System.nanoTime() + withinMs * 1_000_000;
    for (Service service : services) {
      service.join(Math.max(1, (deadlineNs - System.nanoTime()) / 1_000_000));
      if (service.isAlive()) {
        throw new Stuck(
            service.getName() + " cannot end within " + withinMs / 1_000 + " s: is the broker up?",
            null);
      }
    }
    for (Service service : services) {
      service.requireNoFailure();
    }
  }

  /** Those that do not end are left to themselves; nobody waits for them any more. */
  void abandon() {
    services.forEach(Thread::interrupt);
  }
}
