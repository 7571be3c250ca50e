package clickcounter.drill;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Proxies, two at least, each of one Riak node. Two of the same node are for the topology two nodes
 * of a Riak cluster.
 */
final class RiakLines implements AutoCloseable {
  private static final int LEAST = 2;

  private final String host;
  private final List<RiakLine> lines;

  private RiakLines(String host, List<RiakLine> lines) {
    this.host = host;
    this.lines = lines;
  }

  /**
   * @param nodes {@code host:port} of each node
   */
  static RiakLines start(String host, List<String> nodes) throws IOException {
    RiakLines all = new RiakLines(host, new ArrayList<>());
    try {
      for (int i = 0; i < Math.max(LEAST, nodes.size()); i++) {
        all.lines.add(RiakLine.start(host, address(nodes.get(i % nodes.size()))));
      }
      return all;
    } catch (IOException e) {
      all.close();
      throw e;
    }
  }

  private static InetSocketAddress address(String node) throws IOException {
    int colon = node.lastIndexOf(':');
    return new InetSocketAddress(
        InetAddress.getByName(node.substring(0, colon)),
        Integer.parseInt(node.substring(colon + 1)));
  }

  /** {@code host:port,host:port}. */
  String nodes() {
    return lines.stream().map(line -> host + ':' + line.port()).collect(Collectors.joining(","));
  }

  String host() {
    return host;
  }

  RiakLine first() {
    return lines.get(0);
  }

  RiakLine second() {
    return lines.get(1);
  }

  List<RiakLine> all() {
    return List.copyOf(lines);
  }

  /** No line reads or answers anything. */
  void hang() {
    lines.forEach(RiakLine::hang);
  }

  void resume() {
    lines.forEach(RiakLine::resume);
    lines.forEach(line -> line.serveDocuments(true));
  }

  /** The store is away: no line takes a connection. */
  void goAway() {
    lines.forEach(RiakLine::goAway);
  }

  void comeBack() {
    lines.forEach(RiakLine::comeBack);
  }

  long sum(ToLongFunction<RiakLine> figure) {
    return lines.stream().mapToLong(figure).sum();
  }

  @Override
  public void close() {
    lines.forEach(RiakLine::close);
  }
}
