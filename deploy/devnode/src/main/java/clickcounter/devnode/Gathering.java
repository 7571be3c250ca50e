package clickcounter.devnode;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Makes one answer of those of the replicas: of the prompt ones, then, while they are not enough,
 * of the late ones, and at last of the time-out.
 */
final class Gathering {

  private record Late(int replica, Duration pause) {}

  private final KeyCopies.Target target;
  private final Tally tally;
  private final Function<StoredSiblings, Response> then;
  private final IntFunction<StoredSiblings> askLate;
  private final Runnable done;
  private final Queue<Late> late = new PriorityQueue<>(Comparator.comparing(Late::pause));
  private Duration waited = Duration.ZERO;

  /**
   * @param then makes the answer of what was found or stored
   * @param askLate what a late replica answers when its time has come
   * @param done runs when the client has its answer
   */
  Gathering(
      KeyCopies.Target target,
      Tally tally,
      Function<StoredSiblings, Response> then,
      IntFunction<StoredSiblings> askLate,
      Runnable done) {
    this.target = target;
    this.tally = tally;
    this.then = then;
    this.askLate = askLate;
    this.done = done;
  }

  /** What comes when it was enough does not change the answer. */
  void tell(StoredSiblings versions) {
    if (!tally.isEnough()) {
      tally.add(versions);
    }
  }

  void tellFailure() {
    if (!tally.isEnough()) {
      tally.addFailure();
    }
  }

  void expect(int replica, Duration pause) {
    late.add(new Late(replica, pause));
  }

  Response answer() {
    if (tally.isEnough()) {
      Response answer = Response.to(() -> then.apply(tally.response(target.rules()::merge)));
      done.run();
      return answer;
    }
    Late next = late.poll();
    if (next == null || next.pause().compareTo(target.timeout()) > 0) {
      done.run();
      return at(target.timeout(), () -> Response.error("timeout"));
    }
    return at(
        next.pause(),
        () -> {
          tell(askLate.apply(next.replica()));
          return answer();
        });
  }

  private Response at(Duration sinceRequest, Supplier<Response> work) {
    Duration pause = sinceRequest.minus(waited);
    waited = sinceRequest;
    return new Response.Later(pause.isNegative() ? Duration.ZERO : pause, work);
  }
}
