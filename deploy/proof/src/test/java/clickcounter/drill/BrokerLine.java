package clickcounter.drill;

import java.io.IOException;
import java.net.InetSocketAddress;

/** A proxy between workers and broker that can hang. */
final class BrokerLine implements AutoCloseable {
  private final FrameProxy proxy;
  private final String host;

  private BrokerLine(String host, InetSocketAddress broker) throws IOException {
    this.host = host;
    proxy = FrameProxy.start(host, broker, FrameProxy.PASS_ALL);
  }

  static BrokerLine start(String host, InetSocketAddress broker) throws IOException {
    return new BrokerLine(host, broker);
  }

  String url() {
    return "tcp://" + host + ':' + proxy.port();
  }

  /** Nothing passes, and no connection ends. */
  void hang() {
    proxy.hang();
  }

  /** Lets everything pass from now on. */
  void mend() {
    proxy.resume();
  }

  @Override
  public void close() {
    proxy.close();
  }
}
