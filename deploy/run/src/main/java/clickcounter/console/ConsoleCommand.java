package clickcounter.console;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.cluster.ClusterChoice;
import clickcounter.cluster.ClusterChoice.ChosenCluster;
import clickcounter.cluster.NameOption;
import clickcounter.riak.RiakSettings;
import clickcounter.status.LimitOptions;
import clickcounter.tools.Backends;
import clickcounter.tools.BrokerOptions;
import clickcounter.tools.RiakOptions;
import clickcounter.tools.ToolSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "console",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows the running system in a browser: what is counted now, counters and their gaps, documents of ads, audits.",
      "",
      "It only reads: the workers' metrics, the queue's length, and documents. It listens on this machine alone unless"
          + " --host says otherwise; it has no passwords, so put a proxy with a log-in before it then, and"
          + " allow its name with --allow-host. It runs until it is"
          + " interrupted."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks console",
      "  clicks console --settings clicks.yaml --metrics http://worker1:7700/metrics --audits /var/lib/clicks/audits"
    },
    exitCodeList = {"3:"})
public final class ConsoleCommand extends ToolCommand {
  private static final int PORT_OFFSET = 1_000;

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
      names = "--metrics",
      paramLabel = "URL",
      description =
          "Metrics of a worker; repeatable. Default: those of the workers that Nimbus names, each at"
              + " its port + the setting metrics.portOffset")
  private List<URI> metrics = new ArrayList<>();

  @Option(
      names = "--audits",
      paramLabel = "DIR",
      description = "Directory of the reports of audit --report")
  private Path audits;

  @Option(
      names = "--archive",
      paramLabel = "PATH",
      description = "Files or directories in which events are looked for; repeatable")
  private List<Path> archives = new ArrayList<>();

  @Mixin private LimitOptions limits;
  @Mixin private NameOption name;
  @Mixin private ClusterChoice cluster;
  @Mixin private ToolSettings settings;
  @Mixin private BrokerOptions broker;
  @Mixin private RiakOptions riak;

  private ConsoleCommand(Terminal terminal) {
    super(terminal);
  }

  /** The command of this package, for the launcher. */
  public static final class Group implements CommandGroup {
    @Override
    public Section section() {
      return Section.CLUSTER;
    }

    @Override
    public List<Object> commands(Terminal terminal) {
      return List.of(new ConsoleCommand(terminal));
    }
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    Endpoints endpoints = endpoints();
    RiakSettings riakSettings = riak.settings(settings);
    Console.Sources sources =
        new Console.Sources(
            endpoints,
            broker.settings(settings),
            riakSettings,
            archives,
            audits,
            limits.limits(settings));
    try (Console console =
        Console.start(
            new Console.Address(host, port, names),
            sources,
            Backends.real().openStore(riakSettings))) {
      say("ready " + console.url());
      new CountDownLatch(1).await();
    }
    return ExitCode.OK;
  }

  private Endpoints endpoints() throws IOException {
    if (!metrics.isEmpty()) {
      List<URI> given = List.copyOf(metrics);
      for (URI uri : given) {
        if (uri.getHost() == null || !"http".equals(uri.getScheme())) {
          throw new IllegalArgumentException(
              "--metrics: expected a URL such as http://worker1:7700/metrics, got '" + uri + "'");
        }
      }
      return () -> given;
    }
    ChosenCluster chosen = cluster.choose();
    settings.orElse(chosen.client().addresses());
    int offset = Math.toIntExact(settings.number("metrics.portOffset", PORT_OFFSET));
    return new WorkerEndpoints(() -> chosen.nimbus().workers(name.name()), offset);
  }
}
