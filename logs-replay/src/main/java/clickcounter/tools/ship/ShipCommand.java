package clickcounter.tools.ship;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.MetricsFile;
import clickcounter.cli.ShutdownHooks;
import clickcounter.cli.Texts;
import clickcounter.jms.BrokerSettings;
import clickcounter.service.Transport;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.send.LineSender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "ship",
    description = {
      "Follows the event files of directories and sends each line to the queue at least once.",
      "",
      "Files may be rotated. One that is copied or compressed is another file, which is sent again:"
          + " what was counted is counted once. A last line without its newline waits for it. Lines that are not events are sent too: the topology puts them into the"
          + " rejects queue. While the broker is away, lines wait in their files.",
      "",
      "What is sent is saved in a position file when the broker has confirmed it, so a process that"
          + " was killed sends some lines again. They are counted once.",
      "",
      "Runs until it is ended, by SIGTERM for example; --once sends what is there and ends."
    },
    exitCodeList = {
      "0:all whole lines were sent",
      "1:lines are too long to be sent, or the position could not be saved",
      "3:a file or a DIR could not be read to its end, or the position file is damaged, in use or"
          + " of another queue",
      "4:all whole lines of the files that were read were sent"
    },
    footer = {
      "  clicks archive ship /var/log/clicks",
      "  clicks archive ship /var/log/clicks --metrics-file /var/lib/node_exporter/clicks_ship.prom",
      "  clicks archive ship --once --json /var/log/clicks"
    })
public final class ShipCommand extends ResultCommand {
  private static final long LOOK_EVERY_MS = 1_000;
  private static final long STOP_WITHIN_S = 30;

  @Parameters(
      arity = "0..*",
      paramLabel = "DIR",
      description =
          "Directories, which are searched for event files (links in them are not followed)."
              + " Default: the setting ops.archives")
  private List<Path> directories = List.of();

  @Option(names = "--once", description = "Send what is there, and end")
  private boolean once;

  @Option(
      names = "--position",
      paramLabel = "FILE",
      description =
          "Where is saved how far each file was sent. Default: a file for these directories and"
              + " this queue in ~/.local/state/click-counter")
  private Path position;

  @Option(
      names = "--resend",
      description =
          "Send every file from its first line, whatever was sent: for another broker or queue."
              + " What was counted is counted once")
  private boolean resend;

  @Mixin private MetricsFile metricsFile;

  /** All was sent and saved that could be. The main thread waits for the hooks after that. */
  private final CountDownLatch ended = new CountDownLatch(1);

  private long saidLines;

  @Override
  protected int run() throws IOException, InterruptedException {
    directories = settings.archives(directories);
    for (Path directory : directories) {
      require(Files.isDirectory(directory), "expected a directory, got %s", directory);
    }
    List<Path> normal =
        directories.stream().map(path -> path.toAbsolutePath().normalize()).distinct().toList();
    BrokerSettings target = settings.broker();
    Path saved =
        position == null
            ? Positions.ofUser("queue " + target.queue() + ", paths " + normal)
            : position;
    Transport queue = backends.openQueueLater(target);
    String queueName = "queue " + target.queue() + " of " + target.url();
    try (Shipper shipper =
        new Shipper(
            normal,
            LineSender.LINES_A_MESSAGE,
            queue,
            new Positions(saved, queueName, resend, nanoClock, this::tell),
            clock,
            nanoClock,
            this::tell,
            this::report)) {
      if (once) {
        shipper.drain();
      } else {
        tell("ships " + normal + ", position in " + saved);
        follow(shipper);
      }
      shipper.save();
      return summarize(shipper);
    } finally {
      closeQuietly(queue);
      ended.countDown();
    }
  }

  /** All that was to be confirmed is. What is not is sent by the next process. */
  private static void closeQuietly(Transport queue) {
    try {
      queue.close();
    } catch (IOException e) {
      // The broker is away, which was said. What it did not confirm is in no saved position.
      return;
    }
  }

  private void follow(Shipper shipper) throws IOException, InterruptedException {
    Thread hook = new Thread(() -> stop(shipper), "ship-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      do {
        shipper.pass();
      } while (shipper.pause(LOOK_EVERY_MS));
    } finally {
      ShutdownHooks.remove(hook);
    }
  }

  private void stop(Shipper shipper) {
    shipper.stop();
    try {
      // The JVM waits for its hooks, not for the thread that saves the position.
      if (!ended.await(STOP_WITHIN_S, TimeUnit.SECONDS)) {
        tell("not ended within " + STOP_WITHIN_S + " s: what is not saved is sent again");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell(String line) {
    warn("ship: " + line);
  }

  private void report(Lag lag) {
    metricsFile.write(lag.prometheus(clock.millis()), this::tell);
    if (!once && (lag.sentLines() != saidLines || lag.unsentBytes() > 0)) {
      saidLines = lag.sentLines();
      tell(progress(lag));
    }
  }

  private static String progress(Lag lag) {
    String left = "nothing left to send";
    if (lag.unsentBytes() > 0) {
      left = Texts.count(lag.unsentBytes(), "byte") + " left to send";
      // Half a line has no age.
      left += lag.oldestUnsentMs() == 0 ? "" : " for " + Texts.age(lag.oldestUnsentMs());
    }
    String away = lag.brokerAway() ? "; the broker is away" : "";
    return Texts.count(lag.sentLines(), "line") + " sent, " + left + away;
  }

  private int summarize(Shipper shipper) throws IOException {
    Lag lag = shipper.lag();
    metricsFile.write(lag.prometheus(clock.millis()), this::tell);
    print(
        Json.object()
            .with("sentLines", lag.sentLines())
            .with("unsentBytes", lag.unsentBytes())
            .with("longLines", shipper.longLines())
            .with("oldestUnsentMs", lag.oldestUnsentMs())
            .with("files", lag.files())
            .with("positionSaved", shipper.isSaved())
            .with("unreadable", shipper.troubled().keySet())
            .with("filesPassedOver", OtherFiles.PassedOver.of(shipper.found()).count()),
        out -> {
          say(progress(lag));
          OtherFiles.print(shipper.found(), out);
        });
    shipper.troubled().forEach((file, reason) -> tell(file + ": " + reason));
    if (!shipper.troubled().isEmpty()) {
      return ExitCode.FAILED;
    }
    if (shipper.longLines() > 0 || !shipper.isSaved()) {
      return ExitCode.MISSING;
    }
    return OtherFiles.status(ExitCode.OK, shipper.found());
  }
}
