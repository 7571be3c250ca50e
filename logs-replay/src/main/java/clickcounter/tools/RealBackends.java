package clickcounter.tools;

import clickcounter.cli.NoVerdict;
import clickcounter.jms.Backoff;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.RejectedLine;
import clickcounter.jms.RejectsReader;
import clickcounter.jms.SenderSettings;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakSetupException;
import clickcounter.riak.RiakStore;
import clickcounter.service.Transport;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import java.io.IOException;
import java.util.function.Consumer;

/** Riak and a JMS broker. */
public final class RealBackends implements Backends {
  private static final int UNCONFIRMED_MESSAGES = 64;

  /** A broker with a full queue can block a producer for a long time while workers are slow. */
  private static final long GIVE_UP_AFTER_MS = 3_600_000;

  private static final long CONNECT_WITHIN_MS = 10_000;

  /** A call fails at its first failure: the delay is as long as the whole call may take. */
  private static final Backoff NO_RETRY = new Backoff(PATIENCE_MS, PATIENCE_MS);

  @Override
  public DocumentStore connect(RiakSettings settings) {
    try {
      return RiakStore.openForVerdict(settings);
    } catch (RiakSetupException e) {
      throw new NoVerdict(e.getMessage());
    }
  }

  @Override
  public Transport openQueue(BrokerSettings settings) throws IOException {
    try (JmsTransport probe =
        new JmsTransport(settings, SenderSettings.sync().withGiveUpAfterMs(CONNECT_WITHIN_MS))) {
      // So that a wrong address is reported at once, not after an hour of attempts.
      probe.connect();
    }
    return new JmsTransport(
        settings, SenderSettings.async(UNCONFIRMED_MESSAGES).withGiveUpAfterMs(GIVE_UP_AFTER_MS));
  }

  @Override
  public Transport openQueueLater(BrokerSettings settings) {
    return new JmsTransport(
        settings,
        SenderSettings.async(UNCONFIRMED_MESSAGES)
            .withGiveUpAfterMs(PATIENCE_MS)
            .withBackoff(NO_RETRY));
  }

  @Override
  public boolean readRejects(BrokerSettings settings, Consumer<RejectedLine> sink)
      throws IOException {
    return !RejectsReader.read(settings, sink);
  }

  @Override
  public void browseRejects(BrokerSettings settings, Consumer<RejectedLine> sink)
      throws IOException {
    RejectsReader.browse(settings, sink);
  }
}
