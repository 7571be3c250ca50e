package clickcounter.status;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.CommandFrame;
import clickcounter.cli.ExitCode;
import clickcounter.cli.LocalAddresses;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.cluster.ClusterChoice;
import clickcounter.scrape.WorkerClient;
import clickcounter.scrape.WorkerClient.WorkerAnswer;
import clickcounter.secret.SecretSource;
import clickcounter.settings.Setting;
import clickcounter.settings.Settings;
import clickcounter.tools.common.Texts;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "debug",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Packs what helps to find a fault into one file, to send it to somebody.",
      "",
      "It has the settings, what check, status and gaps say, versions, and of each worker its metrics"
          + " and what its threads do. It has no secret, no event and no document of an ad; it has names of"
          + " hosts, users and counters. The file can be read by its owner alone."
    },
    footer = {"", "Example:", "  deploy/clicks debug /tmp/clicks-debug.zip"},
    exitCodeList = {"0:packed", "1:packed, but parts could not be had: in their place it says why"})
final class DebugCommand extends ToolCommand {
  /** The commands whose output is packed, each with the name of its part. */
  private static final List<Said> COMMANDS =
      List.of(
          new Said("check.json", List.of("check", "--json")),
          new Said("status.json", List.of("status", "--json")),
          new Said("gaps.json", List.of("counters", "gaps", "--json")));

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'clicks-debug-'yyyyMMdd-HHmmss'.zip'").withZone(ZoneOffset.UTC);

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "It is replaced. Default: clicks-debug-TIME.zip in the current directory")
  private Path file;

  @Mixin private ToolSettings settings;

  private final Function<Terminal, CommandLine> commands;
  private final Clock clock;

  private record Said(String part, List<String> words) {}

  /**
   * @param commands all commands, writing to this terminal
   */
  DebugCommand(Terminal terminal, Function<Terminal, CommandLine> commands, Clock clock) {
    super(terminal);
    this.commands = commands;
    this.clock = clock;
  }

  @Override
  protected int run() throws IOException {
    Settings all = settings.read(TopologySettingsTable.ROWS);
    List<SecretSource> secrets = TopologySettingsTable.secrets(all);
    DebugZip zip = new DebugZip(Redaction.of(secrets));
    zip.add("settings.txt", () -> text(all));
    zip.add("versions.txt", this::versions);
    for (Said said : COMMANDS) {
      zip.add(said.part(), () -> output(said.words()));
    }
    Optional<LocalAddresses> local = LocalAddresses.of(settings.given());
    if (local.isEmpty()) {
      zip.add("cluster.txt", () -> ClusterChoice.of(settings).nimbus().summary().toString());
    }
    addWorkers(zip, all);
    Path to = file != null ? file : Path.of(NAME.format(clock.instant()));
    AtomicFile.replacePrivate(to, zip.bytes(about()));
    say(to + ": " + Texts.count(zip.size(), "part"));
    zip.missing().forEach(this::warn);
    return zip.missing().isEmpty() ? ExitCode.OK : ExitCode.MISSING;
  }

  private String about() {
    return "click-counter, packed by clicks debug at " + clock.instant() + ". Parts:";
  }

  private static String text(Settings settings) {
    StringBuilder text = new StringBuilder();
    for (Setting row : TopologySettingsTable.ROWS) {
      text.append(row.key()).append(": ").append(settings.text(row));
      text.append(settings.isGiven(row.key()) ? "\n" : "  # default\n");
    }
    return text.toString();
  }

  private String versions() {
    Runtime runtime = Runtime.getRuntime();
    return output(List.of("--version"))
        + "java %s, %s%n%s %s %s, %d processors, heap of this command %d MB%n"
            .formatted(
                Runtime.version(),
                System.getProperty("java.vm.name"),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch"),
                runtime.availableProcessors(),
                runtime.maxMemory() >> 20);
  }

  /**
   * What a command prints that gets the settings of this one.
   *
   * @throws IllegalStateException with what it says instead
   */
  private String output(List<String> words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal buffer = new Terminal(print(out), print(err), false);
    CommandLine line = commands.apply(buffer);
    List<String> all = new ArrayList<>(settings.options().repeated(key -> true));
    all.addAll(words);
    int status = CommandFrame.execute(line, buffer, all.toArray(String[]::new));
    if (out.size() == 0) {
      throw new IllegalStateException(
          String.join(" ", words)
              + " ended with "
              + status
              + ": "
              + err.toString(StandardCharsets.UTF_8));
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private void addWorkers(DebugZip zip, Settings all) {
    List<URI> workers;
    try {
      workers = Endpoints.of(settings, all);
    } catch (IOException e) {
      zip.add(
          "workers.txt",
          () -> {
            throw e;
          });
      return;
    }
    WorkerClient client = WorkerClient.ofCommand();
    addPages(zip, client.ask(workers, "/metrics"), "metrics");
    addPages(zip, client.ask(workers, "/threads"), "threads");
  }

  private static void addPages(DebugZip zip, List<WorkerAnswer> answers, String page) {
    for (WorkerAnswer answer : answers) {
      String worker = answer.from().getAuthority().replaceAll("[^\\w.-]", "_");
      zip.add("workers/" + worker + "/" + page + ".txt", () -> body(answer));
    }
  }

  private static String body(WorkerAnswer answer) throws IOException {
    if (answer.why() != null) {
      throw new IOException(answer.from().getAuthority() + ": " + answer.why());
    }
    return answer.body();
  }
}
