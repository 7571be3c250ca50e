package clickcounter.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The distribution that was packed with the commands. */
final class Unpacked {
  private Unpacked() {}

  /** Unpacks it into an empty directory, and returns the one directory that it then has. */
  static Path into(Path empty) throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("tar", "-xzf", packed().toAbsolutePath().toString())
            .directory(empty.toFile())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(status).as("of tar").isZero();
    try (Stream<Path> unpacked = Files.list(empty)) {
      List<Path> all = unpacked.toList();
      assertThat(all).as("all of it is in one directory").hasSize(1);
      return all.get(0);
    }
  }

  private static Path packed() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..", "run", "target"))) {
      return files
          .filter(file -> file.toString().endsWith(".tar.gz"))
          .findFirst()
          .orElseThrow(
              () ->
                  new AssertionError(
                      "no distribution in deploy/run/target: mvn package, no -DskipDist"));
    }
  }
}
