package clickcounter.devcluster;

import clickcounter.cli.Home;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the cluster. */
final class DataOption {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The cluster's directory (default: deploy/target/cluster).")
  private Path data;

  Directories directories() {
    return new Directories(data != null ? data : Home.data("cluster"));
  }

  /** The cluster that was started in this directory. */
  Cluster cluster() throws IOException {
    return Cluster.in(directories());
  }
}
