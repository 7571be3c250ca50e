package clickcounter.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands to copy read the same settings. */
class ReachTest {
  @TempDir private Path data;

  @AfterEach
  void forget() {
    System.clearProperty("clicks.data");
  }

  @Test
  void localSystemInItsUsualDirectoryNeedsNoOption() {
    System.setProperty("clicks.data", data.toString());
    assertThat(Reach.ofLocal(data.resolve("local")).archives(List.of("documents", "audit")))
        .isEqualTo("deploy/clicks documents audit");
  }

  @Test
  void archivesThatNoSettingNamesAreLeftToThePerson() {
    assertThat(new Reach(List.of(), false).archives(List.of("documents", "audit")))
        .isEqualTo("deploy/clicks documents audit ARCHIVE");
  }

  @Test
  void localSystemElsewhereIsNamedByItsSettings() {
    assertThat(Reach.ofLocal(data).command(List.of("documents", "audit"), List.of()))
        .isEqualTo("deploy/clicks documents audit --settings " + data.resolve("clicks.yaml"));
  }
}
