package clickcounter.local;

import clickcounter.cli.DaemonThreads;
import clickcounter.document.AdState;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsStateFeed;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.reading.AdStateReader;
import clickcounter.service.EventLog;
import clickcounter.service.EventLogListener;
import clickcounter.service.EventLogSettings;
import clickcounter.service.EventNotWrittenException;
import clickcounter.service.LeftOut;
import clickcounter.service.Transport;
import clickcounter.states.AdStates;
import clickcounter.states.AdStatesSettings;
import clickcounter.states.KnownState;
import clickcounter.store.DocumentStore;
import clickcounter.tools.generate.InvalidTraffic;
import clickcounter.tools.generate.VerdictAuthor;
import clickcounter.topology.TopologySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Traffic of the present for the local stack. Three services log events as services do, each
 * through an {@link EventLog} of its own. An ad server learns from the topology's messages which
 * ads may be shown. The last service loses its connection now and then; what it logs meanwhile is
 * in its archive alone. Some clicks are filtered; some are judged a while later.
 */
final class LiveTraffic implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveTraffic.class);
  private static final List<String> HOSTS = List.of("live1", "live2", "live3");
  private static final String AD_SERVER = "local";
  private static final long TICK_MS = 100;
  private static final InvalidTraffic.Delay VERDICT_DELAY = new InvalidTraffic.Delay(5_000, 60_000);
  private static final long CLOSE_WAIT_MS = 1_000;

  private final Clock clock;
  private final Pace pace;
  private final RandomGenerator random;
  private final LiveAds ads;
  private final List<EventLog> services;
  private final VerdictAuthor author;
  private final DocumentStore store;
  private final JmsStateFeed feed;
  private final AdStates states;
  private final ScheduledExecutorService thread = thread("live-traffic");

  /** A verdict may wait for the broker; pages do not. */
  private final ScheduledExecutorService judging = thread("live-judge");

  /**
   * How much happens.
   *
   * @param pagesASecond on each of which an ad may be shown
   * @param refillAfter how long a budget is spent before it is filled again
   * @param outageEvery from the beginning of one lost connection to the next
   * @param outage how long a connection is lost
   */
  record Pace(int pagesASecond, Duration refillAfter, Duration outageEvery, Duration outage) {
    /** 200 pages a second; a connection is lost for 3 s in each 90 s. */
    static final Pace USUAL =
        new Pace(200, Duration.ofSeconds(10), Duration.ofSeconds(90), Duration.ofSeconds(3));
  }

  /** Fails while the connection is lost. */
  private static final class LossyTransport implements Transport {
    private final Transport transport;
    private final Clock clock;
    private final Pace pace;
    private final long beganAtMs;

    LossyTransport(Transport transport, Clock clock, Pace pace) {
      this.transport = transport;
      this.clock = clock;
      this.pace = pace;
      beganAtMs = clock.millis();
    }

    @Override
    public void send(List<String> lines) throws IOException {
      long sinceMs = (clock.millis() - beganAtMs) % pace.outageEvery.toMillis();
      if (sinceMs >= pace.outageEvery.minus(pace.outage).toMillis()) {
        throw new IOException("the local stack plays a lost connection");
      }
      transport.send(lines);
    }

    @Override
    public void close() throws IOException {
      transport.close();
    }
  }

  /** What is lost on purpose takes one line. */
  private static final class Losses implements EventLogListener {
    @Override
    public void leftOut(LeftOut events) {
      LOG.info(
          "{} lost its connection: {} events from {} on are in its archive alone",
          events.counterId(),
          events.events(),
          events.firstSequence());
    }

    @Override
    public void sendFailed(String message, Throwable cause) {
      LOG.debug("live traffic: {}", message, cause);
    }

    @Override
    public void archiveTrouble(String message, Throwable cause) {
      LOG.warn("live traffic: {}", message, cause);
    }
  }

  private LiveTraffic(
      TopologySettings topology,
      String topic,
      Path archive,
      Pace pace,
      Clock clock,
      RandomGenerator random)
      throws IOException {
    this.clock = clock;
    this.pace = pace;
    this.random = random;
    services = open(topology.broker(), archive);
    author =
        new VerdictAuthor(
            archive,
            VERDICT_DELAY,
            new JmsTransport(topology.broker(), SenderSettings.sync()),
            clock,
            random);
    store = topology.store().open();
    states =
        new AdStates(
            new AdStateReader(store, clock), AdStatesSettings.defaults(), System::nanoTime);
    feed = JmsStateFeed.start(topology.broker(), topic, AD_SERVER, states);
    ads = new LiveAds(this::state, pace.refillAfter.toMillis(), random);
  }

  /**
   * Starts it.
   *
   * @param topology that counts the events
   * @param topic to which it sends the ads' states
   * @param archive where the services write their events
   * @throws IOException when an archive cannot be written
   */
  static LiveTraffic start(
      TopologySettings topology,
      String topic,
      Path archive,
      Pace pace,
      Clock clock,
      RandomGenerator random)
      throws IOException {
    LiveTraffic traffic = new LiveTraffic(topology, topic, archive, pace, clock, random);
    traffic.thread.execute(traffic::begin);
    traffic.thread.scheduleAtFixedRate(traffic::happen, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
    traffic.judging.scheduleWithFixedDelay(traffic::judge, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
    return traffic;
  }

  private static ScheduledExecutorService thread(String name) {
    return Executors.newSingleThreadScheduledExecutor(DaemonThreads.named(name));
  }

  private List<EventLog> open(BrokerSettings broker, Path archive) throws IOException {
    List<EventLog> opened = new ArrayList<>();
    try {
      for (String host : HOSTS) {
        Transport queue = new JmsTransport(broker, SenderSettings.sync());
        boolean isLossy = opened.size() == HOSTS.size() - 1;
        opened.add(
            isLossy
                ? EventLog.open(
                    settings(archive, host),
                    new LossyTransport(queue, clock, pace),
                    clock,
                    random,
                    new Losses())
                : EventLog.open(settings(archive, host), queue, clock, random));
      }
    } catch (IOException e) {
      closeAll(opened);
      throw e;
    }
    return opened;
  }

  /** A lost connection leaves events out soon, as a longer one would. */
  private static EventLogSettings settings(Path archive, String host) {
    return EventLogSettings.of(archive, host).withSendAttempts(2);
  }

  /** The ids of the ads that it shows. */
  List<String> adIds() {
    return ads.adIds();
  }

  private AdState state(String adId) {
    KnownState known = states.now(adId).state();
    return known == null ? null : known.state();
  }

  private void begin() {
    ads.begin(this::hasBudget, new ToServices());
  }

  private boolean hasBudget(String adId) {
    KnownState known = states.ask(adId).join().state();
    return known != null && known.budgetMicros() > 0;
  }

  private void happen() {
    try {
      ads.happen((int) (pace.pagesASecond * TICK_MS / 1_000), clock.millis(), new ToServices());
    } catch (RuntimeException e) {
      LOG.error("live traffic: these events were not made; it goes on", e);
    }
  }

  private void judge() {
    try {
      author.judge();
    } catch (IOException | RuntimeException e) {
      LOG.error("live traffic: these verdicts were not written; it goes on", e);
    }
  }

  /** A page is served by any of the services. */
  private final class ToServices implements LiveAds.Sink {
    private EventLog any() {
      return services.get(random.nextInt(services.size()));
    }

    private void log(Write write) {
      try {
        write.to(any());
      } catch (EventNotWrittenException e) {
        LOG.warn("live traffic: an event was not written, so it does not exist", e);
      }
    }

    @Override
    public void impression(String adId) {
      log(service -> service.impression(adId));
    }

    @Override
    public void click(String adId, long costMicros) {
      log(service -> author.click(service, adId, costMicros));
    }

    @Override
    public void budget(String adId, long budgetMicros) {
      log(service -> service.budget(adId, budgetMicros));
    }
  }

  private interface Write {
    void to(EventLog service) throws EventNotWrittenException;
  }

  /** Ends the services as services end: their counters are closed. Once more does nothing. */
  @Override
  public void close() {
    thread.shutdown();
    if (!judging.isShutdown()) {
      judging.execute(this::closeAuthor);
      judging.shutdown();
    }
    try {
      thread.awaitTermination(TICK_MS * 10, TimeUnit.MILLISECONDS);
      judging.awaitTermination(2 * CLOSE_WAIT_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    feed.close();
    closeAll(services);
    store.close();
  }

  private void closeAuthor() {
    try {
      author.close(CLOSE_WAIT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.warn("live traffic: the counter of verdicts was not closed", e);
    }
  }

  private static void closeAll(List<EventLog> services) {
    for (EventLog service : services) {
      try {
        service.close();
      } catch (IOException e) {
        LOG.warn("live traffic: the service {} was not closed", service.counterId(), e);
      }
    }
  }
}
