package clickcounter.tools.common;

import clickcounter.cli.NoVerdict;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.DeadLetters;
import clickcounter.jms.QueueDepth;
import clickcounter.jms.QueueDepth.Which;
import clickcounter.jms.RejectedLine;
import clickcounter.riak.RiakSettings;
import clickcounter.service.Transport;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.BoundedReads;
import clickcounter.tools.documents.Waits;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What is outside of the commands: services, time, and the directory of their files. */
public interface Backends {
  /**
   * Connects to the documents, of which no more are read a second than the settings say.
   *
   * @throws NoVerdict if reads from there cannot be trusted, for example because the nodes belong
   *     to different clusters
   */
  default DocumentStore openStore(ToolSettings settings) {
    return BoundedReads.of(
        connect(settings.riak()),
        settings.read().number(OpsSettingsTable.READS_PER_SECOND),
        this::later);
  }

  /** The same without a limit: commands open their store instead. */
  DocumentStore connect(RiakSettings settings);

  /** Does a task after a time, without a thread that waits. */
  default void later(Duration delay, Runnable task) {
    CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS, Runnable::run)
        .execute(task);
  }

  /** A queue that takes all lines and sends none. */
  Transport NOWHERE =
      new Transport() {
        @Override
        public void send(List<String> lines) {}

        @Override
        public void close() {}
      };

  /**
   * Connects to the queue.
   *
   * @throws IOException if no broker answers
   */
  Transport openQueue(BrokerSettings settings) throws IOException;

  /**
   * The queue, whether a broker answers now or not. Each call fails if none answers, within {@link
   * #PATIENCE_MS}, and may be repeated.
   */
  default Transport openQueueLater(BrokerSettings settings) throws IOException {
    return openQueue(settings);
  }

  /**
   * How many messages that were sent until a time are in the queue, delivered or not; their events
   * are not counted yet. A broker shows a few hundred at most, so this is a lower bound.
   *
   * @throws IOException if no broker answers
   */
  default long queuedMessages(BrokerSettings settings, long sentUntilMs) throws IOException {
    return QueueDepth.of(settings, settings.queue(), Which.gotUntil(sentUntilMs));
  }

  /** How long a call waits for a broker that does not answer. */
  long PATIENCE_MS = 5_000;

  /**
   * Reads the lines of the queue of rejects, where they stay.
   *
   * @return whether there were not more lines than are read
   */
  boolean readRejects(BrokerSettings settings, Consumer<RejectedLine> sink) throws IOException;

  /**
   * Shows the lines at the head of the queue of rejects. Other readers get them all the same.
   *
   * @throws IOException if no broker answers
   */
  default void browseRejects(BrokerSettings settings, Consumer<RejectedLine> sink)
      throws IOException {
    readRejects(settings, sink);
  }

  /** The messages of the queue that the broker has given up; not known if it does not answer. */
  default DeadLetters deadLetters(BrokerSettings settings) {
    return DeadLetters.of(settings);
  }

  /**
   * Why the topology may still put documents, and what to do; nothing if it is at rest.
   *
   * @throws IOException if that is not known
   */
  default Optional<String> unrest(ToolSettings settings) throws IOException {
    for (TopologyRest topology : ServiceLoader.load(TopologyRest.class)) {
      return topology.unrest(settings);
    }
    throw new NoVerdict(
        "whether the topology is at rest is not known: this program has no part that asks Storm."
            + " Nothing was changed. Use the clicks of the distribution");
  }

  default Waits waits() {
    return Waits.REAL;
  }
}
