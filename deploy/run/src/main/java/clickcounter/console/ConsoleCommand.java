package clickcounter.console;

import clickcounter.cli.CommandGroup;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.riak.RiakSettings;
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
          + " --host says otherwise; it has no passwords, so put a proxy with a log-in before it then. It runs until it is"
          + " interrupted."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks console",
      "  clicks console --settings clicks.yaml --metrics http://worker1:7700/metrics --audits /var/lib/clicks/audits"
    },
    exitCodeList = {"3:"})
final class ConsoleCommand extends ToolCommand {
  private static final List<String> SLOTS =
      List.of(
          "http://127.0.0.1:7700/metrics",
          "http://127.0.0.1:7701/metrics",
          "http://127.0.0.1:7702/metrics",
          "http://127.0.0.1:7703/metrics");

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
      names = "--metrics",
      paramLabel = "URL",
      description =
          "Metrics of a slot for a worker; repeatable. Default: those of a supervisor's usual four"
              + " slots on this machine, ports 7700 to 7703")
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
    List<URI> endpoints =
        metrics.isEmpty() ? SLOTS.stream().map(URI::create).toList() : List.copyOf(metrics);
    RiakSettings riakSettings = riak.settings(settings);
    Console.Options options =
        new Console.Options(
            host, port, () -> endpoints, broker.settings(settings), archives, audits);
    try (Console console = Console.start(options, Backends.real().openStore(riakSettings))) {
      say("ready " + console.url());
      new CountDownLatch(1).await();
    }
    return ExitCode.OK;
  }
}
