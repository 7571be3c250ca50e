package clickcounter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The production's tasks keep the promise in every simulated life: each event counted once, totals
 * right, nothing marked that is not durable, all quiet when faults stop. That this would be seen if
 * it were not so is what {@link MutantsTest} shows.
 *
 * <p>The seeds are always the same, so that what is red was broken by a change. The first seeds are
 * lived by {@code mvn verify}, all of them by {@code .ci/run}. {@code deploy/clicks dev simulate}
 * lives fresh ones.
 */
@Tag("slow")
class SimulationTest {
  private static final String LONG = "long";
  private static final long FIRST_SEEDS = 60;
  private static final long SEEDS = 260;

  /** Each of these lives in all ways; the others in three of them, every fourth in all. */
  private static final long SEEDS_OF_ALL_WAYS = 80;

  /** How often each claim is checked at least in all these lives. */
  private static final long OFTEN = 10_000;

  private static final Map<Invariant, Long> RARELY_CHECKED =
      Map.of(
          Invariant.SPAN, 5_000L,
          Invariant.END_OF_COUNTER, 5_000L,
          Invariant.DECISIONS, 2_000L,
          Invariant.BLOCKED, 5_000L,
          Invariant.QUIET, 1_000L,
          Invariant.CALM, 100L,
          Invariant.REJECTS, 500L,
          Invariant.STATES, 1_000L,
          Invariant.AUDIT, 40L,
          Invariant.RECOUNTED, 200L);

  private static List<Life.Result> firstLives;
  private static List<Life.Result> otherLives;

  private static List<Life.Result> firstLives() {
    if (firstLives == null) {
      firstLives = live(inSomeWays(1, FIRST_SEEDS));
    }
    return firstLives;
  }

  private static List<Life.Result> allLives() {
    if (otherLives == null) {
      Stream<Script> inAllWays =
          LongStream.rangeClosed(SEEDS + 1, SEEDS + SEEDS_OF_ALL_WAYS)
              .boxed()
              .flatMap(s -> scripts(s, List.of(LifeKind.values())));
      otherLives = live(Stream.concat(inSomeWays(FIRST_SEEDS + 1, SEEDS), inAllWays));
    }
    return Stream.concat(firstLives().stream(), otherLives.stream()).toList();
  }

  private static Stream<Script> inSomeWays(long firstSeed, long lastSeed) {
    return LongStream.rangeClosed(firstSeed, lastSeed)
        .boxed()
        .flatMap(s -> scripts(s, LifeKind.among(s)));
  }

  private static Stream<Script> scripts(long seed, List<LifeKind> kinds) {
    return kinds.stream().map(kind -> kind.script(seed));
  }

  private static List<Life.Result> live(Stream<Script> lives) {
    List<Script> scripts = lives.toList();
    return IntStream.range(0, scripts.size())
        .parallel()
        .mapToObj(i -> Life.run(scripts.get(i)))
        .toList();
  }

  /** A check that is not made cannot fail. */
  @Test
  void everyLifeOfTheFirstSeedsKeepsThePromiseAndEachClaimIsChecked() {
    requireKept(firstLives());
    Statistics all = statistics(firstLives());
    assertThat(Invariant.values()).allMatch(invariant -> all.checks(invariant) > 0);
  }

  @Test
  @Tag(LONG)
  void everyLifeOfTheFixedSeedsKeepsThePromise() {
    requireKept(allLives());
  }

  private static void requireKept(List<Life.Result> lives) {
    assertThat(lives)
        .filteredOn(Life.Result::failed)
        .extracting(SimulationTest::whatFailed)
        .isEmpty();
  }

  private static Statistics statistics(List<Life.Result> lives) {
    Statistics all = new Statistics();
    lives.forEach(life -> all.add(life.statistics()));
    return all;
  }

  private static String whatFailed(Life.Result failed) {
    return "seed %d, %s: %s: %s"
        .formatted(
            failed.script().seed(), failed.script().noise(), failed.check(), failed.failure());
  }

  /** A fault that does not take place proves nothing. */
  @Test
  @Tag(LONG)
  void allGoesWrongThatMay() {
    Statistics all = statistics(allLives());
    System.out.println(all.lines());
    assertThat(all.of(Tally.SIBLINGS)).isGreaterThan(1_000);
    assertThat(all.of(Tally.DOUBTS)).isGreaterThan(5_000);
    assertThat(all.of(Tally.CRASHES)).isGreaterThan(500);
    assertThat(all.of(Tally.OVERLAPS)).isGreaterThan(500);
    assertThat(all.of(Tally.REDELIVERIES)).isGreaterThan(1_000);
    assertThat(all.of(Tally.TIME_OUTS)).isGreaterThan(1_000);
    assertThat(all.of(Tally.DEATHS)).isGreaterThan(300);
    assertThat(all.of(Tally.REFUSED_EVENTS)).isGreaterThan(300);
    assertThat(all.of(Tally.ARCHIVE_TROUBLES)).isGreaterThan(10);
    assertThat(all.of(Tally.REBUILT)).isGreaterThan(100);
    assertThat(all.of(Tally.EMPTIED)).isGreaterThan(200);
    assertThat(all.of(Tally.SKEWED)).isGreaterThan(1_000);
    assertThat(all.of(Tally.CLOCK_JUMPS)).isGreaterThan(200);
    assertThat(all.of(Tally.SERVICE_CLOCK_JUMPS)).isGreaterThan(100);
    assertThat(all.of(Tally.REFUSED)).isGreaterThan(10);
    assertThat(all.of(Tally.BLOCKED)).isGreaterThan(10L);
    assertThat(all.of(Tally.RECOUNTS)).isGreaterThan(200);
    assertThat(all.of(Tally.STATES_SENT)).isGreaterThan(1_000);
    assertThat(all.of(Tally.ABSENCES)).isGreaterThan(20);
    assertThat(all.of(Tally.HOURS_IN_WINDOW)).isGreaterThan(100_000);
    assertThat(all.of(Tally.HOURS_BEHIND_WINDOW)).isGreaterThan(1_000);
    assertThat(all.of(Tally.JUDGED)).isGreaterThan(10_000);
    assertThat(all.of(Tally.HOURS_BELOW_ZERO)).isGreaterThan(500);
    assertThat(all.of(Tally.RECOUNTS_OF_COUNTERS)).isGreaterThan(100);
    assertThat(all.of(Tally.COMMANDS_KILLED)).isGreaterThan(50);
    assertThat(all.of(Tally.RETIRED)).isGreaterThan(100);
    assertThat(all.of(Tally.DELETED)).isGreaterThan(50);
    assertThat(all.of(Tally.CLOSES)).isGreaterThan(50);
    assertThat(all.of(Tally.DELETED_CRASHED)).isGreaterThan(4);
  }

  @Test
  @Tag(LONG)
  void eachClaimIsHeldAgainstWhatHappens() {
    Statistics all = statistics(allLives());
    for (Invariant invariant : Invariant.values()) {
      System.out.println(invariant + ": " + all.checks(invariant));
      assertThat(all.checks(invariant))
          .as("checks of %s (%s)", invariant, invariant.claim)
          .isGreaterThan(RARELY_CHECKED.getOrDefault(invariant, OFTEN));
    }
  }

  /** In one JVM one way and the other, in classes that were never used, and in a JVM of its own. */
  @Test
  void aSeedDeterminesItsLife() throws Exception {
    List<Long> some = Traces.lives(1_001, 1_008);
    List<Long> backwards = new ArrayList<>(some);
    Collections.reverse(backwards);
    Process other = otherJvm(some);
    List<Long> traces = new Traces().apply(some);
    List<Long> again = new ArrayList<>(new Traces().apply(backwards));
    Collections.reverse(again);
    assertThat(again).isEqualTo(traces);
    assertThat(traces).doesNotHaveDuplicates();
    assertThat(new MutantWorlds(MutatedSources.repository()).traces(some)).isEqualTo(traces);
    List<String> told = new String(other.getInputStream().readAllBytes()).lines().toList();
    assertThat(other.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(told).containsExactlyElementsOf(traces.stream().map(String::valueOf).toList());
  }

  private static Process otherJvm(List<Long> some) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dlog4j2.configurationFile=" + System.getProperty("log4j2.configurationFile"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Traces.class.getName()));
    some.forEach(life -> command.add(life.toString()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
