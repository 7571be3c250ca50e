package clickcounter.states;

import static clickcounter.states.HeldReader.totals;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Races;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AdStatesThreadsTest {
  private static final int ADS = 50;
  private static final long VERSIONS = 2_000;

  /** A feed, readers and requests, with ads that leave the memory all the time. */
  @Test
  void threadsThatAskAtTheSameTimeLoseNoState() throws InterruptedException {
    ExecutorService reads = Executors.newFixedThreadPool(2);
    AtomicLong stored = new AtomicLong(1);
    AdStates states =
        new AdStates(
            (adId, answer) ->
                reads.execute(
                    () -> {
                      long number = stored.get();
                      answer.accept(StateRead.found(adId, number - 1, number, totals(number), 1));
                    }),
            AdStatesSettings.defaults().withMaxAds(ADS / 2),
            System::nanoTime);
    states.connected();

    Races.runTogether(() -> feed(states, stored), () -> ask(states), () -> ask(states));

    for (int ad = 0; ad < ADS; ad++) {
      StateAnswer answer = states.ask("m" + ad).join();
      while (answer.stale()) {
        answer = states.ask("m" + ad).join();
      }
      assertThat(answer.state().costMicros()).isEqualTo(VERSIONS);
    }
    reads.shutdown();
  }

  private static void feed(AdStates states, AtomicLong stored) {
    for (long version = 1; version <= VERSIONS; version++) {
      stored.set(version);
      for (int ad = 0; ad < ADS; ad++) {
        states.received(StateMessage.of("m" + ad, version, totals(version), 1));
      }
      states.caughtUp(0);
    }
  }

  private static void ask(AdStates states) {
    for (int i = 0; i < VERSIONS * ADS / 10; i++) {
      states.mayShow("m" + i % ADS);
    }
  }
}
