package clickcounter.drill;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_ErrorResp;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetBucketReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_PingReq;

import clickcounter.cli.DaemonThreads;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import shaded.com.basho.riak.protobuf.RiakPB.RpbErrorResp;
import shaded.com.google.protobuf.ByteString;

/**
 * A proxy between workers and the broker or a Riak node, which can hang, go away, and serve no
 * documents. Frames must begin with their length in four bytes, as those of Riak and ActiveMQ do.
 */
final class Line implements AutoCloseable {
  private static final int LENGTH_BYTES = Integer.BYTES;
  private static final int BACKLOG = 50;

  /** Two lines to the same node are for the topology two nodes of a Riak cluster. */
  private static final int LEAST_TO_RIAK = 2;

  /** Requests for documents that were answered by an error, while it served none. */
  final LongAdder notServed = new LongAdder();

  private final ExecutorService threads =
      Executors.newCachedThreadPool(DaemonThreads.named("drill-line"));
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final InetSocketAddress target;
  private final ServerSocket server;
  private boolean hangs;
  private volatile boolean isAway;
  private volatile boolean servesDocuments = true;

  private Line(ServerSocket server, InetSocketAddress target) {
    this.server = server;
    this.target = target;
  }

  /** Listens on a free port. */
  static Line start(String host, InetSocketAddress target) throws IOException {
    Line line = new Line(new ServerSocket(0, BACKLOG, InetAddress.getByName(host)), target);
    line.threads.execute(line::accept);
    return line;
  }

  /**
   * A line to each node of a Riak cluster, two at least.
   *
   * @param nodes {@code host:port} of each node
   */
  static List<Line> toRiak(String host, List<String> nodes) throws IOException {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < Math.max(LEAST_TO_RIAK, nodes.size()); i++) {
      String node = nodes.get(i % nodes.size());
      int colon = node.lastIndexOf(':');
      int port = Integer.parseInt(node.substring(colon + 1));
      lines.add(start(host, new InetSocketAddress(node.substring(0, colon), port)));
    }
    return lines;
  }

  InetSocketAddress socketAddress() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  /** {@code host:port}. */
  String address() {
    return server.getInetAddress().getHostAddress() + ':' + server.getLocalPort();
  }

  /** Behaves as a process after SIGSTOP: takes connections and data, and answers nothing. */
  synchronized void hang() {
    hangs = true;
  }

  /** Continues with what was sent meanwhile. */
  synchronized void resume() {
    hangs = false;
    notifyAll();
  }

  private synchronized void awaitResumed() {
    try {
      while (hangs) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // It is closed.
    }
  }

  /** Closes all connections from now on, as if no process listened behind the line. */
  void goAway() {
    isAway = true;
    open.forEach(Line::close);
  }

  /** Takes connections again. */
  void comeBack() {
    isAway = false;
  }

  /**
   * Whether the node serves documents. Riak's processes take connections and answer with properties
   * before all vnodes run, and still do so for a while after these were stopped.
   */
  void serveDocuments(boolean does) {
    servesDocuments = does;
  }

  /** Lets everything pass from now on. */
  void mend() {
    resume();
    comeBack();
    serveDocuments(true);
  }

  @Override
  public void close() {
    close(server);
    goAway();
    threads.shutdownNow();
  }

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It carries nothing any more.
    }
  }

  private void accept() {
    try (server) {
      while (true) {
        Socket client = server.accept();
        threads.execute(() -> connect(client));
      }
    } catch (IOException e) {
      // It is closed.
    }
  }

  /** A server that is down must look down: nothing is read before it is connected. */
  private void connect(Socket client) {
    awaitResumed();
    Socket backend = new Socket();
    List<Socket> both = List.of(client, backend);
    open.addAll(both);
    try (client;
        backend) {
      if (!isAway) {
        backend.connect(target);
        client.setTcpNoDelay(true);
        backend.setTcpNoDelay(true);
        threads.execute(() -> carry(backend, client, client));
        carry(client, backend, client);
      }
    } catch (IOException e) {
      // The server is down.
    } finally {
      both.forEach(open::remove);
    }
  }

  /** Carries frames until one side ends; then the other side ends, too. */
  private void carry(Socket from, Socket to, Socket client) {
    try (from;
        to) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(from.getInputStream()));
      for (byte[] frame = next(in); frame != null; frame = next(in)) {
        if (from == client && !mayPass(frame[LENGTH_BYTES])) {
          notServed.increment();
          write(error("Unknown message code: " + frame[LENGTH_BYTES]), client);
        } else {
          write(frame, to);
        }
      }
    } catch (IOException e) {
      // Both sides are closed now.
    }
  }

  /** The next frame, or null at the end. Neither goes on while the line hangs. */
  private byte[] next(DataInputStream in) {
    try {
      int length = in.readInt();
      byte[] frame = ByteBuffer.allocate(LENGTH_BYTES + length).putInt(length).array();
      in.readFully(frame, LENGTH_BYTES, length);
      return frame;
    } catch (IOException e) {
      return null;
    } finally {
      awaitResumed();
    }
  }

  private boolean mayPass(byte type) {
    return servesDocuments || type == MSG_GetBucketReq || type == MSG_PingReq;
  }

  private static void write(byte[] frame, Socket to) throws IOException {
    synchronized (to) {
      to.getOutputStream().write(frame);
    }
  }

  private static byte[] error(String text) {
    byte[] body =
        RpbErrorResp.newBuilder()
            .setErrmsg(ByteString.copyFromUtf8(text))
            .setErrcode(0)
            .build()
            .toByteArray();
    return ByteBuffer.allocate(LENGTH_BYTES + 1 + body.length)
        .putInt(1 + body.length)
        .put(MSG_ErrorResp)
        .put(body)
        .array();
  }
}
