package clickcounter.devnode;

import clickcounter.cli.CommandFrame;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a {@link DevNode} as a process of its own, until it is stopped. */
@Command(
    name = "node",
    version = "3.2.1-click-counter-devnode",
    description = {
      "Starts a development node, which speaks Riak's protocol buffers interface.",
      "It keeps the data in one directory, listens on 127.0.0.1 only and asks for no password: never for production."
    },
    exitCodeList = "3:it cannot start: the port or the directory is in use, or damaged",
    footer = {
      "  Keep documents in /tmp/riak and listen where Riak does:",
      "    deploy/clicks dev node --data /tmp/riak --port 8087"
    })
public final class DevNodeCommand extends ToolCommand {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "devnode-data",
      description = "Directory of the data; made if missing (default: ${DEFAULT-VALUE}).")
  private Path data;

  @Option(
      names = "--port",
      defaultValue = "" + DevNodeConfig.DEFAULT_PORT,
      description = "Port to listen on; 0 takes a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description = {
        "Nodes of the cluster that it plays: each listens on a port of its own, from --port on,",
        "and all have the same data (default: ${DEFAULT-VALUE})."
      })
  private int nodes;

  public static void main(String[] args) {
    System.exit(run(System.out, System.err, args));
  }

  /** Runs it with these words; the exit status, of the table that all commands share. */
  static int run(PrintStream out, PrintStream err, String... args) {
    Terminal terminal = new Terminal(out, err, false);
    DevNodeCommand command = on(terminal, new DevNodeCommand());
    return CommandFrame.execute(CommandFrame.of(command), terminal, args);
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    DevNode node = DevNode.start(config());
    Runtime.getRuntime().addShutdownHook(new Thread(node::close, "devnode-close"));
    say("This is a development node with one copy of the data: never for production.");
    node.ports().forEach(each -> say("ready " + node.host() + ":" + each));
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }

  private DevNodeConfig config() {
    require(
        nodes == 1 || nodes > 1 && port != 0,
        "--nodes %d with --port %d, expected 1 or more nodes, and a port for more than one",
        nodes,
        port);
    return DevNodeConfig.in(data)
        .withPorts(IntStream.range(0, nodes).mapToObj(i -> port + i).toList());
  }
}
