package clickcounter.defer;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Seeded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Compares the scheduler with its claims: random documents, changes and answers, on a simulated
 * clock.
 */
class WriteSchedulerSimulationTest {
  private static final int RUN_MS = 4_000;

  /** What the test knows of one document. */
  private static final class Document {
    final PutSlot<Integer> slot;
    long changedAtMs = -1;
    long changedInFlightAtMs = -1;
    long lastStartMs = Long.MIN_VALUE / 2;
    boolean inFlight;
    boolean hurried;

    Document(int number) {
      slot = new PutSlot<>(number, PutSlot.NEVER);
    }
  }

  private record Put(Document document, long endsAtMs) {}

  private static final class Simulation {
    final Random random;
    final WriteLimits limits;
    final WriteScheduler<Integer> scheduler;
    final List<Document> documents = new ArrayList<>();
    final List<Put> puts = new ArrayList<>();
    final List<Long> starts = new ArrayList<>();
    final boolean hurries;
    final int putMs;
    final double changesPerMs;
    long nowMs;

    Simulation(Random random) {
      this.random = random;
      limits =
          new WriteLimits(
              random.nextInt(4) * 100L,
              random.nextInt(1, 10),
              random.nextBoolean() ? 0 : random.nextInt(1, 500));
      scheduler = new WriteScheduler<>(limits);
      for (int i = random.nextInt(1, 60); i > 0; i--) {
        documents.add(new Document(documents.size()));
      }
      hurries = random.nextBoolean();
      putMs = random.nextInt(1, 100);
      changesPerMs = random.nextDouble() * 2;
    }

    void run() {
      while (nowMs < RUN_MS) {
        changeSome();
        tick();
      }
      drain();
    }

    void tick() {
      endPuts();
      startPuts();
      check();
      nowMs++;
    }

    /** Checks that every change is followed by a put. */
    void drain() {
      long until = nowMs + 60_000 + 1000L * documents.size();
      while (nowMs < until && !(puts.isEmpty() && waiting() == 0)) {
        tick();
      }
      assertThat(documents)
          .allSatisfy(
              d -> assertThat(d.changedAtMs).as("document %s", d.slot.owner()).isNegative());
    }

    private long waiting() {
      return documents.stream().filter(d -> !d.inFlight && d.changedAtMs >= 0).count();
    }

    void changeSome() {
      for (double d = changesPerMs; d > random.nextDouble(); d--) {
        Document document = documents.get(random.nextInt(documents.size()));
        boolean hurry = hurries && random.nextInt(10) == 0;
        change(document, hurry);
      }
    }

    void change(Document document, boolean hurry) {
      if (document.inFlight) {
        document.changedInFlightAtMs =
            document.changedInFlightAtMs < 0 ? nowMs : document.changedInFlightAtMs;
      } else if (document.changedAtMs < 0) {
        document.changedAtMs = nowMs;
      }
      document.hurried |= hurry;
      if (hurry) {
        scheduler.hurry(document.slot, nowMs);
      } else {
        scheduler.changed(document.slot, nowMs);
      }
    }

    void endPuts() {
      for (int i = puts.size() - 1; i >= 0; i--) {
        if (puts.get(i).endsAtMs() <= nowMs) {
          Document document = puts.remove(i).document();
          document.inFlight = false;
          document.changedAtMs = document.changedInFlightAtMs;
          document.changedInFlightAtMs = -1;
          scheduler.finished(document.slot, nowMs);
          maybeDrop(document);
        }
      }
    }

    void maybeDrop(Document document) {
      if (random.nextInt(50) == 0) {
        scheduler.drop(document.slot);
        document.changedAtMs = -1;
        document.hurried = false;
      }
    }

    void startPuts() {
      for (PutSlot<Integer> slot = scheduler.next(nowMs);
          slot != null;
          slot = scheduler.next(nowMs)) {
        start(documents.get(slot.owner()));
      }
    }

    void start(Document document) {
      assertThat(document.inFlight).as("a second put of one document").isFalse();
      assertThat(document.changedAtMs).as("a put without a change").isNotNegative();
      assertThat(document.slot.changedAtMs()).isEqualTo(document.changedAtMs);
      if (!document.hurried) {
        assertThat(nowMs - document.lastStartMs)
            .as("ms since the last put of a hot document")
            .isGreaterThanOrEqualTo(limits.deferralMs());
      }
      checkDeadlines(document);
      document.inFlight = true;
      document.changedAtMs = -1;
      document.hurried = false;
      document.lastStartMs = nowMs;
      starts.add(nowMs);
      puts.add(new Put(document, nowMs + random.nextInt(putMs)));
    }

    private void checkDeadlines(Document started) {
      for (Document other : documents) {
        boolean waits = other.changedAtMs >= 0 && !other.inFlight;
        boolean late = waits && other.changedAtMs + limits.deferralMs() <= nowMs;
        if (late) {
          assertThat(started.changedAtMs)
              .as("a document changed later, started while another is past its deadline")
              .isLessThanOrEqualTo(other.changedAtMs);
        }
      }
    }

    void check() {
      assertThat(puts.size()).isLessThanOrEqualTo(limits.maxPutsInFlight());
      checkRate();
      checkWorkConserving();
    }

    /** Checks that the last second had no more puts than the rate and a burst. */
    private void checkRate() {
      if (limits.maxPutsPerSecond() > 0) {
        long inLastSecond = starts.stream().filter(s -> s > nowMs - 1000).count();
        double most =
            limits.maxPutsPerSecond() + Math.max(1, limits.maxPutsPerSecond() * 0.05) + 0.001;
        assertThat((double) inLastSecond).isLessThanOrEqualTo(most);
        starts.removeIf(s -> s <= nowMs - 1000);
      }
    }

    /** Checks that a document that is due waits only for the bounds. */
    private void checkWorkConserving() {
      boolean free = puts.size() < limits.maxPutsInFlight() && limits.maxPutsPerSecond() == 0;
      if (free) {
        for (Document d : documents) {
          boolean notWrittenRecently = d.lastStartMs + limits.deferralMs() <= nowMs;
          boolean waits = !d.inFlight && d.changedAtMs >= 0;
          assertThat(waits && (notWrittenRecently || d.hurried))
              .as("not written recently, and not written at once")
              .isFalse();
        }
      }
    }
  }

  @Test
  void ofEqualDeadlinesTheOneThatChangedFirstIsWrittenFirst() {
    WriteScheduler<Integer> scheduler = new WriteScheduler<>(new WriteLimits(100, 1, 0));
    for (int number = 0; number < 200; number++) {
      scheduler.changed(new PutSlot<>(number, PutSlot.NEVER), 7);
    }
    for (int number = 0; number < 200; number++) {
      PutSlot<Integer> next = scheduler.next(8);
      assertThat(next.owner()).isEqualTo(number);
      scheduler.finished(next, 8);
    }
    assertThat(scheduler.next(8)).isNull();
  }

  @Test
  void everyClaimHoldsInRandomRuns() {
    Seeded.runs(40, random -> new Simulation(random).run());
  }

  @Test
  void underOverloadTheRateStaysAndPutsTakeMoreChanges() {
    WriteScheduler<Integer> scheduler = new WriteScheduler<>(new WriteLimits(100, 1000, 200));
    List<PutSlot<Integer>> slots = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      slots.add(new PutSlot<>(i, PutSlot.NEVER));
    }
    int[] startedInSecond = new int[10];
    for (int nowMs = 0; nowMs < 10_000; nowMs++) {
      for (int i = 0; i < 10; i++) {
        scheduler.changed(slots.get((nowMs * 10 + i) % 1000), nowMs);
      }
      for (PutSlot<Integer> s = scheduler.next(nowMs); s != null; s = scheduler.next(nowMs)) {
        startedInSecond[nowMs / 1000]++;
        scheduler.finished(s, nowMs);
      }
    }
    for (int second = 1; second < 10; second++) {
      assertThat(startedInSecond[second]).as("second %d", second).isBetween(199, 201);
    }
  }

  /** Like counters: all documents change all the time, and the rate allows a few puts. */
  @Test
  void manyThatChangeAllTheTimeShareTheRate() {
    int documents = 200;
    int perSecond = 50;
    WriteScheduler<Integer> scheduler =
        new WriteScheduler<>(new WriteLimits(100, 1_000, perSecond, 60_000));
    int[] puts = putsOf(scheduler, documents, 20_000);

    assertThat(Arrays.stream(puts).sum()).isBetween(19 * perSecond, 20 * perSecond + 10);
    assertThat(Arrays.stream(puts).boxed())
        .as("each in its turn")
        .allMatch(count -> count >= 4 && count <= 6);
  }

  @Test
  void theRateYieldsToWhatHasWaitedForAsLongAsItMay() {
    long maxWaitMs = 1_000;
    WriteScheduler<Integer> scheduler =
        new WriteScheduler<>(new WriteLimits(100, 1_000, 1, maxWaitMs));
    int[] puts = putsOf(scheduler, 200, 20_000);

    assertThat(Arrays.stream(puts).boxed()).allMatch(count -> count >= 18 && count <= 22);
  }

  private static int[] putsOf(WriteScheduler<Integer> scheduler, int documents, long forMs) {
    List<PutSlot<Integer>> slots = new ArrayList<>();
    for (int i = 0; i < documents; i++) {
      slots.add(new PutSlot<>(i, PutSlot.NEVER));
    }
    int[] puts = new int[documents];
    for (long nowMs = 0; nowMs < forMs; nowMs += 5) {
      for (PutSlot<Integer> slot : slots) {
        scheduler.changed(slot, nowMs);
      }
      for (PutSlot<Integer> due = scheduler.next(nowMs); due != null; due = scheduler.next(nowMs)) {
        puts[due.owner()]++;
        scheduler.finished(due, nowMs);
      }
    }
    return puts;
  }
}
