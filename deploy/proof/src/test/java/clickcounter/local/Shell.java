package clickcounter.local;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.Noun;
import clickcounter.cli.Terminal;
import clickcounter.cluster.ClusterCommands;
import clickcounter.status.StatusCommands;
import clickcounter.tools.RealBackends;
import clickcounter.tools.Tools;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The tools' commands as an operator gives them, against one running stack. */
final class Shell {
  private final String riak;
  private final String broker;

  /** Of the stack that runs; null if none does. */
  private final Path settings;

  private final Clock clock;

  Shell(String riak, String broker, Path settings) {
    this(riak, broker, settings, Clock.systemUTC());
  }

  private Shell(String riak, String broker, Path settings, Clock clock) {
    this.riak = riak;
    this.broker = broker;
    this.settings = settings;
    this.clock = clock;
  }

  /** The same, at a later time. */
  Shell later(Duration by) {
    return new Shell(riak, broker, settings, Clock.offset(clock, by));
  }

  /** Runs a command in this JVM. */
  Result run(Object... words) {
    return CommandRun.run(this::commands, withAddresses(words));
  }

  private CommandLine commands(Terminal terminal) {
    Map<Noun, List<Object>> all = new HashMap<>(Tools.all(terminal, new RealBackends(), clock));
    all.put(Noun.TOPOLOGY, new ClusterCommands().commands(terminal).get(Noun.TOPOLOGY));
    all.put(Noun.REJECTS, new StatusCommands().commands(terminal).get(Noun.REJECTS));
    return Clicks.with(all);
  }

  /**
   * Starts a command as a process of its own, as the launcher does; its output goes to the file.
   */
  Process start(Path output, Object... words) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Clicks.class.getName()));
    line.addAll(withAddresses(words));
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  private List<String> withAddresses(Object... words) {
    List<String> all = new ArrayList<>(Arrays.stream(words).map(Object::toString).toList());
    all.addAll(List.of("--set", "riak.nodes=" + riak, "--set", "broker.url=" + broker));
    if (settings != null) {
      all.addAll(List.of("--settings", settings.toString()));
    }
    return all;
  }
}
