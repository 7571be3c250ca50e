package clickcounter.cluster;

import clickcounter.replay.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** What to submit. */
final class SubmitOptions {
  /** As the topology's own main class says it. */
  private static final int WRONG_SETTINGS = 2;

  @Option(names = "--config", paramLabel = "FILE", description = "YAML file of settings.")
  private Path configuration;

  @Option(
      names = "-c",
      paramLabel = "KEY=VALUE",
      description =
          "One setting, such as -c workers=2; may be repeated. Unless told otherwise broker and Riak are the"
              + " cluster's.")
  private final Map<String, String> overrides = new LinkedHashMap<>();

  @Option(
      names = "--jar",
      paramLabel = "FILE",
      description = "Default: topology/target/topology-*-storm.jar")
  private Path jar;

  /** Submits; the exit status. */
  int submit(Cluster cluster, String name, Terminal terminal)
      throws IOException, InterruptedException {
    Path what = jar != null ? jar.toAbsolutePath() : Programs.topologyJar(Programs.home());
    try {
      return new Submission(cluster, what)
          .run(name, configuration, overrides, terminal.out(), ProcessBuilder.Redirect.INHERIT);
    } catch (IllegalArgumentException e) {
      terminal.err().println("not submitted: " + e.getMessage());
      return WRONG_SETTINGS;
    }
  }
}
