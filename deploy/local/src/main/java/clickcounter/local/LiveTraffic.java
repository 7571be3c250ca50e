package clickcounter.local;

import clickcounter.document.AdState;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsStateFeed;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.reading.AdStateReader;
import clickcounter.service.EventLogSettings;
import clickcounter.service.Transport;
import clickcounter.states.AdStates;
import clickcounter.states.AdStatesSettings;
import clickcounter.states.StateMessage;
import clickcounter.store.DocumentStore;
import clickcounter.topology.TopologySettings;
import clickcounter.traffic.InvalidTraffic;
import clickcounter.traffic.LiveServices;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Traffic of the present for the local stack. Three services log events as services do. An ad
 * server learns from the topology's messages which ads may be shown. The last service loses its
 * connection now and then; what it logs meanwhile is in its archive alone. Some clicks are
 * filtered; some are judged a while later.
 */
final class LiveTraffic implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveTraffic.class);
  private static final List<String> HOSTS = List.of("live1", "live2", "live3");
  private static final String LOSSY_HOST = "live3";
  private static final String AD_SERVER = "local";
  private static final InvalidTraffic.Delay VERDICT_DELAY = new InvalidTraffic.Delay(5_000, 60_000);
  private static final Duration NO_RESTART = Duration.ofDays(10_000);
  private static final long CLOSE_WAIT_MS = 1_000;

  private final DocumentStore store;
  private final AdStates states;
  private final JmsStateFeed feed;
  private final LiveServices services;

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
  record LossyTransport(Transport transport, Pace pace, long startMs) implements Transport {
    @Override
    public void send(List<String> lines) throws IOException {
      long sinceMs = (System.currentTimeMillis() - startMs) % pace.outageEvery.toMillis();
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

  /**
   * Starts it.
   *
   * @param topology that counts the events
   * @param topic to which it sends the ads' states
   * @param archive where the services write their events
   * @throws IOException when an archive cannot be written
   */
  LiveTraffic(TopologySettings topology, String topic, Path archive, Pace pace) throws IOException {
    SecureRandom random = new SecureRandom();
    store = topology.store().open();
    states =
        new AdStates(
            new AdStateReader(store, Clock.systemUTC()),
            AdStatesSettings.defaults(),
            System::nanoTime);
    feed = JmsStateFeed.start(topology.broker(), topic, AD_SERVER, states);
    LiveAds ads =
        new LiveAds(this::state, pace.refillAfter.toMillis(), System::currentTimeMillis, random);
    try {
      services =
          new LiveServices(
              plan(archive, pace, random.nextInt()),
              host -> transport(host, topology.broker(), pace),
              ads);
    } catch (IOException e) {
      closeStates();
      throw e;
    }
  }

  /** A lost connection leaves events out soon, as a longer one would. */
  private static LiveServices.Plan plan(Path archive, Pace pace, int seed) {
    List<EventLogSettings> logs =
        HOSTS.stream()
            .map(
                host ->
                    EventLogSettings.of(archive, host)
                        .with(changed -> changed.sendAttempts(2).closeWaitMs(CLOSE_WAIT_MS)))
            .toList();
    return new LiveServices.Plan(logs, archive, VERDICT_DELAY, pace.pagesASecond, NO_RESTART, seed);
  }

  private static Transport transport(String host, BrokerSettings broker, Pace pace) {
    Transport queue = new JmsTransport(broker, SenderSettings.sync());
    return host.equals(LOSSY_HOST)
        ? new LossyTransport(queue, pace, System.currentTimeMillis())
        : queue;
  }

  private AdState state(String adId) {
    StateMessage known = states.now(adId).state();
    return known == null ? null : known.state();
  }

  /** Ends the services as services end: their counters are closed. Once more does nothing. */
  @Override
  public void close() {
    try {
      services.stop(4 * CLOSE_WAIT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | TimeoutException e) {
      LOG.warn("live traffic: not all counters were closed", e);
    }
    closeStates();
  }

  private void closeStates() {
    feed.close();
    store.close();
  }
}
