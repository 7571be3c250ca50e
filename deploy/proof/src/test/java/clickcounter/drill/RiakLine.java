package clickcounter.drill;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_ErrorResp;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetBucketReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_PingReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_PutReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_PutResp;

import clickcounter.drill.FrameProxy.FrameAction;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import shaded.com.basho.riak.protobuf.RiakPB.RpbErrorResp;
import shaded.com.google.protobuf.ByteString;

/** A proxy between workers and Riak that can be slow, answer errors, and lose answers. */
final class RiakLine implements AutoCloseable {
  private static final int HEADER_BYTES = Integer.BYTES + 1;

  private final FrameProxy proxy;
  private final Random random;
  private volatile PutFaults faults = PutFaults.NONE;
  private volatile boolean servesDocuments = true;

  final LongAdder heldUp = new LongAdder();
  final LongAdder refused = new LongAdder();
  final LongAdder deniedAfterwards = new LongAdder();
  final LongAdder answersLost = new LongAdder();

  /** Requests for documents that were answered by an error, while it served none. */
  final LongAdder notServed = new LongAdder();

  private RiakLine(String host, InetSocketAddress riak, long seed) throws IOException {
    random = new Random(seed);
    proxy = FrameProxy.start(host, riak, PutJudge::new);
  }

  static RiakLine start(String host, InetSocketAddress riak, long seed) throws IOException {
    return new RiakLine(host, riak, seed);
  }

  /**
   * What happens to puts on the line. The shares are from 0 to 1.
   *
   * @param leastHoldUpMs the least delay of a put
   * @param mostHoldUpMs the most delay of a put; 0 for none
   * @param refuse the share that is answered with an error and not done
   * @param deny the share that is done and answered with an error
   * @param lose the share that is done and not answered
   */
  record PutFaults(long leastHoldUpMs, long mostHoldUpMs, double refuse, double deny, double lose) {
    static final PutFaults NONE = slow(0, 0);

    PutFaults {
      if (leastHoldUpMs < 0 || mostHoldUpMs < leastHoldUpMs) {
        throw new IllegalArgumentException(
            "delay: expected 0 <= least <= most, found " + leastHoldUpMs + ", " + mostHoldUpMs);
      }
      if (Math.min(refuse, Math.min(deny, lose)) < 0 || refuse + deny + lose > 1) {
        throw new IllegalArgumentException(
            "shares: expected 0 or more and 1 in all at most, found %s, %s, %s"
                .formatted(refuse, deny, lose));
      }
    }

    static PutFaults slow(long leastMs, long mostMs) {
      return new PutFaults(leastMs, mostMs, 0, 0, 0);
    }

    /**
     * @param refuse the share that is answered with an error and not done
     * @param deny the share that is done and answered with an error
     * @param lose the share that is done and not answered
     */
    static PutFaults bad(double refuse, double deny, double lose) {
      return new PutFaults(0, 0, refuse, deny, lose);
    }
  }

  void set(PutFaults next) {
    faults = next;
  }

  int port() {
    return proxy.port();
  }

  /** Accepts connections from now on, but reads and answers nothing. */
  void hang() {
    proxy.hang();
  }

  /** Continues with what was sent meanwhile. */
  void resume() {
    proxy.resume();
  }

  /**
   * Whether the node serves documents. Riak's processes take connections and answer with properties
   * before all vnodes run, and still do so for a while after these were stopped.
   */
  void serveDocuments(boolean does) {
    servesDocuments = does;
  }

  /** Takes no connection and no request until it comes back. */
  void goAway() {
    proxy.goAway();
  }

  void comeBack() {
    proxy.comeBack();
  }

  @Override
  public void close() {
    proxy.close();
  }

  /** Riak's clients send one request at a time on a connection. */
  private final class PutJudge implements FrameProxy.Judge {
    private static final String OVERLOAD = "overload";

    private FrameAction forAnswer = FrameAction.PASS;

    @Override
    public FrameAction onRequest(ByteBuf frame) {
      PutFaults now = faults;
      forAnswer = FrameAction.PASS;
      byte type = frame.getByte(FrameProxy.TYPE_INDEX);
      if (!servesDocuments && type != MSG_GetBucketReq && type != MSG_PingReq) {
        notServed.increment();
        return FrameAction.answer(error("Unknown message code: " + type));
      }
      if (type != MSG_PutReq) {
        return FrameAction.PASS;
      }
      double chance = random.nextDouble();
      if (chance < now.refuse()) {
        refused.increment();
        return FrameAction.answer(error(OVERLOAD));
      }
      if (chance < now.refuse() + now.deny()) {
        forAnswer = FrameAction.answer(error(OVERLOAD));
      } else if (chance < now.refuse() + now.deny() + now.lose()) {
        forAnswer = FrameAction.SWALLOW;
      }
      if (now.mostHoldUpMs() > 0) {
        heldUp.increment();
        return FrameAction.holdUp(random.nextLong(now.leastHoldUpMs(), now.mostHoldUpMs() + 1));
      }
      return FrameAction.PASS;
    }

    /** Hides only answers that say that the put is done. */
    @Override
    public FrameAction onAnswer(ByteBuf frame) {
      if (frame.getByte(FrameProxy.TYPE_INDEX) != MSG_PutResp || forAnswer.passes()) {
        return FrameAction.PASS;
      }
      if (forAnswer.answer() == null) {
        answersLost.increment();
        return FrameAction.SWALLOW;
      }
      deniedAfterwards.increment();
      return forAnswer;
    }

    private static byte[] error(String text) {
      byte[] body =
          RpbErrorResp.newBuilder()
              .setErrmsg(ByteString.copyFromUtf8(text))
              .setErrcode(0)
              .build()
              .toByteArray();
      return ByteBuffer.allocate(HEADER_BYTES + body.length)
          .putInt(1 + body.length)
          .put(MSG_ErrorResp)
          .put(body)
          .array();
    }
  }
}
