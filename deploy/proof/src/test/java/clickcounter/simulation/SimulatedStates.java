package clickcounter.simulation;

import clickcounter.reading.AdStateReader;
import clickcounter.states.AdStates;
import clickcounter.states.AdStatesSettings;
import clickcounter.states.StateMessage;
import clickcounter.states.StateSink;
import clickcounter.store.DocumentKey;
import clickcounter.store.Fetched;
import clickcounter.store.ReadOnlyStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The topic of states, and ad servers that run the production's {@link AdStates}. Messages come in
 * any order and now and then twice. Servers start at any time, lose their connection, lose their
 * memory, and need ads now and then. A message that waits for too long expires.
 */
final class SimulatedStates {
  private static final int MOST_SERVERS = 6;
  private static final long EXPIRY_MS = 2_000;
  private static final long LATE_LIMIT_MS = EXPIRY_MS / 2;
  private static final long CAUGHT_UP_EVERY_MS = 200;
  private static final long MOST_DELAY_MICROS = 400_000;
  private static final long MOST_READ_MICROS = 1_000_000;
  private static final double TWICE = 0.1;

  private final Timeline timeline;
  private final Chance chance;
  private final SimulatedStore store;
  private final Statistics statistics;
  private final double failing;
  private final List<Server> servers = new ArrayList<>();
  private long backAtMicros;

  /**
   * @param failing the probability that a send is answered with a failure
   */
  SimulatedStates(
      Timeline timeline,
      Chance chance,
      SimulatedStore store,
      Statistics statistics,
      double failing) {
    this.timeline = timeline;
    this.chance = chance;
    this.store = store;
    this.statistics = statistics;
    this.failing = failing;
  }

  /**
   * Lets ad servers begin.
   *
   * @param adIds of all ads so far
   */
  void begin(long endMs, Supplier<List<String>> adIds) {
    for (long i = chance.between(1, MOST_SERVERS); i > 0; i--) {
      Server server = new Server();
      servers.add(server);
      timeline.atMs(chance.between(0, endMs), server::start);
      for (long absences = chance.between(0, 2); absences > 0; absences--) {
        timeline.atMs(chance.between(0, endMs), () -> server.leave(chance.skewed(1, 5_000)));
      }
      for (long restarts = chance.between(0, 6); restarts > 0; restarts--) {
        timeline.atMs(chance.between(0, endMs), server::loseMemory);
      }
      for (long needs = chance.between(5, 40); needs > 0; needs--) {
        timeline.atMs(chance.between(0, endMs), () -> server.needOneOf(adIds.get()));
      }
    }
  }

  /** What is sent now reaches the broker when it is back. */
  void away(long forMs) {
    backAtMicros = timeline.nowMicros() + 1_000 * forMs;
  }

  /** Where a worker sends states. Who is paused sends late, who dies may have sent. */
  StateSink sinkOf(SimulatedWorker worker) {
    return new StateSink() {
      @Override
      public void send(StateMessage message, Consumer<String> ended) {
        boolean fails = chance.happens(failing);
        long fromMicros = Math.max(timeline.nowMicros(), backAtMicros);
        if (!fails || chance.happens(0.5)) {
          timeline.at(
              fromMicros + chance.skewed(100, 20_000), () -> worker.run(() -> publish(message)));
        }
        timeline.at(
            fromMicros + chance.skewed(20_100, fails ? 1_000_000 : 60_000),
            () -> worker.run(() -> ended.accept(fails ? "no answer" : null)));
      }

      @Override
      public void close() {}
    };
  }

  private void publish(StateMessage message) {
    statistics.count(Tally.STATES_SENT);
    servers.forEach(server -> server.queue(message));
  }

  /** All servers need all ads. */
  void needAll(List<String> adIds) {
    servers.forEach(server -> server.needAll(adIds));
  }

  /** Faults have ended: all servers are connected. */
  void endFaults() {
    servers.forEach(Server::endFaults);
  }

  boolean isQuiet() {
    return servers.stream().allMatch(Server::isQuiet);
  }

  /** Requires that each server knows the level of each ad. */
  void checkEnd(String adId, Sums sums) {
    for (Server server : servers) {
      statistics.checked(Invariant.STATES);
      StateMessage known = server.states.now(adId).state();
      if (known == null || !sums.isOnLevel(known.level())) {
        throw new Violation(
            Invariant.STATES,
            "at the end an ad server knows %s, but the events of the ad are %s",
            known,
            sums);
      }
    }
  }

  /** An ad server with its queue. */
  private final class Server {
    private AdStates states = newStates();
    private final List<Waiting> waiting = new ArrayList<>();
    private CompletableFuture<?> asked = CompletableFuture.completedFuture(null);
    private List<String> needed = List.of();
    private boolean subscribed;
    private boolean connected;

    /** A message in the server's queue. */
    private record Waiting(StateMessage message, long sentAtMs) {}

    private AdStates newStates() {
      AdStatesSettings settings =
          AdStatesSettings.defaults().withLateLimitMs(LATE_LIMIT_MS).withRetryMs(10);
      ReadOnlyStore reads = SimulatedStates.this::read;
      Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
      return new AdStates(
          new AdStateReader(reads, clock), settings, () -> timeline.nowMicros() * 1_000);
    }

    void start() {
      if (!subscribed) {
        subscribed = true;
        connect();
        catchUp();
      }
    }

    private void connect() {
      connected = true;
      states.connected();
      for (Waiting one : List.copyOf(waiting)) {
        deliverLater(one);
      }
    }

    void leave(long forMs) {
      if (connected) {
        connected = false;
        states.lost("left");
        statistics.count(Tally.ABSENCES);
        timeline.afterMs(forMs, this::comeBack);
      }
    }

    private void comeBack() {
      if (!connected) {
        connect();
      }
    }

    void loseMemory() {
      states = newStates();
      if (connected) {
        states.connected();
      }
    }

    void endFaults() {
      start();
      comeBack();
    }

    void queue(StateMessage message) {
      if (subscribed) {
        Waiting one = new Waiting(message, timeline.nowMs());
        waiting.add(one);
        deliverLater(one);
      }
    }

    private void deliverLater(Waiting one) {
      timeline.after(chance.skewed(100, MOST_DELAY_MICROS), () -> deliver(one));
    }

    private void deliver(Waiting one) {
      if (!connected || !waiting.contains(one)) {
        return;
      }
      if (timeline.nowMs() - one.sentAtMs <= EXPIRY_MS) {
        states.received(one.message);
        if (chance.happens(TWICE)) {
          deliverLater(one);
          return;
        }
      }
      waiting.remove(one);
    }

    private void catchUp() {
      if (connected) {
        long oldestMs =
            waiting.stream().mapToLong(one -> timeline.nowMs() - one.sentAtMs).max().orElse(0);
        states.caughtUp(oldestMs);
      }
      timeline.afterMs(CAUGHT_UP_EVERY_MS, this::catchUp);
    }

    void needOneOf(List<String> adIds) {
      if (!adIds.isEmpty()) {
        states.ask(chance.of(adIds));
      }
    }

    void needAll(List<String> adIds) {
      needed = adIds;
      asked =
          CompletableFuture.allOf(
              adIds.stream().map(states::ask).toArray(CompletableFuture[]::new));
    }

    boolean isQuiet() {
      if (!connected || !waiting.isEmpty() || !asked.isDone()) {
        return false;
      }
      // A read that began before the server was connected may be older than messages it missed.
      return needed.stream().noneMatch(adId -> states.now(adId).stale());
    }
  }

  /** What a server reads of the store comes late. */
  private void read(DocumentKey key, Consumer<Fetched> answer) {
    store.fetch(
        key,
        fetched ->
            timeline.after(chance.skewed(100, MOST_READ_MICROS), () -> answer.accept(fetched)));
  }
}
