package clickcounter.local;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.Terminal;
import clickcounter.tools.RealBackends;
import clickcounter.tools.Tools;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** The tools' commands as an operator gives them, against one running stack. */
final class Shell {
  private final String riak;
  private final String broker;

  private final Clock clock;

  Shell(String riak, String broker) {
    this(riak, broker, Clock.systemUTC());
  }

  private Shell(String riak, String broker, Clock clock) {
    this.riak = riak;
    this.broker = broker;
    this.clock = clock;
  }

  /** The same, at a later time. */
  Shell later(Duration by) {
    return new Shell(riak, broker, Clock.offset(clock, by));
  }

  /** Runs a command in this JVM. */
  Result run(Object... words) {
    return CommandRun.run(this::commands, withAddresses(words));
  }

  private CommandLine commands(Terminal terminal) {
    return Clicks.with(Tools.all(terminal, new RealBackends(), clock));
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
    return all;
  }
}
