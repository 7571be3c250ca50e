package clickcounter.devnode;

import static java.nio.charset.StandardCharsets.UTF_8;

import clickcounter.testing.Patience;
import com.basho.riak.client.api.RiakClient;
import com.basho.riak.client.api.RiakCommand;
import com.basho.riak.client.api.cap.BasicVClock;
import com.basho.riak.client.api.cap.Quorum;
import com.basho.riak.client.api.cap.VClock;
import com.basho.riak.client.api.commands.kv.DeleteValue;
import com.basho.riak.client.api.commands.kv.FetchValue;
import com.basho.riak.client.api.commands.kv.StoreValue;
import com.basho.riak.client.core.RiakCluster;
import com.basho.riak.client.core.RiakNode;
import com.basho.riak.client.core.query.Location;
import com.basho.riak.client.core.query.Namespace;
import com.basho.riak.client.core.query.RiakObject;
import com.basho.riak.client.core.util.BinaryValue;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The Riak Java Client, as the tests use it: one attempt, bounded waits, strings for values. */
final class Riak implements AutoCloseable {

  private static final int MAX_CONNECTIONS = 64;

  private final RiakCluster cluster;
  private final RiakClient client;

  Riak(int port) {
    RiakNode node =
        new RiakNode.Builder()
            .withRemoteAddress(DevNodeConfig.HOST)
            .withRemotePort(port)
            .withMaxConnections(MAX_CONNECTIONS)
            .withBlockOnMaxConnections(true)
            .build();
    cluster = RiakCluster.builder(node).withExecutionAttempts(1).build();
    cluster.start();
    client = new RiakClient(cluster);
  }

  static Location at(String type, String key) {
    return new Location(new Namespace(type, "things"), key);
  }

  static RiakObject text(String text) {
    return new RiakObject()
        .setContentType("text/plain")
        .setValue(BinaryValue.create(text.getBytes(UTF_8)));
  }

  static List<String> texts(List<RiakObject> siblings) {
    return siblings.stream().map(Riak::textOf).toList();
  }

  /** The client says null for an empty value: that of a head, or of a tombstone. */
  private static String textOf(RiakObject sibling) {
    return sibling.hasValue() ? sibling.getValue().toStringUtf8() : "";
  }

  RiakCluster cluster() {
    return cluster;
  }

  <T> T run(RiakCommand<T, ?> command) {
    try {
      return client.executeAsync(command).get(Patience.LIMIT_S, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new RiakFailure(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new IllegalStateException("no answer from the node", e);
    }
  }

  StoreValue.Response put(Location where, String value, VClock vclock) {
    StoreValue.Builder put =
        new StoreValue.Builder(text(value))
            .withLocation(where)
            .withOption(StoreValue.Option.RETURN_BODY, true);
    return run(vclock == null ? put.build() : put.withVectorClock(vclock).build());
  }

  VClock putFirst(Location where, String value) {
    return put(where, value, null).getVectorClock();
  }

  <T> StoreValue.Response put(
      Location where, VClock vclock, StoreValue.Option<T> option, T setting) {
    StoreValue.Builder put =
        new StoreValue.Builder(text("conditional")).withLocation(where).withOption(option, setting);
    return run(vclock == null ? put.build() : put.withVectorClock(vclock).build());
  }

  FetchValue.Response get(Location where) {
    return run(new FetchValue.Builder(where).build());
  }

  <T> FetchValue.Response get(Location where, FetchValue.Option<T> option, T setting) {
    return run(new FetchValue.Builder(where).withOption(option, setting).build());
  }

  List<String> textsAt(Location where) {
    return texts(get(where).getValues(RiakObject.class));
  }

  void delete(Location where, VClock vclock) {
    DeleteValue.Builder delete = new DeleteValue.Builder(where);
    run(vclock == null ? delete.build() : delete.withVClock(vclock).build());
  }

  static Quorum replicas(int count) {
    return new Quorum(count);
  }

  static VClock vclock(byte[] bytes) {
    return new BasicVClock(bytes);
  }

  /** The client may never end its own shutdown, so the wait has a bound. */
  @Override
  public void close() {
    try {
      cluster.shutdown().get(Patience.LIMIT_S, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the Riak client did not stop", e);
    }
  }

  /** The server's words, as the client reports them. */
  static final class RiakFailure extends RuntimeException {
    RiakFailure(Throwable cause) {
      super(cause.getMessage(), cause);
    }
  }
}
