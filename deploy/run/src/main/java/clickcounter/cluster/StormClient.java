package clickcounter.cluster;

import clickcounter.cli.Home;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * How a program that submits a topology finds its cluster, as {@code storm jar} sets it up.
 *
 * @param home Storm's home
 * @param libraries the directory with Storm's jars
 * @param logging the logging configuration, as a URL or a file
 * @param configuration Storm's {@code storm.yaml}, or null for Storm's defaults
 * @param options settings of Storm as JSON, over those of the file
 */
public record StormClient(
    Path home, Path libraries, String logging, Path configuration, Map<String, String> options) {
  private static final String MAIN = "clickcounter.topology.Main";

  public StormClient {
    options = Map.copyOf(options);
  }

  /**
   * For a submission from here.
   *
   * @throws IOException if Storm's jars are not there
   */
  static StormClient remote(Path configuration, Map<String, String> options) throws IOException {
    return new StormClient(
        Home.directory(),
        Installation.in(Home.directory()).requireWorkerLibraries(),
        Objects.requireNonNull(StormClient.class.getResource("submit.xml")).toString(),
        configuration,
        options);
  }

  /**
   * Submits a topology as {@code storm jar} does: runs the jar's main class with Storm's jars.
   *
   * @param settings a file of settings, or null
   * @param out gets each line that it prints
   * @param log gets what Storm logs
   * @return the exit status of the main class, from the table that all commands share
   */
  public int submit(
      Path jar,
      Path settings,
      Map<String, String> overrides,
      Consumer<String> out,
      ProcessBuilder.Redirect log)
      throws IOException, InterruptedException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1"));
    line.addAll(jvmOptions(jar));
    line.addAll(List.of("-cp", libraries.resolve("*") + File.pathSeparator + jar, MAIN));
    if (settings != null) {
      line.add("--settings=" + settings.toAbsolutePath());
    }
    overrides.forEach((key, value) -> line.add("--set=" + key + "=" + value));
    Process process =
        new ProcessBuilder(line)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectError(log)
            .start();
    try (BufferedReader lines = process.inputReader()) {
      lines.lines().forEach(out);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return process.waitFor();
  }

  List<String> jvmOptions(Path jar) {
    return List.of(
        "-Dstorm.home=" + home,
        "-Dlogfile.name=submit.log",
        "-Dlog4j.configurationFile=" + logging,
        "-Dstorm.options=" + encodedOptions(),
        // Storm takes an empty name for its storm.yaml on the class path.
        "-Dstorm.conf.file=" + (configuration == null ? "" : configuration),
        "-Dstorm.jar=" + jar,
        "-Dstorm.dependency.jars=",
        "-Dstorm.dependency.artifacts={}");
  }

  /** Storm splits the options at commas, and decodes each. */
  private String encodedOptions() {
    return options.entrySet().stream()
        .map(option -> option.getKey() + "=" + option.getValue())
        .map(option -> URLEncoder.encode(option, StandardCharsets.UTF_8))
        .collect(Collectors.joining(","));
  }
}
