package clickcounter.drill;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * One of two Riak nodes stands still: it takes connections and requests and answers nothing. The
 * other one has to be enough.
 */
final class StoreHang implements Drill {
  /**
   * What was asked of the node that hangs is given up after the time-out, comes again, and is
   * counted and held back for a moment; what the topology may hold waits for it that long.
   */
  private static final long MOST_SILENT_MS = 2 * Stage.RIAK_TIMEOUT_MS;

  /** After that no silence as long as the time-out: the node is known to hang. */
  private static final long MOST_SILENT_LATER_MS = 5_000;

  private static final long LOOK_MS = 100;

  private static final byte[] PING = {0, 0, 0, 1, 1};
  private static final byte PONG = 2;
  private static final int ANSWER_MS = 2_000;

  private int times;
  private long hungMs;
  private long acknowledged;
  private long longestFirstMs;
  private long longestLaterMs;

  @Override
  public String name() {
    return "store-hang";
  }

  @Override
  public String fault() {
    return "one of two Riak nodes hangs (takes connections, answers nothing); counting goes on through the other";
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    stage.requireWork();
    RiakLines lines = stage.riakLines();
    RiakLine hung = times % 2 == 0 ? lines.first() : lines.second();
    RiakLine other = times % 2 == 0 ? lines.second() : lines.first();
    long startNs = System.nanoTime();
    hung.hang();
    try {
      requireHung(lines.host(), hung, other);
      watch(stage, startNs);
      requireHung(lines.host(), hung, other);
    } finally {
      hung.goOn();
    }
    hungMs += Stage.msSince(startNs);
    times++;
    return stage.backlog().awaitProgress(Stage.MEND_MS);
  }

  private static void requireHung(String host, RiakLine hung, RiakLine other) throws IOException {
    if (answers(host, hung.port())) {
      throw new Unproven("the Riak node that was to hang answers");
    }
    if (!answers(host, other.port())) {
      throw new Unproven("the Riak node that was to be the other one does not answer");
    }
  }

  /** Whether a node that takes the connection answers a ping. */
  static boolean answers(String host, int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), ANSWER_MS);
      socket.setSoTimeout(ANSWER_MS);
      socket.getOutputStream().write(PING);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      return in.readInt() == 1 && in.readByte() == PONG;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  /** Looks at each silence while it lasts. */
  private void watch(Stage stage, long startNs) throws IOException, InterruptedException {
    long before = stage.backlog().acknowledged();
    long last = before;
    long lastNs = startNs;
    long givenUpMs = Math.min(MOST_SILENT_MS, stage.pace().lastingMs());
    while (Stage.msSince(startNs) < stage.pace().lastingMs()) {
      stage.stay("one Riak node hangs", LOOK_MS);
      long now = stage.backlog().acknowledged();
      long silentMs = Stage.msSince(lastNs);
      boolean first = Stage.msSince(startNs) - silentMs < givenUpMs;
      requireBound(silentMs, first ? MOST_SILENT_MS : MOST_SILENT_LATER_MS);
      if (first) {
        longestFirstMs = Math.max(longestFirstMs, silentMs);
      } else {
        longestLaterMs = Math.max(longestLaterMs, silentMs);
      }
      if (now != last) {
        last = now;
        lastNs = System.nanoTime();
      }
    }
    acknowledged += last - before;
  }

  static void requireBound(long silentMs, long mostMs) throws Breach {
    if (silentMs > mostMs) {
      throw new Breach(
          "nothing was acknowledged for %d ms while one of two Riak nodes hung: expected at most %d"
              .formatted(silentMs, mostMs));
    }
  }

  @Override
  public String proof(Stage stage) {
    return "%d times, each node in turn, %d s in all, it took a ping and did not answer; %,d messages acknowledged meanwhile, nothing for at most %.1f s (first %d s, bound %d s) and %.1f s (after, bound %d s)"
        .formatted(
            times,
            hungMs / 1_000,
            acknowledged,
            longestFirstMs / 1_000.0,
            MOST_SILENT_MS / 1_000,
            MOST_SILENT_MS / 1_000,
            longestLaterMs / 1_000.0,
            MOST_SILENT_LATER_MS / 1_000);
  }
}
