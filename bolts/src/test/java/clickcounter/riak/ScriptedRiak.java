package clickcounter.riak;

import clickcounter.testing.Patience;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbBucketKeyPreflistItem;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistResp;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetResp;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutResp;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;
import shaded.com.basho.riak.protobuf.RiakPB.RpbErrorResp;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketResp;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.MessageLite;

/** A server that answers requests as a test's script says: one function from request to reply. */
final class ScriptedRiak implements AutoCloseable {
  static final int PING = 1;
  static final int GET = 9;
  static final int PUT = 11;
  static final int GET_BUCKET = 19;
  static final int GET_PREFLIST = 33;

  private static final int QUORUM = -3;

  static final Reply SILENCE = new Reply(-1, new byte[0]);
  static final Reply HANG_UP = new Reply(-2, new byte[0]);
  static final Reply PONG = new Reply(2, new byte[0]);
  static final Reply NOT_FOUND = new Reply(10, new byte[0]);

  private final ServerSocket server;
  private final Thread acceptor;
  private final Function<Request, Reply> script;
  private final Queue<Request> requests = new ConcurrentLinkedQueue<>();
  private final Queue<Socket> connections = new ConcurrentLinkedQueue<>();
  private final CountDownLatch firstRequest = new CountDownLatch(1);

  private volatile boolean closed;

  record Request(int code, byte[] body) {}

  record Reply(int code, byte[] body) {
    static Reply of(int code, MessageLite message) {
      return new Reply(code, message.toByteArray());
    }

    static Reply error(String text) {
      return of(
          0,
          RpbErrorResp.newBuilder().setErrcode(0).setErrmsg(ByteString.copyFromUtf8(text)).build());
    }

    static Reply found(String vclock, RpbContent... contents) {
      return of(
          10,
          RpbGetResp.newBuilder()
              .addAllContent(List.of(contents))
              .setVclock(ByteString.copyFromUtf8(vclock))
              .build());
    }

    static Reply stored(String vclock, RpbContent... contents) {
      return of(
          12,
          RpbPutResp.newBuilder()
              .addAllContent(List.of(contents))
              .setVclock(ByteString.copyFromUtf8(vclock))
              .build());
    }

    static Reply properties(RpbBucketProps.Builder properties) {
      return of(20, RpbGetBucketResp.newBuilder().setProps(properties).build());
    }

    static Reply preflist(Iterable<RpbBucketKeyPreflistItem> replicas) {
      return of(34, RpbGetBucketKeyPreflistResp.newBuilder().addAllPreflist(replicas).build());
    }
  }

  /** The script answers everything. */
  ScriptedRiak(Function<Request, Reply> script) throws IOException {
    this(0, script);
  }

  ScriptedRiak(int port, Function<Request, Reply> script) throws IOException {
    this.script = script;
    server = new ServerSocket(port, 200, InetAddress.getLoopbackAddress());
    acceptor = daemon(this::acceptAll);
  }

  /** The script answers reads and puts; the bucket type is a right one. */
  static ScriptedRiak ofDocuments(Function<Request, Reply> script) throws IOException {
    return new ScriptedRiak(
        request ->
            request.code() == GET || request.code() == PUT
                ? script.apply(request)
                : aside(request));
  }

  private static Reply aside(Request request) {
    return switch (request.code()) {
      case PING -> PONG;
      case GET_BUCKET -> Reply.properties(rightProperties());
      case GET_PREFLIST -> Reply.error("Permission denied: no 'riak_kv.get_preflist'");
      default -> Reply.error("Unknown message code: " + request.code());
    };
  }

  static RpbBucketProps.Builder rightProperties() {
    return RpbBucketProps.newBuilder()
        .setNVal(3)
        .setAllowMult(true)
        .setLastWriteWins(false)
        .setR(QUORUM)
        .setDw(QUORUM)
        .setPr(0)
        .setPw(0);
  }

  static ScriptedRiak always(Reply reply) throws IOException {
    return ofDocuments(request -> reply);
  }

  int port() {
    return server.getLocalPort();
  }

  String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  List<Request> requests(int code) {
    return requests.stream().filter(request -> request.code() == code).toList();
  }

  void awaitRequest() throws InterruptedException {
    if (!firstRequest.await(Patience.LIMIT_S, TimeUnit.SECONDS)) {
      throw new AssertionError("no request came");
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "scripted-riak");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket connection = server.accept();
        connections.add(connection);
        if (closed) {
          connection.close();
        }
        daemon(() -> serve(connection));
      }
    } catch (IOException e) {
      // The server was closed: the test is over.
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      DataInputStream in = new DataInputStream(connection.getInputStream());
      connection.setTcpNoDelay(true);
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(connection.getOutputStream()));
      while (answer(receive(in), out)) {}
    } catch (IOException e) {
      // The client or the test closed the connection.
    }
  }

  private Request receive(DataInputStream in) throws IOException {
    int length = in.readInt();
    Request request = new Request(in.readByte(), in.readNBytes(length - 1));
    requests.add(request);
    if (request.code() == GET || request.code() == PUT) {
      firstRequest.countDown();
    }
    return request;
  }

  /** Like Riak, shows the user metadata that was put, unless the script says that of another's. */
  private static Reply asStored(Request request, Reply reply) throws IOException {
    if (request.code() != PUT || reply.code() != 12) {
      return reply;
    }
    RpbContent put = RpbPutReq.parseFrom(request.body()).getContent();
    RpbPutResp.Builder stored = RpbPutResp.parseFrom(reply.body()).toBuilder();
    if (stored.getContentCount() == 1 && stored.getContent(0).getUsermetaCount() == 0) {
      stored.getContentBuilder(0).addAllUsermeta(put.getUsermetaList());
    }
    return Reply.of(12, stored.build());
  }

  private boolean answer(Request request, DataOutputStream out) throws IOException {
    Reply reply = asStored(request, script.apply(request));
    if (reply.code() >= 0) {
      out.writeInt(reply.body().length + 1);
      out.writeByte(reply.code());
      out.write(reply.body());
      out.flush();
    }
    return reply != HANG_UP;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    server.close();
    for (Socket each : connections) {
      each.close();
    }
    try {
      // The port is free only when no socket accepts any more.
      acceptor.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
