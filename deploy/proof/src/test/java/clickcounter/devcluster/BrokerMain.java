package clickcounter.devcluster;

import clickcounter.broker.LocalBroker;
import clickcounter.cli.CommandFrame;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs an ActiveMQ broker in this process until it is stopped. */
@Command(
    name = "broker",
    description = {
      "Runs an ActiveMQ broker on 127.0.0.1 that keeps its messages on disk.",
      "It has no users and no encryption: it is for trials and drills only."
    },
    footer = "  broker --data /tmp/broker --port 61616")
final class BrokerMain extends ToolCommand {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "Directory of the messages; created if it does not exist.")
  private Path data;

  @Option(
      names = "--port",
      defaultValue = "61616",
      description = "Port; 0 takes a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  public static void main(String[] args) {
    Terminal terminal = new Terminal(System.out, System.err, false);
    System.exit(
        CommandFrame.execute(CommandFrame.of(on(terminal, new BrokerMain())), terminal, args));
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    LocalBroker broker = LocalBroker.start(data, port);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(broker), "broker-close"));
    say("ready " + broker.url());
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }

  private static void close(LocalBroker broker) {
    try {
      broker.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
