package clickcounter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.riak.BucketKind;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The production's tasks keep the promise in every simulated life: each event counted once, totals
 * right, nothing marked that is not durable, all quiet when faults stop. That this would be seen if
 * it were not so is what {@link MutantsTest} shows.
 *
 * <p>{@code -Dsimulation.seconds=600} lets the random lives go on for longer, {@code
 * -Dsimulation.seed=S} starts them at a seed.
 */
class SimulationTest {
  private static final int FIXED_SEEDS = 6;
  private static final int MOST_DRAWN = 1_000_000_000;

  @ParameterizedTest
  @EnumSource(BucketKind.class)
  void everyLifeOfTheFixedSeedsKeepsThePromise(BucketKind kind) {
    LongStream.rangeClosed(1, FIXED_SEEDS)
        .forEach(
            seed -> {
              requireKept(Script.draw(seed).with(kind));
              requireKept(Script.drawNoisy(seed).with(kind));
              requireKept(Script.drawHostile(seed).with(kind));
              requireKept(Script.drawCalm(seed).with(kind));
            });
  }

  @Test
  void aSeedDeterminesItsLife() {
    Life.Result once = Life.run(Script.drawNoisy(FIXED_SEEDS));
    Life.Result again = Life.run(Script.drawNoisy(FIXED_SEEDS));
    assertThat(again.statistics().steps).isEqualTo(once.statistics().steps);
    assertThat(again.statistics()).hasToString(once.statistics().toString());
  }

  @Test
  void everyLifeOfFreshSeedsKeepsThePromise() {
    long seed = Long.getLong("simulation.seed", new SecureRandom().nextInt(MOST_DRAWN));
    System.out.println("simulation: first seed " + seed);
    Lives lives = new Lives(seed);
    lives.liveFor(TimeUnit.SECONDS.toNanos(Long.getLong("simulation.seconds", 60)));
    lives.perMinute().forEach(System.out::println);
    assertThat(lives.failed()).as(() -> "first seed " + seed + ", " + whatFailed(lives)).isNull();
  }

  @Test
  void allGoesWrongThatMay() {
    Statistics all = new Statistics();
    for (BucketKind kind : BucketKind.values()) {
      LongStream.rangeClosed(1, FIXED_SEEDS)
          .forEach(seed -> all.add(Life.run(Script.drawNoisy(seed).with(kind)).statistics()));
    }
    assertThat(all.siblings).isPositive();
    assertThat(all.conflicts).isPositive();
    assertThat(all.doubts).isPositive();
    assertThat(all.crashes).isPositive();
    assertThat(all.overlaps).isPositive();
    assertThat(all.redeliveries).isPositive();
    assertThat(all.timeOuts).isPositive();
    assertThat(all.deaths).isPositive();
    assertThat(all.refusedEvents).isPositive();
    assertThat(all.archiveTroubles).isPositive();
  }

  private static String whatFailed(Lives lives) {
    Life.Result failed = lives.failed();
    return failed == null
        ? "none failed"
        : "seed " + failed.script().seed() + ": " + failed.failure();
  }

  private static void requireKept(Script script) {
    Life.Result result = Life.run(script);
    assertThat(result.failure())
        .as(() -> "seed " + script.seed() + ", " + script.kind() + ", " + script.noise())
        .isNull();
  }
}
