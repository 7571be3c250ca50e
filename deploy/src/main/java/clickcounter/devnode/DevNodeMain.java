package clickcounter.devnode;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a {@link DevNode} as a process of its own, until it is stopped. */
@Command(
    name = "devnode",
    mixinStandardHelpOptions = true,
    version = "3.2.1-click-counter-devnode",
    sortOptions = false,
    description = {
      "A development node that speaks Riak's protocol buffers interface.",
      "It keeps one copy of the data on disk and has no security: never for production."
    },
    footer = {
      "",
      "Example: keep documents in /tmp/riak and listen where Riak does:",
      "  devnode --data /tmp/riak --port 8087"
    })
public final class DevNodeMain implements Callable<Integer> {

  private final PrintStream out;
  private final PrintStream err;

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
      names = "--replicas",
      paramLabel = "N",
      defaultValue = "1",
      description = {
        "Replicas of each key, which may differ as those of a cluster do (default:",
        "${DEFAULT-VALUE}, a single copy). A data directory keeps its number."
      })
  private int replicas;

  private DevNodeMain(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  public static void main(String[] args) {
    System.exit(run(System.out, System.err, args));
  }

  /** The exit status: 0 for help, 1 when it cannot start, 2 for a wrong option. */
  static int run(PrintStream out, PrintStream err, String... args) {
    return new CommandLine(new DevNodeMain(out, err))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }

  @Override
  public Integer call() throws InterruptedException {
    DevNode node;
    try {
      node =
          DevNode.start(
              DevNodeConfig.in(data).withHost(host).withPort(port).withReplicas(replicas));
    } catch (IOException | IllegalArgumentException e) {
      err.println("devnode: " + e.getMessage());
      return 1;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(node::close, "devnode-close"));
    out.println("This is a development node with one copy of the data: never for production.");
    out.println("ready " + node.host() + ":" + node.port());
    new CountDownLatch(1).await();
    return 0;
  }
}
