package clickcounter.replay;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The real archive, found above the working directory. */
final class Zozotown {
  private Zozotown() {}

  static Path directory() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path found = at.resolve("shared/data/zozotown");
      if (Files.isDirectory(found)) {
        return found;
      }
    }
    return Assumptions.abort("no shared/data/zozotown above the working directory");
  }
}
