package clickcounter.tools.series.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildDirectoryTest {
  @TempDir private Path root;

  private Path day(String place, String content) throws IOException {
    Path day = Files.createDirectories(root.resolve(place));
    Files.writeString(day.resolve("totals.csv"), content);
    return day;
  }

  @Test
  void dayThatWasMovedAwayBeforeACrashIsPutBack() throws IOException {
    day(".building/old-2026-10-24", "old");

    new BuildDirectory(root).close();

    assertThat(root.resolve("2026-10-24/totals.csv")).hasContent("old");
    assertThat(root.resolve(".building")).doesNotExist();
  }

  @Test
  void dayThatGotItsNewFilesBeforeACrashKeepsThem() throws IOException {
    day(".building/old-2026-10-24", "old");
    day("2026-10-24", "new");

    new BuildDirectory(root).close();

    assertThat(root.resolve("2026-10-24/totals.csv")).hasContent("new");
    assertThat(root.resolve(".building")).doesNotExist();
  }
}
