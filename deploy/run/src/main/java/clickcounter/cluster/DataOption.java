package clickcounter.cluster;

import clickcounter.cli.Home;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which cluster a command is about. */
final class DataOption {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The cluster's directory (default: deploy/target/cluster).")
  private Path data;

  Directories directories() {
    return new Directories(
        data != null ? data : Home.directory().resolve(Path.of("deploy", "target", "cluster")));
  }

  /** The cluster that was started there. */
  Cluster cluster() throws IOException {
    return Cluster.in(directories());
  }
}
