package clickcounter.riak;

import clickcounter.store.Stored;
import com.basho.riak.client.core.netty.RiakResponseException;

/**
 * Decides what an error or a time-out means for a put. All of Riak's errors have code 0, so the
 * text decides.
 *
 * <table>
 * <caption>Decisions</caption>
 * <tr><th>error</th><th>decision</th><th>why</th></tr>
 * <tr><td>{@code {too_large,…}}</td><td>Refused</td><td>checked by the vnode that coordinates,
 *     before it writes</td></tr>
 * <tr><td>{@code no_type}, {@code {n_val_violation,…}}</td><td>Doubt</td><td>the bucket type was
 *     valid at the start, so this node is in another cluster or has just lost its ring; the next
 *     call may go to another node</td></tr>
 * <tr><td>{@code {pw_val_unsatisfied,…}}, {@code {dw_val_unsatisfied,…}}, {@code
 *     {w_val_unsatisfied,…}}, {@code {insufficient_vnodes,…}}</td><td>Doubt</td><td>too few
 *     replicas answered; those that did have it</td></tr>
 * <tr><td>{@code timeout}, {@code overload}, {@code unavailable}</td><td>Doubt</td><td>a replica
 *     may have it</td></tr>
 * <tr><td>{@code all_nodes_down}, {@code Unknown message code: 11}</td><td>Doubt</td><td>a node
 *     that starts or stops; the next attempt may succeed</td></tr>
 * <tr><td>no node available, connection refused</td><td>Doubt</td><td>most likely not written, but
 *     another read costs little</td></tr>
 * <tr><td>connection closed, no answer in time</td><td>Doubt</td><td>the answer is lost, not the
 *     put</td></tr>
 * <tr><td>everything else</td><td>Doubt</td><td>believing that a put did not happen can count
 *     events twice; doubting it costs one read</td></tr>
 * </table>
 */
public final class PutErrors {
  private PutErrors() {}

  static Stored decide(Throwable error) {
    String text = describe(error);
    return error instanceof RiakResponseException ? byRiak(text) : new Stored.Doubt(text);
  }

  /** Decides by Riak's error message. */
  public static Stored byRiak(String text) {
    return text.startsWith("{too_large,") ? new Stored.Refused(text) : new Stored.Doubt(text);
  }

  /**
   * Whether an error of Riak says that the node does not serve documents: it starts or stops. It
   * must answer a probe before it gets the next one.
   */
  static boolean saysNotServing(String text) {
    return text.startsWith("Unknown message code");
  }

  /** Whether an error of Riak may be due to the node, so that another one may do better. */
  static boolean isOfNode(String text) {
    return byRiak(text).decide(single -> true, siblings -> true, doubt -> true, refused -> false);
  }

  /** Riak's error message; of another error also the class, because its message may be "null". */
  static String describe(Throwable error) {
    return error instanceof RiakResponseException
        ? String.valueOf(error.getMessage()).strip()
        : error.getClass().getSimpleName() + ": " + error.getMessage();
  }
}
