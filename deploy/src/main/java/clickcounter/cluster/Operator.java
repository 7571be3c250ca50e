package clickcounter.cluster;

import clickcounter.replay.Backends;
import clickcounter.replay.ExitCode;
import clickcounter.replay.ReplayCommands;
import clickcounter.replay.Terminal;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Gives the commands that an operator gives, to the broker and the Riak of a cluster. */
public final class Operator {
  private final ClusterOptions options;

  public Operator(ClusterOptions options) {
    this.options = options;
  }

  /** Compares an archive with the documents. */
  public AuditResult audit(Path archive) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("audit", "--json"));
    for (String node : options.riakNodes().split(",")) {
      arguments.add("--riak");
      arguments.add(node);
    }
    arguments.add(archive.toString());
    Output output = execute(arguments.toArray(String[]::new));
    if (output.status() == ExitCode.FAILED) {
      throw new IOException(output.err().strip());
    }
    return AuditResult.of(new ObjectMapper().readTree(output.out()));
  }

  /**
   * Sends event lines to the queue.
   *
   * @param eventsPerS at most; 0 for as fast as the broker takes them
   * @param checkpoint where the command notes how far it came
   */
  public void replay(Path events, int linesPerMessage, long eventsPerS, Path checkpoint)
      throws IOException {
    run(
        "replay",
        "--broker",
        options.brokerUrl(),
        "--batch",
        Integer.toString(linesPerMessage),
        "--rate",
        Long.toString(eventsPerS),
        "--checkpoint",
        checkpoint.toString(),
        events.toString());
  }

  /**
   * Gives any command.
   *
   * @throws IOException with what it said, when it does not succeed
   */
  public void run(String... arguments) throws IOException {
    Output output = execute(arguments);
    if (output.status() != ExitCode.OK) {
      throw new IOException(output.err().strip());
    }
  }

  private record Output(int status, String out, String err) {}

  private static Output execute(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(print(out), print(err), false);
    CommandLine line = new CommandLine(CommandLine.Model.CommandSpec.create());
    ReplayCommands.all(terminal, Backends.real(), Clock.systemUTC()).forEach(line::addSubcommand);
    int status = line.execute(arguments);
    return new Output(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
