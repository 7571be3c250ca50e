package clickcounter.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import clickcounter.pages.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The workflow of a public forge: nothing here can run it, so what is checked is what it says. */
class WorkflowTest {
  private static final Pattern PINNED = Pattern.compile("[a-z]+/[a-z-]+@v\\d+\\.\\d+\\.\\d+");

  private final Path repository = Pages.read().repository();
  private final Map<String, Object> workflow = new Yaml().load(text(".github/workflows/ci.yml"));

  WorkflowTest() throws IOException {}

  private String text(String file) throws IOException {
    return Files.readString(repository.resolve(file));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> below(Map<String, Object> from, String... names) {
    Map<String, Object> at = from;
    for (String name : names) {
      at = (Map<String, Object>) at.get(name);
    }
    return at;
  }

  @Test
  void itRunsWhatCiRunsOnEverySystemAndJdkThatIsSupported() throws IOException {
    Map<String, Object> job = below(workflow, "jobs", "test");

    assertThat(below(job, "strategy", "matrix"))
        .containsOnly(
            entry("system", List.of("debian:12", "ubuntu:24.04")),
            entry("java", List.of("17", "21", "25")));
    assertThat(job.get("steps"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .contains(Map.of("run", "bash .ci/run"));
    assertThat(text(".ci/run")).contains("\nmvn -B -ntp verify ");
    assertThat(text("README.md")).contains("`mvn -B verify`");
  }

  @Test
  void itMayOnlyReadEndsAndTakesActionsOfOneVersion() throws IOException {
    assertThat(workflow).containsEntry("permissions", Map.of("contents", "read"));
    assertThat(below(workflow, "concurrency")).containsEntry("cancel-in-progress", true);
    assertThat(below(workflow, "jobs", "test")).containsKey("timeout-minutes");
    List<String> actions =
        text(".github/workflows/ci.yml")
            .lines()
            .filter(line -> line.contains("uses:"))
            .map(line -> line.replaceAll(".*uses:\\s*", ""))
            .toList();
    assertThat(actions).hasSize(2).allMatch(action -> PINNED.matcher(action).matches());
  }
}
