package clickcounter.console;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.ExitCode;
import clickcounter.cli.LocalAddresses;
import clickcounter.cli.Noun;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.cluster.ClusterChoice;
import clickcounter.cluster.ClusterChoice.ChosenCluster;
import clickcounter.secret.SecretSource;
import clickcounter.settings.Settings;
import clickcounter.status.Reach;
import clickcounter.status.Verdict.Limits;
import clickcounter.tools.RealBackends;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "console",
    description = {
      "Shows the running system in a browser: what is counted now, counters and their gaps, documents of ads.",
      "",
      "It only reads: the workers' metrics, the queue's length and documents. It listens on this machine only, unless"
          + " --host says otherwise; then put a proxy with TLS before it, and allow its name with --allow-host."
          + " The printed address has a token, without which nothing is shown. It runs until it is"
          + " interrupted."
    },
    footer = {"  clicks console", "  clicks console --set ops.table=/var/lib/clicks/table"},
    exitCodeList = {"3:"})
public final class ConsoleCommand extends ToolCommand {
  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8090",
      description = "Port on which to listen; 0: any that is free. Default: ${DEFAULT-VALUE}")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "Address on which to listen. Default: ${DEFAULT-VALUE}")
  private String host;

  @Option(
      names = "--allow-host",
      paramLabel = "NAME",
      description =
          "Another name or address under which browsers may ask for it, such as that of a proxy;"
              + " repeatable. Needed with --host 0.0.0.0")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--token",
      paramLabel = "PLACE",
      description =
          "Place of a fixed token, env:NAME or file:/path, such as for a proxy that sends it. Default: a"
              + " random one, in the printed address")
  private String token;

  @Mixin private ToolSettings settings;

  /** The command of this package, for the launcher. */
  public static final class Group implements CommandGroup {
    @Override
    public Map<Noun, List<Object>> commands(Terminal terminal) {
      return Map.of(Noun.CONSOLE, List.of(on(terminal, new ConsoleCommand())));
    }
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    Settings all = settings.read(TopologySettingsTable.ROWS);
    Console.Sources sources =
        new Console.Sources(
            endpoints(all),
            all,
            Reach.of(settings),
            settings.archivesIfAny(List.of()),
            new Limits(all.number(TopologySettingsTable.DEFERRAL_MS), 0));
    Console console =
        Console.start(
            new Console.Address(host, port, names),
            token(),
            sources,
            new RealBackends().openStore(settings));
    say("ready " + console.printed());
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }

  private Token token() {
    if (token == null) {
      return Token.random(new SecureRandom());
    }
    SecretSource place = SecretSource.parse("--token", token);
    place.warning().ifPresent(terminal.err()::println);
    return Token.in(place);
  }

  private Callable<List<URI>> endpoints(Settings all) throws IOException {
    Optional<LocalAddresses> local = LocalAddresses.of(settings.given());
    if (local.isPresent()) {
      List<URI> ofLocal = List.of(local.get().metrics());
      return () -> ofLocal;
    }
    ChosenCluster chosen = ClusterChoice.of(settings);
    return () -> chosen.nimbus().endpoints(all);
  }
}
