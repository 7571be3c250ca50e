package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.tools.Backends;
import clickcounter.tools.Tools;
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

/** Gives the command that an operator gives, to the Riak of a cluster. */
public final class Operator {
  private final ClusterOptions options;

  public Operator(ClusterOptions options) {
    this.options = options;
  }

  /** Compares archives with the documents, until nothing changes any more. */
  public AuditResult audit(List<Path> archives) throws IOException {
    return audit(archives, List.of());
  }

  /** The same once, whatever changes meanwhile: each document is read. */
  public AuditResult look(List<Path> archives) throws IOException {
    return audit(archives, List.of("--wait", "0s"));
  }

  private AuditResult audit(List<Path> archives, List<String> more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("audit", "--json"));
    arguments.addAll(more);
    for (String node : options.riakNodes().split(",")) {
      arguments.add("--riak");
      arguments.add(node);
    }
    archives.forEach(archive -> arguments.add(archive.toString()));
    Output output = execute(arguments);
    if (output.status() == ExitCode.FAILED) {
      throw new IOException(output.err().strip());
    }
    return AuditResult.of(new ObjectMapper().readTree(output.out()));
  }

  private record Output(int status, String out, String err) {}

  private static Output execute(List<String> arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(print(out), print(err), false);
    CommandLine line = new CommandLine(CommandLine.Model.CommandSpec.create());
    Tools.all(terminal, Backends.real(), Clock.systemUTC()).forEach(line::addSubcommand);
    int status = line.execute(arguments.toArray(String[]::new));
    return new Output(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
