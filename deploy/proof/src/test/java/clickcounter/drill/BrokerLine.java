package clickcounter.drill;

import clickcounter.drill.FrameProxy.FrameAction;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.LongAdder;
import org.apache.activemq.command.CommandTypes;

/**
 * A proxy between workers and broker that can lose acknowledgements.
 *
 * <p>The option in {@link #url} switches the caching of the wire format off: a frame that is lost
 * would take cached parts with it that later frames refer to.
 */
final class BrokerLine implements AutoCloseable {
  private final FrameProxy proxy;
  private final String host;
  private volatile boolean losesAcknowledgements;

  final LongAdder acknowledgementsLost = new LongAdder();

  private BrokerLine(String host, InetSocketAddress broker) throws IOException {
    this.host = host;
    proxy = FrameProxy.start(host, broker, AckJudge::new);
  }

  static BrokerLine start(String host, InetSocketAddress broker) throws IOException {
    return new BrokerLine(host, broker);
  }

  String url() {
    return "tcp://" + host + ':' + proxy.port() + "?wireFormat.cacheEnabled=false";
  }

  void loseAcknowledgements() {
    losesAcknowledgements = true;
  }

  /** Closes the connections. The broker delivers unacknowledged messages again over new ones. */
  void cutAndMend() {
    proxy.cut();
    mend();
  }

  /** Nothing passes, and no connection ends. */
  void hang() {
    proxy.hang();
  }

  /** Lets everything pass from now on. */
  void mend() {
    losesAcknowledgements = false;
    proxy.resume();
  }

  @Override
  public void close() {
    proxy.close();
  }

  private final class AckJudge implements FrameProxy.Judge {
    @Override
    public FrameAction onRequest(ByteBuf frame) {
      if (losesAcknowledgements
          && frame.getByte(FrameProxy.TYPE_INDEX) == CommandTypes.MESSAGE_ACK) {
        acknowledgementsLost.increment();
        return FrameAction.SWALLOW;
      }
      return FrameAction.PASS;
    }

    @Override
    public FrameAction onAnswer(ByteBuf frame) {
      return FrameAction.PASS;
    }
  }
}
