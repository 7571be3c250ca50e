package clickcounter.drill;

import clickcounter.drill.RiakLine.PutFaults;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Two proxies of one store. The topology takes them for two nodes of a Riak cluster. */
final class RiakLines implements AutoCloseable {
  private final String host;
  private final List<RiakLine> lines;

  private RiakLines(String host, List<RiakLine> lines) {
    this.host = host;
    this.lines = lines;
  }

  static RiakLines start(String host, InetSocketAddress riak, long seed) throws IOException {
    RiakLine one = RiakLine.start(host, riak, seed);
    try {
      return new RiakLines(host, List.of(one, RiakLine.start(host, riak, seed + 1)));
    } catch (IOException e) {
      one.close();
      throw e;
    }
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

  /** Sets the same faults on both lines. */
  void set(PutFaults faults) {
    lines.forEach(line -> line.set(faults));
  }

  void resume() {
    lines.forEach(RiakLine::resume);
  }

  long sum(ToLongFunction<RiakLine> figure) {
    return lines.stream().mapToLong(figure).sum();
  }

  @Override
  public void close() {
    lines.forEach(RiakLine::close);
  }
}
