package clickcounter.benchmark;

import clickcounter.broker.LocalBroker;
import clickcounter.cli.Trees;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.ReceivedMessage;
import clickcounter.jms.Subscription;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The broker alone, with its disk synced: the upper bound of a run with one line a message. Many
 * connections send, and each message is acknowledged after the usual deferral. Nothing is counted.
 */
final class BrokerPart implements Part {
  private static final String LINE = "x".repeat(120);
  private static final long STARTUP_MS = 10_000;
  private static final long MAX_MESSAGE_BYTES = 1_000_000;

  private final Path directory;
  private final Load load;

  /**
   * @param messages sent in all
   * @param warmUpMessages sent before them
   * @param senders connections that send, each with this many unconfirmed messages at most
   * @param receivers subscriptions
   * @param pendingMs between receipt and acknowledgement
   */
  record Load(
      int messages,
      int warmUpMessages,
      int senders,
      int unconfirmed,
      int receivers,
      long pendingMs) {}

  /** A broker in the given directory, whose content is deleted. */
  BrokerPart(Path directory, Load load) {
    this.directory = directory;
    this.load = load;
  }

  private record Pending(ReceivedMessage message, long dueNanos) {}

  @Override
  public void run(Figures figures) throws IOException, InterruptedException {
    Trees.delete(directory); // It is ours.
    Files.createDirectories(directory);
    try (LocalBroker broker = LocalBroker.start(directory, 0)) {
      play(broker, load.warmUpMessages());
      double cpuBefore = MachineTimes.busySeconds();
      double seconds = play(broker, load.messages());
      figures.say(
          "the broker alone, 1 line a message, acknowledged after %,d ms: %,.0f messages/s, %.0f µs of processor time each",
          load.pendingMs(),
          load.messages() / seconds,
          1e6 * (MachineTimes.busySeconds() - cpuBefore) / load.messages());
    }
  }

  /** Sends the messages and acknowledges them; the time of both, less the last one's wait. */
  private double play(LocalBroker broker, int messages) throws IOException, InterruptedException {
    long startNanos = System.nanoTime();
    Thread sender = new Thread(() -> send(broker.url(), messages), "bench-sender");
    sender.start();
    receive(broker.url(), messages);
    sender.join();
    return (System.nanoTime() - startNanos) / 1e9 - load.pendingMs() / 1e3;
  }

  private void send(String url, int messages) {
    try (Senders senders = Senders.open(url, load.senders(), load.unconfirmed())) {
      for (int i = 0; i < messages; i++) {
        senders.send(LINE);
      }
      senders.flush();
    } catch (IOException e) {
      throw new IllegalStateException("the messages could not be sent", e);
    }
  }

  private void receive(String url, int messages) throws IOException {
    List<Subscription> subscriptions = new ArrayList<>();
    List<ArrayDeque<Pending>> pending = new ArrayList<>();
    try {
      for (int i = 0; i < load.receivers(); i++) {
        subscriptions.add(Subscription.open(BrokerSettings.at(url), MAX_MESSAGE_BYTES, STARTUP_MS));
        pending.add(new ArrayDeque<>());
      }
      int acknowledged = 0;
      while (acknowledged < messages) {
        for (int i = 0; i < subscriptions.size(); i++) {
          acknowledged += turn(subscriptions.get(i), pending.get(i));
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
    } catch (JMSException e) {
      throw new IOException("the broker's queue cannot be read: " + e.getMessage(), e);
    } finally {
      subscriptions.forEach(Subscription::close);
    }
  }

  private int turn(Subscription subscription, ArrayDeque<Pending> pending) {
    long dueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(load.pendingMs());
    for (ReceivedMessage m = subscription.poll(); m != null; m = subscription.poll()) {
      pending.add(new Pending(m, dueNanos));
    }
    int acknowledged = 0;
    while (!pending.isEmpty() && pending.peek().dueNanos() - System.nanoTime() <= 0) {
      subscription.acknowledge(pending.poll().message());
      acknowledged++;
    }
    return acknowledged;
  }
}
