package clickcounter.riak;

import clickcounter.store.DocumentKey;
import com.basho.riak.client.core.netty.RiakResponseException;
import com.basho.riak.client.core.query.Namespace;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;

/**
 * Refuses, before the first document, a bucket type in which events could be lost or counted twice.
 *
 * <p>It sees what the bucket type is now; somebody who changes it under the running topology is not
 * noticed. Buckets can differ from their type, so each is looked at.
 */
public final class BucketTypeCheck {
  private static final List<String> BUCKETS =
      List.of(DocumentKey.ADS, DocumentKey.COUNTERS, DocumentKey.DIRECTORY);

  private final RiakSettings settings;
  private final RiakConnections connections;

  private BucketTypeCheck(RiakSettings settings, RiakConnections connections) {
    this.settings = settings;
    this.connections = connections;
  }

  /**
   * Reads the properties over connections of its own, within the operation time-out a bucket.
   *
   * @throws RiakSetupException when a rule is broken, the type does not exist or Riak cannot be
   *     reached
   */
  public static void verify(RiakSettings settings) {
    try (RiakConnections connections = RiakConnections.open(settings)) {
      BucketTypeCheck check = new BucketTypeCheck(settings, connections);
      BUCKETS.forEach(check::verify);
    }
  }

  private void verify(String bucket) {
    new BucketRules(settings, bucket, read(bucket)).verify();
  }

  private RpbBucketProps read(String bucket) {
    try {
      return ask(bucket).get(settings.operationTimeoutMs(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw refused(e.getCause());
    } catch (TimeoutException e) {
      throw unreachable("no answer within riak.timeoutMs=" + settings.operationTimeoutMs(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted", e);
    }
  }

  private CompletableFuture<RpbBucketProps> ask(String bucket) {
    CompletableFuture<RpbBucketProps> answer = new CompletableFuture<>();
    connections.execute(
        new TypeProperties(new Namespace(settings.bucketType(), bucket)),
        answer::isDone,
        (properties, error) -> complete(answer, properties, error));
    return answer;
  }

  private static void complete(
      CompletableFuture<RpbBucketProps> answer, RpbBucketProps properties, Throwable error) {
    if (error == null) {
      answer.complete(properties);
    } else {
      answer.completeExceptionally(error);
    }
  }

  private RiakSetupException refused(Throwable error) {
    String text = PutErrors.describe(error);
    boolean unknown =
        error instanceof RiakResponseException
            && (text.contains("no_type")
                || text.toLowerCase(Locale.ROOT).contains("no bucket-type"));
    return unknown ? unknownType(text, error) : unreachable(text, error);
  }

  private RiakSetupException unknownType(String text, Throwable error) {
    return new RiakSetupException(
        "riak.bucketType=%s: Riak at %s knows no such bucket type (%s), or it is not activated. It is made with: %s"
            .formatted(
                settings.bucketType(), settings.nodes(), text, BucketRules.command(settings)),
        error);
  }

  private RiakSetupException unreachable(String text, Throwable error) {
    return new RiakSetupException(
        "Riak at riak.nodes=%s did not tell the properties of bucket type '%s': %s. Nothing was read or written. Check that it runs and that riak.nodes names its protocol buffers port (usually 8087)%s"
            .formatted(settings.nodes(), settings.bucketType(), text, adviceOnSecurity()),
        error);
  }

  /** The client does not tell why a connection was refused. */
  private String adviceOnSecurity() {
    Credentials who = settings.credentials();
    return who.isNone()
        ? ". If its security is switched on, it needs riak.user, riak.password and riak.trustStore"
        : ", that its security is switched on, that riak.user=%s may log in with the secret in riak.password=%s, and that riak.trustStore=%s has the authority of its certificate"
            .formatted(who.user(), who.password(), who.trustStore());
  }
}
