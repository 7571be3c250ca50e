package clickcounter.topology;

import clickcounter.settings.Settings;
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
import picocli.CommandLine.Mixin;
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

  @Option(names = "--name", description = "The topology's name. Default: the setting name.")
  private String name;

  @Mixin private SettingsOptions settings;

  @Option(
      names = "--print-settings",
      description = "Print a settings file with every setting and its default, and exit.")
  private boolean printSettings;

  @Option(
      names = "--print-settings-table",
      description = "Print all settings as a Markdown table, and exit.")
  private boolean printTable;

  @Option(
      names = "--usage",
      usageHelp = true,
      description = "Show this help, and exit (storm jar consumes --help).")
  private boolean usage;

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    if (printTable) {
      System.out.print(TopologySettingsTable.markdown());
      return 0;
    }
    if (printSettings) {
      System.out.print(TopologySettingsTable.yaml());
      return 0;
    }
    try {
      MisplacedOptions.requireNone();
      Settings all = settings.read();
      name = TopologySettingsTable.name(all, name);
      TopologySettings topology = TopologySettings.of(all);
      Config config = ClickCounterTopology.stormConfig(topology);
      config.putAll(Submitted.now(all, name).configuration());
      submit(config, topology);
      System.out.println("submitted " + name);
      return 0;
    } catch (IllegalArgumentException e) {
      return refused(USAGE, e.getMessage());
    } catch (AlreadyAliveException e) {
      return refused(
          FAILED,
          "a topology named '" + name + "' is running; kill it first, or choose another --name");
    } catch (InvalidTopologyException | AuthorizationException e) {
      return refused(FAILED, e.toString());
    } catch (RuntimeException e) {
      if (isUnreachable(e)) {
        return refused(UNREACHABLE, unreachable());
      }
      // StormSubmitter's own check throws a plain RuntimeException.
      if (String.valueOf(e.getMessage()).contains("already exists on the cluster")) {
        return refused(FAILED, e.getMessage() + ": kill it first, or choose another --name");
      }
      throw e;
    }
  }

  private void submit(Config config, TopologySettings topology)
      throws AlreadyAliveException, InvalidTopologyException, AuthorizationException {
    StormSubmitter.submitTopology(name, config, ClickCounterTopology.build(topology));
  }

  private static int refused(int status, String why) {
    System.err.println("not submitted: " + why);
    return status;
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
