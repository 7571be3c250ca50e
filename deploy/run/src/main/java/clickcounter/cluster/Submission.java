package clickcounter.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Submits a topology as {@code storm jar} does: runs the jar's main class with Storm's jars. */
public final class Submission {
  private static final String MAIN = "clickcounter.topology.Main";

  private final StormClient client;
  private final Path jar;

  public Submission(StormClient client, Path jar) {
    this.client = client;
    this.jar = jar;
  }

  /**
   * Submits the topology.
   *
   * @param configuration a file of settings, or null
   * @param out gets each line that it prints
   * @param log gets what Storm logs
   * @return the exit status of the main class, from the table that all commands share
   * @throws IllegalArgumentException naming the wrong setting
   */
  public int run(
      Path configuration,
      Map<String, String> overrides,
      Consumer<String> out,
      ProcessBuilder.Redirect log)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(commandLine(configuration, overrides))
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectError(log)
            .start();
    try (var lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        out.accept(line);
      }
    }
    return process.waitFor();
  }

  private List<String> commandLine(Path configuration, Map<String, String> overrides) {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1"));
    line.addAll(client.jvmOptions(jar));
    line.addAll(List.of("-cp", client.classPath(jar), MAIN));
    if (configuration != null) {
      line.add("--settings=" + configuration.toAbsolutePath());
    }
    overrides.forEach((key, value) -> line.add("--set=" + key + "=" + value));
    return line;
  }
}
