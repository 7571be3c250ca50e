package clickcounter.states;

import static clickcounter.states.HeldReader.totals;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random lives of a few ads, their writers, the broker and an ad server: messages come twice, late,
 * out of order, or expire, or were sent before the subscription; reads show writes that are lost
 * again; ads leave the memory. When all is settled, the ad server knows what the documents say.
 */
class AdStatesRandomTest {
  private static final int LIVES = 20_000;
  private static final int LIVES_OF_THE_WRONG = 200_000;
  private static final int STEPS = 120;
  private static final int ADS = 4;
  private static final long EXPIRY_MS = 1_000;
  private static final long[] COSTS = {0, 500, 800, 1_000, 1_300};

  /** Who does something wrong. */
  private enum Wrong {
    NOBODY,
    /** The reader gives a document the number of its write as the version. */
    READER_TAKES_THE_WRITES_NUMBER,
    /** The feed says that it is connected before it has subscribed. */
    FEED_SUBSCRIBES_LATE,
    /** The feed says that all has arrived while messages wait. */
    FEED_SAYS_TOO_EARLY_THAT_ALL_ARRIVED
  }

  /** A write of a document: its cost stands for all that it says. */
  private record Write(long number, long storedNumber, long costMicros) {}

  private record Sent(StateMessage message, long atMs) {}

  /** One ad's document, and the writer that sends its states. */
  private static final class Ad {
    final String id;
    Write stored;

    /** Not confirmed: a read shows it or not. Null if there is none. */
    Write loose;

    final List<StateMessage> everSent = new ArrayList<>();

    /** The level that the writer has sent; null after it has loaded the document. */
    AdLevel sent;

    Ad(String id) {
      this.id = id;
      stored = new Write(1, 0, 0);
    }
  }

  private static final class Life {
    final Random random;
    final Wrong wrong;
    final List<Ad> ads = new ArrayList<>();
    final List<Sent> queue = new ArrayList<>();
    final List<Runnable> reads = new ArrayList<>();
    final AdStates states;
    long nowMs;
    boolean subscribed;
    boolean connected;

    Life(Random random, Wrong wrong) {
      this.random = random;
      this.wrong = wrong;
      for (int i = 0; i < ADS; i++) {
        ads.add(new Ad("m" + i));
      }
      states =
          new AdStates(
              (adId, answer) -> {
                Ad ad = ads.get(adId.charAt(1) - '0');
                reads.add(() -> seen(ad, answer));
              },
              AdStatesSettings.defaults()
                  .withMaxAds(1 + random.nextInt(ADS))
                  .withLateLimitMs(EXPIRY_MS / 2)
                  .withRetryMs(0),
              () -> TimeUnit.MILLISECONDS.toNanos(nowMs));
    }

    /** The replicas answer now; the answer arrives later. */
    void seen(Ad ad, java.util.function.Consumer<StateRead> answer) {
      Write shown = ad.loose != null && random.nextBoolean() ? ad.loose : ad.stored;
      long version =
          wrong == Wrong.READER_TAKES_THE_WRITES_NUMBER ? shown.number : shown.storedNumber;
      StateRead result =
          random.nextInt(5) == 0
              ? new StateRead.Failed("as a test")
              : StateRead.found(ad.id, version, shown.number, totals(shown.costMicros), nowMs);
      reads.add(() -> answer.accept(result));
    }

    void step() {
      Ad ad = ads.get(random.nextInt(ADS));
      switch (random.nextInt(11)) {
        case 0 -> confirm(ad, write(ad));
        case 1 -> doubt(ad);
        case 2 -> resendLate(ad);
        case 3, 4 -> deliver();
        case 5 -> states.now(ad.id);
        case 6, 7 -> read();
        case 8 -> nowMs += random.nextInt(300);
        case 9 -> caughtUp();
        default -> connectOrLose();
      }
    }

    Write write(Ad ad) {
      long base = random.nextInt(3) > 0 ? ad.stored.number : ad.stored.storedNumber;
      return new Write(ad.stored.number + 1, base, COSTS[random.nextInt(COSTS.length)]);
    }

    /** A quorum has it as the only value. */
    void confirm(Ad ad, Write write) {
      if (ad.loose != null) {
        ad.sent = null; // the next writer has loaded the document
      }
      ad.loose = null;
      ad.stored = write;
      AdLevel level = AdLevel.of(totals(write.costMicros));
      if (!level.equals(ad.sent)) {
        StateMessage message =
            StateMessage.of(ad.id, write.number, totals(write.costMicros), nowMs);
        send(message);
        ad.everSent.add(message);
        ad.sent = level;
      }
      if (random.nextInt(4) == 0) {
        ad.sent = null;
      }
    }

    /** The outcome of a write is not known, and the writer drops its copy. */
    void doubt(Ad ad) {
      if (ad.loose == null) {
        ad.loose = write(ad);
        ad.sent = null;
      } else if (random.nextBoolean()) {
        confirm(ad, ad.loose);
      } else {
        confirm(ad, write(ad));
      }
    }

    void send(StateMessage message) {
      if (subscribed) {
        queue.add(new Sent(message, nowMs));
      }
    }

    /** By a writer that was replaced, or by the broker. */
    void resendLate(Ad ad) {
      if (!ad.everSent.isEmpty()) {
        send(ad.everSent.get(random.nextInt(ad.everSent.size())));
      }
    }

    void deliver() {
      queue.removeIf(sent -> nowMs - sent.atMs > EXPIRY_MS);
      if (connected && !queue.isEmpty()) {
        int which = random.nextInt(queue.size());
        states.received(queue.get(which).message);
        if (random.nextInt(4) > 0) {
          queue.remove(which);
        }
      }
    }

    void caughtUp() {
      if (connected) {
        long oldestMs = queue.stream().mapToLong(Sent::atMs).min().orElse(nowMs);
        states.caughtUp(nowMs - oldestMs);
      }
    }

    void read() {
      if (!reads.isEmpty()) {
        reads.remove(random.nextInt(reads.size())).run();
      }
    }

    void connectOrLose() {
      if (connected) {
        connected = false;
        states.lost("as a test");
      } else {
        connect();
      }
    }

    void connect() {
      if (wrong == Wrong.FEED_SUBSCRIBES_LATE && !subscribed && random.nextBoolean()) {
        states.connected();
        return;
      }
      subscribed = true;
      connected = true;
      states.connected();
      if (wrong == Wrong.FEED_SAYS_TOO_EARLY_THAT_ALL_ARRIVED) {
        states.caughtUp(0);
      }
    }

    /** Everything arrives, and every event is counted. */
    void settle() {
      for (Ad ad : ads) {
        if (ad.loose != null) {
          doubt(ad);
        }
      }
      while (!connected) {
        connect();
      }
      while (!reads.isEmpty()) {
        read();
      }
      queue.removeIf(sent -> nowMs - sent.atMs > EXPIRY_MS);
      while (!queue.isEmpty()) {
        deliver();
      }
      caughtUp();
    }

    StateAnswer answer(Ad ad) {
      StateAnswer answer;
      do {
        CompletableFuture<StateAnswer> asked = states.ask(ad.id);
        while (!reads.isEmpty()) {
          read();
        }
        answer = asked.join();
      } while (answer.stale());
      return answer;
    }

    void check() {
      for (Ad ad : ads) {
        StateAnswer answer = answer(ad);
        assertThat(answer.state().level())
            .as("%s, document %s", answer, ad.stored)
            .isEqualTo(AdLevel.of(totals(ad.stored.costMicros)));
        assertThat(answer.stale()).isFalse();
      }
    }
  }

  private static void live(Random random, Wrong wrong) {
    Life life = new Life(random, wrong);
    for (int i = 0; i < STEPS; i++) {
      life.step();
    }
    life.settle();
    life.check();
  }

  @Test
  void inTheEndTheAdServerKnowsWhatTheDocumentsSay() {
    Seeded.runs(LIVES, random -> live(random, Wrong.NOBODY));
  }

  @ParameterizedTest
  @EnumSource(names = "NOBODY", mode = EnumSource.Mode.EXCLUDE)
  void whoDoesItWrongIsFound(Wrong wrong) {
    for (long seed = 0; seed < LIVES_OF_THE_WRONG; seed++) {
      try {
        live(new Random(seed), wrong);
      } catch (AssertionError found) {
        return;
      }
    }
    throw new AssertionError("not found: " + wrong);
  }
}
