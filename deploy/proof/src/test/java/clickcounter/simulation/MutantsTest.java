package clickcounter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The simulation sees: each wrong decision is found in the life and by the claim that {@code
 * mutants.md} names, and the unchanged code keeps the promise in that life.
 *
 * <p>Where a change of the simulation or of the code has changed the life, the test fails, and says
 * whether another life is found wrong by that claim. {@link #REWRITE} writes the table anew. {@code
 * -Dmutants.only=TEXT,TEXT} tries, or writes, only those whose name contains one of the texts. The
 * first that each claim finds is tried by {@code mvn verify}, all of them with {@code
 * -Dtests.excluded=none}.
 */
@Tag("slow")
class MutantsTest {
  static final String REWRITE =
      "mvn -pl deploy/proof -am verify -Dtest=MutantsTest -Dsurefire.failIfNoSpecifiedTests=false"
          + " -Dtests.excluded=none -Dmutants.write=true [-Dmutants.only=NAME,NAME]";

  private static final int MINUTES = 40;
  private static final boolean WRITE = Boolean.getBoolean("mutants.write");
  private static final MutantWorlds WORLDS = new MutantWorlds(MutatedSources.repository());
  private static final MutantTable TABLE = MutantTable.read();
  private static final ExecutorService POOL =
      Executors.newFixedThreadPool(Math.max(1, Runtime.getRuntime().availableProcessors()));
  private static final Map<String, Future<Hunted>> HUNTED = new LinkedHashMap<>();

  /** By their numbers: how lives of the unchanged code went. */
  private static final Map<Long, Hunted> UNCHANGED = new ConcurrentHashMap<>();

  /** The names of those that are the first of their claim. */
  private static final Set<String> FIRST = firstNames();

  private static Set<String> firstNames() {
    Map<String, String> nameByClaim = new LinkedHashMap<>();
    for (Mutant mutant : Mutants.all()) {
      MutantTable.Row row = TABLE.row(mutant);
      if (row != null) {
        nameByClaim.putIfAbsent(row.claim(), mutant.name());
      }
    }
    return Set.copyOf(nameByClaim.values());
  }

  static List<Mutant> firstOfEachClaim() {
    return hunted(m -> FIRST.contains(m.name()));
  }

  static List<Mutant> others() {
    return hunted(m -> !FIRST.contains(m.name()));
  }

  /** All of them at once, on all processors. */
  private static List<Mutant> hunted(Predicate<Mutant> which) {
    List<String> texts = List.of(System.getProperty("mutants.only", "").split(","));
    List<Mutant> mutants =
        Mutants.all().stream()
            .filter(m -> texts.stream().anyMatch(m.name()::contains))
            .filter(which)
            .toList();
    mutants.forEach(m -> HUNTED.put(m.name(), POOL.submit(() -> WRITE ? search(m) : again(m))));
    return mutants;
  }

  @AfterAll
  static void end() {
    POOL.shutdownNow();
  }

  /** In the first life that any claim finds wrong. */
  private static Hunted search(Mutant mutant) {
    return withControl(WORLDS.hunt(mutant, 0, mutant.mostLives(), mutant.claims()));
  }

  /** In the life and by the claim of the table. */
  private static Hunted again(Mutant mutant) {
    MutantTable.Row row = rowOf(mutant);
    return withControl(WORLDS.hunt(mutant, row.life() - 1, 1, Set.of(row.claim())));
  }

  private static MutantTable.Row rowOf(Mutant mutant) {
    MutantTable.Row row = TABLE.row(mutant);
    assertThat(row).as("'%s' is not in the table: %s", mutant, REWRITE).isNotNull();
    return row;
  }

  /** Lives the same life without the mutant, too. No world of its own: those load for long. */
  private static Hunted withControl(Hunted hunted) {
    UNCHANGED.computeIfAbsent(
        hunted.life(), life -> MutantWorlds.huntUnchanged(life - 1, 1, Mutant.NONE.claims()));
    return hunted;
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("firstOfEachClaim")
  void theFirstOfEachClaimIsFound(Mutant mutant) throws Exception {
    requireFound(mutant);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("others")
  @Tag("long")
  void theOthersAreFound(Mutant mutant) throws Exception {
    requireFound(mutant);
  }

  private static void requireFound(Mutant mutant) throws Exception {
    Hunted hunted = HUNTED.get(mutant.name()).get(MINUTES, TimeUnit.MINUTES);
    System.out.println(mutant.name() + ": " + hunted);
    if (!hunted.found()) {
      throw new AssertionError(whyNot(mutant, hunted));
    }
    Hunted unchanged = UNCHANGED.get(hunted.life());
    assertThat(unchanged.found() || !unchanged.others().isEmpty())
        .as("life %d fails without '%s', too: %s", hunted.life(), mutant, unchanged)
        .isFalse();
    if (WRITE) {
      TABLE.write(mutant, hunted);
    }
  }

  private static String whyNot(Mutant mutant, Hunted hunted) {
    String about = "mutant '%s' (breaks: %s) ".formatted(mutant, mutant.breaks());
    if (WRITE) {
      return about
          + "is found by no claim that counts: either it breaks nothing any more, or the simulation"
          + " has become blind for it. "
          + hunted;
    }
    MutantTable.Row row = rowOf(mutant);
    Hunted anywhere = WORLDS.hunt(mutant, 0, mutant.mostLives(), Set.of(row.claim()));
    return about
        + "is no longer found in life %d by '%s': %s. From the first life on, by this claim: %s. If that is right, write the table anew: %s"
            .formatted(row.life(), row.claim(), hunted, anywhere, REWRITE);
  }
}
