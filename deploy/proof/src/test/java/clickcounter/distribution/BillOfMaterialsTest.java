package clickcounter.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The file that says what the distribution has in it, for people's tools: CycloneDX. Needs the
 * package phase, without {@code -DskipDist}.
 */
@Tag("slow")
class BillOfMaterialsTest {
  private static final Path TARGET = Path.of("..", "run", "target");

  @TempDir private static Path machine;
  private static Path home;
  private static JsonNode bill;

  /** Without the classifier. */
  private static final Map<String, JsonNode> BY_JAR = new TreeMap<>();

  @BeforeAll
  static void read() throws Exception {
    home = Unpacked.into(machine);
    Path file = TARGET.resolve(home.getFileName() + ".cdx.json");
    assertThat(file).as("made by mvn package without -o: its plugin works online only").exists();
    bill = new ObjectMapper().readTree(Files.readAllBytes(file));
    for (JsonNode each : bill.path("components")) {
      String classifier = each.path("purl").asText().replaceAll("[^?]*\\?|&?type=jar", "");
      String jar = each.path("name").asText() + "-" + each.path("version").asText();
      BY_JAR.put(jar + classifier.replace("classifier=", "-") + ".jar", each);
    }
  }

  private static List<String> jars() throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      return files
          .filter(file -> file.getParent().toString().matches(".*/lib(-worker|/duckdb)?"))
          .filter(file -> file.toString().endsWith(".jar"))
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void everyJarIsInItWithVersionAndLicenseAndNothingElseIs() throws Exception {
    String own = bill.path("metadata").path("component").path("name").asText();

    assertThat(jars())
        .hasSizeGreaterThan(50)
        .filteredOn(jar -> !jar.startsWith(own + "-"))
        .containsExactlyInAnyOrderElementsOf(BY_JAR.keySet());
    assertThat(BY_JAR.values())
        .allSatisfy(
            each -> {
              assertThat(each.path("version").asText()).isNotEmpty();
              assertThat(each.path("licenses")).as(each.path("purl").asText()).isNotEmpty();
            });
  }

  /** The same sources give the same file. */
  @Test
  void itNamesNoTimeAndNoNumberOfItsOwn() {
    assertThat(bill.path("metadata").has("timestamp")).isFalse();
    assertThat(bill.has("serialNumber")).isFalse();
  }
}
