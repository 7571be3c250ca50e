package clickcounter.drill;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.service.EventLogSettings;
import clickcounter.traffic.InvalidTraffic;
import clickcounter.traffic.LiveServices;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/** The services of a drill. Their senders never give up; some batches are sent twice, some late. */
final class ServiceLoad {
  private static final int LINES_PER_MESSAGE = 20;
  private static final int BUFFER_LINES = 2_000_000;
  private static final int SEND_ATTEMPTS = 1_000;
  private static final Duration MOST_LIFE = Duration.ofSeconds(40);

  /** The load goes on for half a minute or more. */
  private static final InvalidTraffic.Delay VERDICT_DELAY = new InvalidTraffic.Delay(500, 10_000);

  private final Archives archives;
  private final LiveServices services;

  private ServiceLoad(Archives archives, LiveServices services) {
    this.archives = archives;
    this.services = services;
  }

  /** The directories of what services write, and of what is judged afterwards. */
  record Archives(Path ofServices, Path ofVerdicts) {}

  /**
   * What the services do.
   *
   * @param ads their names begin with the drill's, so that drills do not share any
   * @param closeWaitMs the time for which a closing service waits for a broker that is down
   */
  record Plan(
      RandomAds ads, int services, int eventsPerS, String brokerUrl, long closeWaitMs, long seed) {}

  /**
   * Starts the services.
   *
   * @throws IOException if an archive cannot be written
   */
  static ServiceLoad start(Plan plan, Archives archives) throws IOException {
    Random random = new Random(plan.seed());
    BrokerSettings broker = BrokerSettings.at(plan.brokerUrl());
    return new ServiceLoad(
        archives,
        new LiveServices(
            new LiveServices.Plan(
                logs(plan, archives.ofServices()),
                archives.ofVerdicts(),
                VERDICT_DELAY,
                plan.eventsPerS(),
                MOST_LIFE,
                plan.seed()),
            host ->
                new UnrulyTransport(
                    new JmsTransport(broker, SenderSettings.sync()), new Random(random.nextLong())),
            plan.ads()));
  }

  private static List<EventLogSettings> logs(Plan plan, Path archive) {
    return IntStream.range(0, plan.services())
        .mapToObj(i -> plan.ads().name() + '-' + (char) ('a' + i))
        .map(
            host ->
                EventLogSettings.of(archive, host)
                    .with(
                        changed ->
                            changed
                                .batchLines(LINES_PER_MESSAGE)
                                .bufferLines(BUFFER_LINES)
                                .fullBufferWaitMs(0)
                                .sendAttempts(SEND_ATTEMPTS)
                                .closeWaitMs(plan.closeWaitMs())))
        .toList();
  }

  Archives archives() {
    return archives;
  }

  /** Logged events, verdicts and close events excluded. */
  long logged() {
    return services.logged();
  }

  /** Logged events and verdicts, with close events. */
  long events() {
    return services.events();
  }

  /**
   * Closes the services and then the verdicts, which sends everything that they have written.
   *
   * @throws Stuck if one does not end in time
   * @throws IOException if one failed, or its sender left something out
   */
  void stop(long withinMs) throws IOException, InterruptedException {
    try {
      services.stop(withinMs);
    } catch (TimeoutException e) {
      throw new Stuck(
          "the services have not ended within " + withinMs / 1_000 + " s: is the broker up?", e);
    }
    if (services.leftOut() > 0) {
      throw new IOException(services.leftOut() + " events were left out by the senders");
    }
  }

  /** Interrupts the services and the author of verdicts, and does not wait for them. */
  void abandon() {
    services.close();
  }
}
