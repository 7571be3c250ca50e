package clickcounter.cluster;

import clickcounter.topology.Settings;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Submits a topology as {@code storm jar} does: runs the jar's main class with Storm's jars. */
public final class Submission {
  private static final String MAIN = "clickcounter.topology.Main";

  private final Cluster cluster;
  private final Path jar;

  public Submission(Cluster cluster, Path jar) {
    this.cluster = cluster;
    this.jar = jar;
  }

  /**
   * Submits the topology.
   *
   * @param configuration a file of settings, or null
   * @param log gets what Storm logs
   * @return the exit status of the main class, from the table that all commands share
   * @throws IllegalArgumentException naming the wrong setting
   */
  public int run(
      String name,
      Path configuration,
      Map<String, String> overrides,
      Appendable out,
      ProcessBuilder.Redirect log)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(commandLine(name, configuration, overrides))
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectError(log)
            .start();
    try (var lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        out.append(line).append(System.lineSeparator());
      }
    }
    return process.waitFor();
  }

  private List<String> commandLine(String name, Path configuration, Map<String, String> overrides) {
    Directories directories = cluster.directories();
    List<String> line =
        new ArrayList<>(
            List.of(
                Program.javaExecutable(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dstorm.home=" + directories.programs(),
                "-Dstorm.log.dir=" + directories.logs(),
                "-Dlogfile.name=submit.log",
                "-Dlog4j.configurationFile=" + directories.logging().resolve("submit.xml"),
                "-Dstorm.options=",
                "-Dstorm.conf.file="
                    + new StormFiles(directories, cluster.options(), ClusterExtras.NONE).client(),
                "-Dstorm.jar=" + jar,
                "-Dstorm.dependency.jars=",
                "-Dstorm.dependency.artifacts={}",
                "-cp",
                Programs.submissionClassPath(directories, jar),
                MAIN,
                "--name=" + name));
    if (configuration != null) {
      line.add("--settings=" + configuration.toAbsolutePath());
    }
    addresses(configuration, overrides)
        .forEach((key, value) -> line.add("--set=" + key + "=" + value));
    overrides.forEach((key, value) -> line.add("--set=" + key + "=" + value));
    return line;
  }

  /** The addresses of this cluster's broker and Riak, unless the settings name others. */
  private Map<String, String> addresses(Path configuration, Map<String, String> overrides) {
    Settings settings = Settings.defaults();
    if (configuration != null) {
      settings = settings.withFile(configuration);
    }
    settings = settings.withAll(overrides);
    Map<String, String> addresses = new TreeMap<>();
    putUnlessSet(settings, "broker.url", cluster.options().brokerUrl(), addresses);
    putUnlessSet(settings, "riak.nodes", cluster.options().riakNodes(), addresses);
    return addresses;
  }

  private static void putUnlessSet(
      Settings settings, String key, String value, Map<String, String> addresses) {
    if (!settings.isGiven(key)) {
      addresses.put(key, value);
    }
  }
}
