package clickcounter.topology;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.InvalidTopologyException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Submits the topology: the main class for {@code storm jar}. */
@Command(
    name = "click-counter",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Submits the topology to a Storm cluster.",
    footer = {
      "",
      "Example:",
      "  storm jar click-counter-topology.jar clickcounter.topology.Main --name clicks --config clicks.yaml -c adsTasks=8",
      "",
      "Exit codes: 0 submitted, 1 refused by Storm, 2 wrong options or settings."
    })
public final class Main implements Callable<Integer> {
  @Option(
      names = "--name",
      defaultValue = "click-counter",
      description = "The topology's name (default: ${DEFAULT-VALUE}).")
  private String name;

  @Option(names = "--config", paramLabel = "FILE", description = "YAML file of settings.")
  private Path configFile;

  @Option(names = "-c", paramLabel = "KEY=VALUE", description = "One setting; may be repeated.")
  private final Map<String, String> overrides = new LinkedHashMap<>();

  @Option(names = "--settings", description = "Print all settings as a table and end.")
  private boolean printSettings;

  @Option(
      names = "--print-config",
      description = "Print a file for --config, with every setting, and end.")
  private boolean printConfig;

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public Integer call() {
    if (printSettings) {
      System.out.print(Settings.table());
      return 0;
    }
    if (printConfig) {
      System.out.print(Settings.yaml());
      return 0;
    }
    try {
      submit();
      return 0;
    } catch (IllegalArgumentException e) {
      System.err.println("not submitted: " + e.getMessage());
      return 2;
    } catch (AlreadyAliveException e) {
      System.err.println(
          "not submitted: a topology named '"
              + name
              + "' runs already; kill it first, or choose --name");
      return 1;
    } catch (InvalidTopologyException | AuthorizationException e) {
      System.err.println("not submitted: " + e);
      return 1;
    }
  }

  private void submit()
      throws AlreadyAliveException, InvalidTopologyException, AuthorizationException {
    Settings settings = Settings.defaults();
    if (configFile != null) {
      settings = settings.withFile(configFile);
    }
    for (Map.Entry<String, String> override : overrides.entrySet()) {
      settings = settings.with(override.getKey(), override.getValue());
    }
    TopologySettings topology = TopologySettings.of(settings);
    Config config = ClickCounterTopology.stormConfig(topology);
    StormSubmitter.submitTopology(name, config, ClickCounterTopology.build(topology));
    System.out.println("submitted " + name);
  }
}
