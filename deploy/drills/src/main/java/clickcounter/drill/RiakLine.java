package clickcounter.drill;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_ErrorResp;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_PutReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_PutResp;

import clickcounter.drill.FrameProxy.Verdict;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import shaded.com.basho.riak.protobuf.RiakPB.RpbErrorResp;
import shaded.com.google.protobuf.ByteString;

/** The line between workers and Riak: it can be slow, answer errors, and lose answers. */
final class RiakLine implements AutoCloseable {
  private static final int HEADER_BYTES = Integer.BYTES + 1;

  private final FrameProxy proxy;
  private final Random random;
  private volatile Weather weather = Weather.FAIR;

  final LongAdder heldUp = new LongAdder();
  final LongAdder refused = new LongAdder();
  final LongAdder deniedAfterwards = new LongAdder();
  final LongAdder answersLost = new LongAdder();

  private RiakLine(String host, InetSocketAddress riak, long seed) throws IOException {
    random = new Random(seed);
    proxy = FrameProxy.start(host, riak, Connection::new);
  }

  static RiakLine start(String host, InetSocketAddress riak, long seed) throws IOException {
    return new RiakLine(host, riak, seed);
  }

  /**
   * How the line is. All shares are of the puts.
   *
   * @param leastHoldUpMs how long each waits at least
   * @param mostHoldUpMs and at most
   * @param refuse the share that is answered with an error and not done
   * @param deny the share that is done and answered with an error
   * @param lose the share that is done and not answered
   */
  record Weather(long leastHoldUpMs, long mostHoldUpMs, double refuse, double deny, double lose) {
    static final Weather FAIR = slow(0, 0);

    static Weather slow(long leastMs, long mostMs) {
      return new Weather(leastMs, mostMs, 0, 0, 0);
    }

    /**
     * @param refuse the share that is answered with an error and not done
     * @param deny the share that is done and answered with an error
     * @param lose the share that is done and not answered
     */
    static Weather bad(double refuse, double deny, double lose) {
      return new Weather(0, 0, refuse, deny, lose);
    }
  }

  void set(Weather now) {
    weather = now;
  }

  int port() {
    return proxy.port();
  }

  /** From now on it stands still: connections are taken, nothing is read, nothing is answered. */
  void hang() {
    proxy.hang();
  }

  /** What was sent to it meanwhile is done now. */
  void goOn() {
    proxy.goOn();
  }

  @Override
  public void close() {
    proxy.close();
  }

  /** Riak's clients have one request at a time under way on a connection. */
  private final class Connection implements FrameProxy.Judge {
    private static final String ERROR = "overload";

    private Verdict forAnswer = Verdict.PASS;

    @Override
    public Verdict onRequest(ByteBuf frame) {
      Weather now = weather;
      forAnswer = Verdict.PASS;
      if (frame.getByte(FrameProxy.TYPE_INDEX) != MSG_PutReq) {
        return Verdict.PASS;
      }
      double chance = random.nextDouble();
      if (chance < now.refuse()) {
        refused.increment();
        return Verdict.answer(error());
      }
      if (chance < now.refuse() + now.deny()) {
        forAnswer = Verdict.answer(error());
      } else if (chance < now.refuse() + now.deny() + now.lose()) {
        forAnswer = Verdict.SWALLOW;
      }
      if (now.mostHoldUpMs() > 0) {
        heldUp.increment();
        return Verdict.holdUp(random.nextLong(now.leastHoldUpMs(), now.mostHoldUpMs() + 1));
      }
      return Verdict.PASS;
    }

    /** Only what Riak says to be done is kept from the client. */
    @Override
    public Verdict onAnswer(ByteBuf frame) {
      if (frame.getByte(FrameProxy.TYPE_INDEX) != MSG_PutResp || forAnswer.passes()) {
        return Verdict.PASS;
      }
      if (forAnswer.answer() == null) {
        answersLost.increment();
        return Verdict.SWALLOW;
      }
      deniedAfterwards.increment();
      return forAnswer;
    }

    private static byte[] error() {
      byte[] body =
          RpbErrorResp.newBuilder()
              .setErrmsg(ByteString.copyFromUtf8(ERROR))
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
