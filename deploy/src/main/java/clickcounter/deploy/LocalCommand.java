package clickcounter.deploy;

import clickcounter.topology.Settings;
import clickcounter.topology.TopologySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs everything on this machine: broker, development node, Storm and the topology; plays events
 * and shows the result.
 */
@Command(
    name = "local",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs the whole system in one process: an ActiveMQ broker, a Riak-speaking development node, Storm, the topology.",
      "Without --replay it generates a small realistic day, plays it, and shows what came of it. It goes on running"
          + " until it is interrupted, or with --until-idle until everything is settled."
    },
    footer = {
      "",
      "Examples:",
      "  deploy/clicks local",
      "  deploy/clicks local --fresh --replay day/queue.ndjson --until-idle --audit",
      "",
      "Exit codes: 0 done (with --audit: equal), 1 only missing events, 2 wrong counts, or wrong options or settings,"
          + " 3 it could not be done."
    })
final class LocalCommand implements Callable<Integer> {
  private static final int WRONG_SETTINGS = 2;
  private static final int COULD_NOT = 3;
  private static final List<String> OURS = List.of("riak", "broker", "demo");

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Where broker, node and demonstration keep theirs (default: deploy/target/local).")
  private Path data;

  @Option(names = "--fresh", description = "Delete what an earlier run left there.")
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
      names = "--audit",
      description = "Compare what was played with Riak's documents when all is settled.")
  private boolean audit;

  @Option(
      names = "--riak",
      paramLabel = "HOST:PORT",
      description = "A real Riak instead of the development node; may be repeated.")
  private final List<String> riak = new ArrayList<>();

  @Option(
      names = "--broker",
      paramLabel = "URL",
      description = "A real broker instead of the one in this process.")
  private String broker;

  @Option(
      names = "--riak-port",
      paramLabel = "PORT",
      defaultValue = "8087",
      description = "Of the development node (default: ${DEFAULT-VALUE}; 0: a free one).")
  private int riakPort;

  @Option(
      names = "--broker-port",
      paramLabel = "PORT",
      defaultValue = "61616",
      description = "Of the broker (default: ${DEFAULT-VALUE}; 0: a free one).")
  private int brokerPort;

  @Option(
      names = "-c",
      paramLabel = "KEY=VALUE",
      description =
          "A setting of the topology, such as -c riak.bucketType=clicks_consistent -c riak.bucketKind=consistent; may be repeated.")
  private final Map<String, String> overrides = new LinkedHashMap<>();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    Settings settings;
    try {
      settings = settings();
    } catch (IllegalArgumentException e) {
      return failed(e, WRONG_SETTINGS);
    }
    return run(settings);
  }

  private int run(Settings settings) {
    try {
      Path dir = dataDirectory();
      try (LocalStack stack =
          LocalStack.start(
              new LocalStack.Options(dir, riak, broker, riakPort, brokerPort, settings))) {
        return new LocalRun(stack, settings, dir, spec.commandLine().getOut())
            .run(replay, untilIdle, audit);
      }
    } catch (IOException | IllegalArgumentException e) {
      return failed(e, COULD_NOT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return COULD_NOT;
    }
  }

  private int failed(Exception e, int status) {
    spec.commandLine().getErr().println("clicks local: " + e.getMessage());
    return status;
  }

  /**
   * What the topology would not start with is refused before anything else starts.
   *
   * @throws IllegalArgumentException naming setting, value and what was expected
   */
  private Settings settings() {
    Settings settings = Settings.defaults();
    for (Map.Entry<String, String> override : overrides.entrySet()) {
      settings = settings.with(override.getKey(), override.getValue());
    }
    TopologySettings.of(settings);
    return settings;
  }

  private Path dataDirectory() throws IOException {
    Path dir =
        data != null
            ? data
            : Path.of(System.getProperty("clicks.home", "."), "deploy", "target", "local");
    if (fresh) {
      for (String ours : OURS) {
        delete(dir.resolve(ours));
      }
    }
    return Files.createDirectories(dir).toAbsolutePath().normalize();
  }

  private static void delete(Path path) throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Waits until the process is told to end. */
  static void awaitInterrupt() throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
