package clickcounter.local;

import clickcounter.cli.Home;
import clickcounter.cli.LocalAddresses;
import clickcounter.cli.ShutdownHooks;
import clickcounter.cli.ToolCommand;
import clickcounter.cli.Trees;
import clickcounter.devnode.OwnDirectory;
import clickcounter.jms.JmsStateFeed;
import clickcounter.settings.GivenSettings;
import clickcounter.settings.Settings;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.TopologySettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs everything on this machine: broker, development node, Storm and the topology; plays events
 * and shows the result.
 */
@Command(
    name = "local",
    description = {
      "Runs the whole system in one process: an ActiveMQ broker, a Riak-speaking development node, Storm, the topology.",
      "A real broker or Riak is used instead with --set broker.url=URL, --set riak.nodes=HOST:PORT. Other settings are"
          + " those of --settings and --set alone.",
      "Without --replay it generates a small realistic day that ends now, plays it and shows the result. Then"
          + " services of its own log events, until it is interrupted. With --until-idle it ends when everything is"
          + " settled."
    },
    footer = {
      "  deploy/clicks local",
      "  deploy/clicks local --fresh --demo none",
      "  deploy/clicks local --fresh --replay day/queue.ndjson --until-idle --audit"
    },
    exitCodeList = {
      "0:all played events are counted; with --audit, every document matches the files",
      "1:events are missing or were rejected, or a document is blocked. The demonstration always misses some events",
      "2:the audit found wrong counts",
      "3:",
      "4:"
    })
final class LocalCommand extends ToolCommand {
  private static final String STATES_TOPIC = "states.topic";
  private static final List<String> OURS = List.of("riak", "broker", "demo", "demo.part");

  private static final List<String> DEMOS = List.of("live", "day", "none");

  private static final long START_WAIT_S = 60;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Directory of broker, node and demonstration (default: deploy/target/local).")
  private Path data;

  @Option(
      names = "--fresh",
      description =
          "Delete the data of an earlier run first; refused unless this command made the directory.")
  private boolean fresh;

  @Option(
      names = "--replay",
      paramLabel = "PATH",
      description = "Play these files or directories of event lines; may be repeated.")
  private final List<Path> replay = new ArrayList<>();

  @Option(
      names = "--until-idle",
      description = "End when the queue is empty and everything is settled.")
  private boolean untilIdle;

  @Option(
      names = "--demo",
      paramLabel = "WHAT",
      defaultValue = "live",
      description =
          "live: the demonstration, then live traffic; day: no traffic; none: neither, for events of"
              + " your own (default: ${DEFAULT-VALUE}).")
  private String demo;

  @Option(
      names = "--audit",
      description = "Compare what was played with Riak's documents when all is settled.")
  private boolean audit;

  @Option(
      names = "--riak-port",
      paramLabel = "PORT",
      defaultValue = "8087",
      description = "Port of the development node (default: ${DEFAULT-VALUE}; 0: a free one).")
  private int riakPort;

  @Option(
      names = "--broker-port",
      paramLabel = "PORT",
      defaultValue = "61616",
      description = "Port of the broker (default: ${DEFAULT-VALUE}; 0: a free one).")
  private int brokerPort;

  @Mixin private ToolSettings given;

  @CommandLine.Spec private CommandLine.Model.CommandSpec line;

  @Override
  protected int run() throws IOException, InterruptedException {
    requirePlayable();
    Settings settings = settings();
    Path dir = dataDirectory();
    CompletableFuture<LocalStack> started = new CompletableFuture<>();
    Thread closer = new Thread(() -> closeWhenStarted(started, dir), "local-close");
    Runtime.getRuntime().addShutdownHook(closer);
    try (LocalStack stack = LocalStack.start(dir, settings, riakPort, brokerPort)) {
      started.complete(stack);
      stack.awaitReady();
      return new LocalRun(stack, dir, replay, demo, line.commandLine().getOut())
          .run(untilIdle, audit);
    } finally {
      started.cancel(false);
      ShutdownHooks.remove(closer);
    }
  }

  /**
   * An interrupt at the terminal ends the JVM: broker and node are closed, Storm's files deleted.
   */
  private static void closeWhenStarted(CompletableFuture<LocalStack> started, Path dir) {
    try {
      LocalAddresses.forget(dir);
      started.get(START_WAIT_S, TimeUnit.SECONDS).close();
    } catch (CancellationException e) {
      // It did not start, and has closed the parts that had.
    } catch (InterruptedException
        | ExecutionException
        | TimeoutException
        | IOException
        | RuntimeException e) {
      System.err.println("clicks local: not closed properly: " + e);
    }
  }

  private void requirePlayable() {
    require(
        DEMOS.contains(demo),
        "--demo: expected live, day or none, got '%s'; nothing was started",
        demo);
    require(
        !demo.equals("none") || !audit && replay.isEmpty(),
        "--demo none plays nothing, so it goes with neither --replay nor --audit; nothing was"
            + " started");
    for (Path path : replay) {
      require(
          Files.isReadable(path),
          "--replay: %s does not exist or cannot be read; nothing was started",
          path);
    }
  }

  /**
   * Refuses settings that the topology would refuse, before anything starts. States of ads are sent
   * unless the setting says otherwise.
   *
   * @throws IllegalArgumentException naming setting, value and what was expected
   */
  private Settings settings() {
    GivenSettings explicit = given.options().explicit();
    Settings settings = explicit.read(TopologySettingsTable.ROWS);
    for (String address : List.of("riak.nodes", "broker.url")) {
      if (settings.isGiven(address) && !explicit.single().containsKey(address)) {
        throw new IllegalArgumentException(
            "%s: %s is of another system, and this one has its own. To use a real one all the same: --set %s=VALUE"
                .formatted(explicit.origin(), address, address));
      }
    }
    Settings all =
        settings.isGiven(STATES_TOPIC)
            ? settings
            : settings.with(STATES_TOPIC, JmsStateFeed.USUAL_TOPIC);
    TopologySettings.of(all);
    return all;
  }

  private Path dataDirectory() throws IOException {
    Path dir = data != null ? data : Home.data("local");
    OwnDirectory.claim(dir);
    if (LocalAddresses.in(dir).isPresent()) {
      throw new IOException(
          "another one runs in " + dir + ": end it, or name another directory with --data");
    }
    if (fresh) {
      for (String ours : OURS) {
        Trees.delete(dir.resolve(ours));
      }
    }
    return dir.toAbsolutePath().normalize();
  }
}
