package clickcounter.riak;

import clickcounter.store.DocumentKey;
import com.basho.riak.client.core.netty.RiakResponseException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistResp;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketResp;
import shaded.com.google.protobuf.Parser;

/**
 * Checks Riak before the first document is read. Refuses a bucket type in which events could be
 * lost or counted twice, and nodes without a majority in one cluster. Warns of a ring that has
 * several replicas of a key on one node.
 *
 * <p>A later change of the bucket type is not noticed. Buckets can have properties that differ from
 * their type, so each bucket is checked.
 */
public final class BucketTypeCheck {
  private static final int MOST_ATTEMPTS = 3;
  private static final Logger LOG = LoggerFactory.getLogger(BucketTypeCheck.class);

  private static final List<String> BUCKETS =
      List.of(DocumentKey.ADS, DocumentKey.COUNTERS, DocumentKey.DIRECTORY, DocumentKey.RETIRED);

  /** A ring of 64 partitions on three nodes has two bad places: fewer keys might miss them. */
  private static final int RING_SAMPLE = 512;

  private final RiakSettings settings;
  private final RiakConnections connections;
  private final Messages messages;

  private BucketTypeCheck(RiakSettings settings, RiakConnections connections) {
    this.settings = settings;
    this.connections = connections;
    this.messages = new Messages(settings);
  }

  /**
   * Reads the properties over its own connections, each bucket within three operation time-outs.
   *
   * @throws RiakSetupException when a rule is broken, the type does not exist, Riak cannot be
   *     reached, or no majority of its nodes is in one cluster
   */
  public static void verify(RiakSettings settings) {
    try (RiakConnections connections = RiakConnections.open(settings)) {
      BucketTypeCheck check = new BucketTypeCheck(settings, connections);
      BUCKETS.forEach(check::verify);
      check.lookAtRing();
    }
  }

  /**
   * What an operator should change of the ring: keys with several replicas on one of its nodes.
   * Empty if there is nothing, and for a cluster of one node.
   *
   * @throws IOException if Riak does not say it
   */
  public static Optional<String> ringAdvice(RiakSettings settings) throws IOException {
    try (RiakConnections connections = RiakConnections.open(settings)) {
      return RingCheck.advice(new BucketTypeCheck(settings, connections).sampleOfRing());
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(
          "Riak does not say on which nodes the replicas are: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void verify(String bucket) {
    new BucketRules(settings.bucketType(), bucket, read(bucket)).verify();
  }

  private RpbBucketProps read(String bucket) {
    try {
      return askForProperties(messages.properties(bucket)).getProps();
    } catch (ExecutionException e) {
      throw refused(e.getCause());
    } catch (TimeoutException e) {
      throw unreachable("no answer within riak.timeoutMs=" + settings.operationTimeoutMs(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted", e);
    }
  }

  /**
   * Asks again when time runs out: the first call also connects, logs in and loads classes, which
   * on a busy machine takes longer than a call may.
   */
  private RpbGetBucketResp askForProperties(byte[] request)
      throws ExecutionException, TimeoutException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return ask(request, RiakMessageCodes.MSG_GetBucketResp, RpbGetBucketResp.PARSER);
      } catch (TimeoutException e) {
        if (attempt == MOST_ATTEMPTS) {
          throw e;
        }
        LOG.info(
            "Riak at {} did not answer within riak.timeoutMs={}, asking again",
            settings.nodes(),
            settings.operationTimeoutMs());
      }
    }
  }

  /**
   * Asks once.
   *
   * @throws TimeoutException whether this thread or {@link Calls} noticed it first
   */
  private <T> T ask(byte[] request, int expectedCode, Parser<T> parser)
      throws ExecutionException, TimeoutException, InterruptedException {
    CompletableFuture<T> answer = new CompletableFuture<>();
    connections
        .calls()
        .begin(
            request,
            (reply, error) -> {
              try {
                if (error != null) {
                  answer.completeExceptionally(error);
                } else {
                  answer.complete(reply.as(expectedCode, parser));
                }
              } catch (Exception e) {
                answer.completeExceptionally(e);
              }
            });
    try {
      return answer.get(settings.operationTimeoutMs(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TimeoutException timeout) {
        throw timeout;
      }
      throw e;
    }
  }

  /** Only warns: Riak works on such a ring, but less well while a node is away. */
  private void lookAtRing() {
    try {
      List<RpbGetBucketKeyPreflistResp> sample = sampleOfRing();
      RingCheck.advice(sample).ifPresent(LOG::warn);
      if (RingCheck.isOneNode(sample)) {
        LOG.info("Riak is a cluster of one node: counting stops while it is away");
      }
    } catch (ExecutionException | TimeoutException e) {
      LOG.info(
          "Riak does not say on which nodes the replicas are, so the ring is not checked: {}",
          e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<RpbGetBucketKeyPreflistResp> sampleOfRing()
      throws ExecutionException, TimeoutException, InterruptedException {
    List<RpbGetBucketKeyPreflistResp> preflists = new ArrayList<>();
    for (int i = 0; i < RING_SAMPLE; i++) {
      preflists.add(
          ask(
              messages.preflist(DocumentKey.ad("ring-" + i)),
              RiakMessageCodes.MSG_GetBucketKeyPreflistResp,
              RpbGetBucketKeyPreflistResp.PARSER));
    }
    return preflists;
  }

  private RiakSetupException refused(Throwable error) {
    if (error instanceof RiakSetupException mixed) {
      return mixed;
    }
    String text = PutErrors.describe(error);
    boolean unknown = error instanceof RiakResponseException && NodeProbe.saysUnknownType(text);
    return unknown ? unknownType(text, error) : unreachable(text, error);
  }

  private RiakSetupException unknownType(String text, Throwable error) {
    return new RiakSetupException(
        "riak.bucketType=%s: Riak at %s knows no such bucket type (%s), or it is not activated. Correct the setting, or create the type with: %s"
            .formatted(
                settings.bucketType(),
                settings.nodes(),
                text,
                BucketRules.creating(settings.bucketType())),
        error);
  }

  private RiakSetupException unreachable(String text, Throwable error) {
    return new RiakSetupException(
        "Riak at riak.nodes=%s did not return the properties of bucket type '%s': %s. Nothing was read or written. Check that it runs and that riak.nodes names its protocol buffers port (usually 8087)%s"
            .formatted(settings.nodes(), settings.bucketType(), text, adviceOnSecurity()),
        error);
  }

  /** A node that refuses a log-in does not always say why. */
  private String adviceOnSecurity() {
    Credentials who = settings.credentials();
    return who.isNone()
        ? ". If its security is on, set riak.user, riak.password and riak.trustStore"
        : ", that its security is on, that riak.user=%s may log in with the secret in riak.password=%s, and that riak.trustStore=%s contains the authority of its certificate"
            .formatted(who.user(), who.password(), who.trustStore());
  }
}
