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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
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
  private final int messages;
  private final long pendingMs;

  /**
   * A broker in the given directory, whose content is deleted.
   *
   * @param messages sent to warm up, and again to measure
   * @param pendingMs between receipt and acknowledgement
   */
  BrokerPart(Path directory, int messages, long pendingMs) {
    this.directory = directory;
    this.messages = messages;
    this.pendingMs = pendingMs;
  }

  private record Pending(ReceivedMessage message, long dueNanos) {}

  @Override
  public void run(Figures figures) throws IOException, InterruptedException {
    Trees.delete(directory); // It is ours.
    Files.createDirectories(directory);
    try (LocalBroker broker = LocalBroker.start(directory, 0)) {
      play(broker);
      double cpuBefore = MachineTimes.busySeconds();
      double seconds = play(broker);
      figures.say(
          "the broker alone, 1 line a message, acknowledged after %,d ms: %,.0f messages/s, %.0f µs of processor time each",
          pendingMs, messages / seconds, 1e6 * (MachineTimes.busySeconds() - cpuBefore) / messages);
    }
  }

  /** Sends the messages and acknowledges them; the seconds of both, less the last one's wait. */
  private double play(LocalBroker broker) throws IOException, InterruptedException {
    long startNanos = System.nanoTime();
    FutureTask<Void> sending = new FutureTask<>(() -> send(broker.url()));
    Thread sender = new Thread(sending, "bench-sender");
    sender.setDaemon(true);
    sender.start();
    receive(broker.url(), sending);
    sender.join();
    return (System.nanoTime() - startNanos) / 1e9 - pendingMs / 1e3;
  }

  private Void send(String url) throws IOException {
    try (Senders senders = new Senders(url)) {
      for (int i = 0; i < messages; i++) {
        senders.send(LINE);
      }
      senders.flush();
    }
    return null;
  }

  private void receive(String url, Future<Void> sending) throws IOException, InterruptedException {
    try (Subscription subscription =
        Subscription.open(BrokerSettings.at(url), MAX_MESSAGE_BYTES, STARTUP_MS)) {
      ArrayDeque<Pending> pending = new ArrayDeque<>();
      int acknowledged = 0;
      while (acknowledged < messages) {
        requireNotFailed(sending);
        acknowledged += turn(subscription, pending);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
    } catch (JMSException e) {
      throw new IOException("the broker's queue cannot be read: " + e.getMessage(), e);
    }
  }

  private static void requireNotFailed(Future<Void> sending)
      throws IOException, InterruptedException {
    if (sending.isDone()) {
      try {
        sending.get();
      } catch (ExecutionException e) {
        throw new IOException("the messages could not be sent: " + e.getCause(), e.getCause());
      }
    }
  }

  /** Takes what has come, and acknowledges what is due; how many were acknowledged. */
  private int turn(Subscription subscription, ArrayDeque<Pending> pending) {
    long dueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pendingMs);
    for (ReceivedMessage m = subscription.poll(); m != null; m = subscription.poll()) {
      pending.add(new Pending(m, dueNanos));
    }
    int acknowledged = 0;
    while (!pending.isEmpty() && pending.peek().dueNanos() - System.nanoTime() <= 0) {
      subscription.acknowledge(pending.poll().message().receipt());
      acknowledged++;
    }
    return acknowledged;
  }
}
