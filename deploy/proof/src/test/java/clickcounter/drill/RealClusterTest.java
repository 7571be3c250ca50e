package clickcounter.drill;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Trees;
import clickcounter.cluster.Installation;
import clickcounter.drill.DrillResult.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Short drills on a real cluster: ZooKeeper, Nimbus, supervisors, workers, broker and development
 * node, each a process. Their logs stay in {@code target/drill-test}.
 *
 * <p>All drills, and longer ones: {@code deploy/clicks dev drill all}.
 */
@Tag("slow")
@Tag("long")
class RealClusterTest {
  private static final Path HOME = Path.of("..", "..").toAbsolutePath().normalize();
  private static final long LASTING_MS = 4_000;
  private static final Path DIRECTORY = Path.of("target", "drill-test").toAbsolutePath();

  /** The drills that do not wait a minute for Storm to miss something. */
  private static final List<String> SHORT = List.of("worker-kill", "broker-kill", "store-restart");

  @Test
  void shortDrillsLoseNothingDoubleNothingAndProveTheirFaults() throws Exception {
    List<Drills.Kind> drills = Drills.named(SHORT);
    Trees.delete(DIRECTORY);
    Files.createDirectories(DIRECTORY);
    // Failed sends are expected here.
    Configurator.setLevel("clickcounter.jms", Level.OFF);
    System.out.println(DrillResult.heading());
    List<DrillResult> results = new ArrayList<>();
    TestBed.Setting setting =
        new TestBed.Setting(
            HOME,
            Installation.in(HOME).topologyJar(),
            0,
            LASTING_MS,
            DrillStore.DEVELOPMENT,
            new LinkedHashSet<>(),
            what -> {});
    new DrillSeries(
            DIRECTORY,
            setting,
            result -> {
              results.add(result);
              System.out.println(result.row() + " attempts: " + result.attempts());
            })
        .run(drills);
    System.out.println(DrillResult.summary(results));

    assertThat(results)
        .extracting(DrillResult::drill)
        .containsExactlyElementsOf(drills.stream().map(Drills.Kind::name).toList());
    assertThat(results)
        .allSatisfy(
            result -> {
              assertThat(result.outcome()).as(result.row()).isEqualTo(Outcome.PASSED);
              assertThat(result.events()).as(result.row()).isPositive();
            });
  }
}
