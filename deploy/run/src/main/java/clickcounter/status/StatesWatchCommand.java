package clickcounter.status;

import clickcounter.cli.ExitCode;
import clickcounter.cli.ShutdownHooks;
import clickcounter.cli.Texts;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.jms.JmsStateFeed;
import clickcounter.states.StateMessage;
import clickcounter.states.StateReceiver;
import clickcounter.tools.common.ResultCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "watch",
    description = {
      "Prints each state of an ad when it arrives: all of them, old ones and repeated ones too.",
      "",
      "It reads a queue of its own, so ad servers miss nothing. It ends with Ctrl-C or --for, and"
          + " then removes the queue."
    },
    exitCodeList = "0:",
    footer = {
      "  clicks states watch",
      "  clicks states watch --ad m123456 --for 10m",
      "  clicks states watch --json --for 30s"
    })
public final class StatesWatchCommand extends ResultCommand {
  @Option(names = "--ad", paramLabel = "ID", description = "Only this ad; repeatable")
  private Set<String> ads = new LinkedHashSet<>();

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      description = "End after this time, such as 30s or 10m")
  private Duration duration;

  /** The one that the topology sends to, or else the usual one. */
  private String topic() {
    String topic = settings.read().text(BrokerSettingsTable.STATES_TOPIC);
    return topic.isEmpty() ? JmsStateFeed.USUAL_TOPIC : topic;
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    BrokerSettings at = settings.broker();
    Watching watching = new Watching();
    JmsStateFeed feed = JmsStateFeed.start(at, topic(), "watch", random, watching);
    // It works when the JVM is told to end; the thread that waits ends with the JVM.
    Thread hook = new Thread(() -> watching.close(feed), "states-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      watching.awaitEnd();
    } finally {
      ShutdownHooks.remove(hook);
      watching.close(feed);
    }
    return ExitCode.OK;
  }

  private void tell(String line) {
    warn("states watch: " + line);
  }

  private final class Watching implements StateReceiver {
    /** Null if the first attempt to connect succeeded, else why not. */
    private final CompletableFuture<String> firstAttempt = new CompletableFuture<>();

    private volatile boolean hasEnded;
    private String lost = "";

    void awaitEnd() throws IOException, InterruptedException {
      String failure = firstAttempt.join();
      if (failure != null) {
        throw new IOException(failure);
      }
      Thread.sleep(duration == null ? Long.MAX_VALUE : duration.toMillis());
    }

    /** Does it once; a second caller waits until it is done. */
    synchronized void close(JmsStateFeed feed) {
      if (hasEnded) {
        return;
      }
      hasEnded = true;
      String failure = feed.closeAndRemoveQueue();
      if (failure != null) {
        tell("its queue may still be there; remove it with the broker's tools: " + failure);
      }
    }

    @Override
    public void received(StateMessage message) {
      if (!ads.isEmpty() && !ads.contains(message.adId())) {
        return;
      }
      say(isJson() ? message.toJson() : text(message));
    }

    @Override
    public void connected() {
      if (!firstAttempt.complete(null)) {
        tell("connected again");
      } else if (!isJson()) {
        tell("waits for states of " + (ads.isEmpty() ? "all ads" : Texts.count(ads.size(), "ad")));
      }
      lost = "";
    }

    @Override
    public void caughtUp(long ms) {
      // People see the times.
    }

    @Override
    public void lost(String reason) {
      if (!firstAttempt.complete(reason) && !reason.equals(lost) && !hasEnded) {
        lost = reason;
        tell("not connected, trying again: " + reason);
      }
    }
  }

  private static String text(StateMessage message) {
    String over = Texts.money(message.overdeliveredMicros());
    return String.format(
        Locale.ROOT,
        "%s  %-20s  %-9s  %3d%%  %s of %s left%s  version %d",
        Texts.time(message.asOfMs()),
        message.adId(),
        message.state().label(),
        message.level().leftPercent(),
        Texts.money(message.leftMicros()),
        Texts.money(message.budgetMicros()),
        message.overdeliveredMicros() == 0 ? "" : ", " + over + " overdelivered",
        message.storedNumber());
  }
}
