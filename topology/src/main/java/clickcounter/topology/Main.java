package clickcounter.topology;

import clickcounter.settings.Arguments;
import clickcounter.settings.GivenSettings;
import clickcounter.settings.Settings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.thrift.transport.TTransportException;
import org.apache.storm.utils.NimbusLeaderNotFoundException;
import org.apache.storm.utils.Utils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The main class for {@code storm jar}: submits the topology. Storm's script consumes its own
 * options wherever they are, {@code --help} included, so no option here may have the name of one of
 * them.
 */
@Command(
    name = "click-counter",
    sortOptions = false,
    exitCodeOnInvalidInput = Main.USAGE,
    exitCodeOnExecutionException = Main.INTERNAL,
    description = "Submits the topology to a Storm cluster.",
    footer = {
      "",
      "Example:",
      "  storm jar click-counter-topology.jar clickcounter.topology.Main --settings=clicks.yaml --set=adsTasks=8",
      "",
      "Exit codes: 0 submitted, 3 refused by Storm, 64 wrong options or settings, 69 Nimbus unreachable,",
      "70 internal error."
    })
public final class Main implements Callable<Integer> {
  // The same as in clickcounter.cli.ExitCode, which is not on the class path of storm jar.
  static final int FAILED = 3;
  static final int USAGE = 64;
  static final int UNREACHABLE = 69;
  static final int INTERNAL = 70;

  // Not --config and -c, which Storm's script consumes.
  @Option(
      names = "--settings",
      paramLabel = "FILE",
      description = "YAML file of settings; --print-settings prints one.")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "One setting, such as --set=adsTasks=8; overrides the file. Repeatable.")
  private Map<String, String> single = new LinkedHashMap<>();

  @Option(
      names = "--print-settings",
      description = "Print a settings file with every setting, its default and limits, and exit.")
  private boolean printSettings;

  @Option(
      names = "--usage",
      usageHelp = true,
      description = "Show this help, and exit (storm jar consumes --help).")
  private boolean usage;

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main()).setExpandAtFiles(false);
  }

  @Override
  public Integer call() throws Exception {
    if (printSettings) {
      System.out.print(TopologySettingsTable.yaml());
      return 0;
    }
    String name = null;
    try {
      MisplacedOptions.requireNone();
      Arguments.requireReadable(single.values().toArray(String[]::new));
      Settings all = GivenSettings.of(file, single).read(TopologySettingsTable.ROWS);
      name = TopologySettingsTable.name(all);
      TopologySettings topology = TopologySettings.of(all);
      StormSubmitter.submitTopology(
          name, ClickCounterTopology.stormConfig(topology), ClickCounterTopology.build(topology));
      System.out.println("submitted " + name);
      return 0;
    } catch (IllegalArgumentException e) {
      return refused(USAGE, e.getMessage());
    } catch (AlreadyAliveException e) {
      return refused(FAILED, alreadyRuns(name));
    } catch (InvalidTopologyException | AuthorizationException e) {
      return refused(FAILED, e.toString());
    } catch (RuntimeException e) {
      if (isUnreachable(e)) {
        return refused(UNREACHABLE, unreachable());
      }
      // StormSubmitter's own check throws a plain RuntimeException.
      if (String.valueOf(e.getMessage()).contains("already exists on the cluster")) {
        return refused(FAILED, alreadyRuns(name));
      }
      throw e;
    }
  }

  private static int refused(int status, String why) {
    System.err.println("not submitted: " + why);
    return status;
  }

  static String alreadyRuns(String name) {
    return "topology '"
        + name
        + "' runs, and goes on as it is. To replace it: clicks topology redeploy. To submit a second one: --set=name=OTHER";
  }

  private static boolean isUnreachable(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof NimbusLeaderNotFoundException || cause instanceof TTransportException) {
        return true;
      }
    }
    return false;
  }

  private static String unreachable() {
    Object seeds = Utils.readStormConfig().get(Config.NIMBUS_SEEDS);
    Object port = Utils.readStormConfig().get(Config.NIMBUS_THRIFT_PORT);
    return "no Nimbus leader can be reached at nimbus.seeds "
        + seeds
        + ", port "
        + port
        + ". Is Nimbus running? Set its hosts in Storm's storm.yaml, or with storm jar … -c nimbus.seeds='[\"HOST\"]'";
  }
}
