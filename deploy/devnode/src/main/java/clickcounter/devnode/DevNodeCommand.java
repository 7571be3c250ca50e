package clickcounter.devnode;

import clickcounter.cli.CommandFrame;
import clickcounter.cli.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a {@link DevNode} as a process of its own, until it is stopped. */
@Command(
    name = "node",
    mixinStandardHelpOptions = true,
    version = "3.2.1-click-counter-devnode",
    sortOptions = false,
    description = {
      "Starts a development node, which speaks Riak's protocol buffers interface.",
      "It keeps the data in one directory and asks for no password: never for production."
    },
    exitCodeList = "3:it cannot start: the port or the directory is in use, or damaged",
    footerHeading = "%nExamples:%n",
    footer = {
      "  Keep documents in /tmp/riak and listen where Riak does:",
      "    deploy/clicks dev node --data /tmp/riak --port 8087"
    })
public final class DevNodeCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

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
      names = "--host",
      defaultValue = DevNodeConfig.DEFAULT_HOST,
      description = "Address to listen on (default: ${DEFAULT-VALUE}, this machine alone).")
  private String host;

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
    return CommandFrame.of(new DevNodeCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    DevNode node;
    try {
      node = DevNode.start(config());
    } catch (IOException e) {
      err.println("devnode: " + e.getMessage());
      return ExitCode.FAILED;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(node::close, "devnode-close"));
    warn(node, err);
    out.println("This is a development node with one copy of the data: never for production.");
    node.ports().forEach(each -> out.println("ready " + node.host() + ":" + each));
    out.flush();
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }

  private DevNodeConfig config() {
    try {
      if (nodes < 1 || nodes > 1 && port == 0) {
        throw new IllegalArgumentException(
            "--nodes %d with --port %d, expected 1 or more nodes, and a port for more than one"
                .formatted(nodes, port));
      }
      return DevNodeConfig.in(data)
          .withHost(host)
          .withPorts(IntStream.range(0, nodes).mapToObj(i -> port + i).toList());
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private void warn(DevNode node, PrintWriter err) {
    if (!node.isOnLoopback()) {
      err.printf(
          "devnode: WARNING: it listens on %s, port %s, and asks for no password: every client that reaches them can read, change and delete everything. Without --host it listens on this machine only.%n",
          host, node.ports());
    }
  }
}
