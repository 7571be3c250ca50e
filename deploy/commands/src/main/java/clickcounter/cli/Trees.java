package clickcounter.cli;

import static java.util.Comparator.reverseOrder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Deletes directories. */
public final class Trees {
  private Trees() {}

  /**
   * Deletes a file, or a directory and its content, if it is there. Links are deleted, not
   * followed.
   */
  public static void delete(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> all = Files.walk(path)) {
      for (Path each : all.sorted(reverseOrder()).toList()) {
        Files.delete(each);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
