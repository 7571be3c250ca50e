package clickcounter.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the files are that a submission needs: in a checkout that was built, or in an unpacked
 * distribution.
 *
 * @param topology the directory with the topology's jar
 * @param workerLibraries Storm's jars: the class path of workers and submissions
 */
public record Installation(Path topology, Path workerLibraries) {
  private static final String DISTRIBUTED = "lib-worker";

  /** The installation in this directory. Nothing is checked yet. */
  public static Installation in(Path home) {
    Path distributed = home.resolve(DISTRIBUTED);
    return Files.isDirectory(distributed)
        ? new Installation(home.resolve("topology"), distributed)
        : new Installation(
            home.resolve(Path.of("topology", "target")),
            home.resolve(Path.of("deploy", "run", "target", "storm", DISTRIBUTED)));
  }

  /**
   * The jar for {@code storm jar}.
   *
   * @throws IOException if it has not been built
   */
  public Path topologyJar() throws IOException {
    if (Files.isDirectory(topology)) {
      try (Stream<Path> files = Files.list(topology)) {
        List<Path> jars =
            files.filter(file -> file.getFileName().toString().endsWith("-storm.jar")).toList();
        if (jars.size() == 1) {
          return jars.get(0);
        }
      }
    }
    throw new IOException(
        "expected one topology-*-storm.jar in "
            + topology
            + ": in a checkout, build with 'mvn package', after 'mvn clean' if"
            + " there are several");
  }

  /**
   * Storm's jars for workers.
   *
   * @throws IOException if they are not there
   */
  public Path requireWorkerLibraries() throws IOException {
    if (!Files.isDirectory(workerLibraries)) {
      throw new IOException(
          "expected Storm's jars for workers in " + workerLibraries + ": build with 'mvn package'");
    }
    return workerLibraries;
  }
}
