package clickcounter.drill;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;

/**
 * One of two Riak nodes hangs: it accepts connections and requests, and answers nothing. Counting
 * must continue through the other one.
 */
final class StoreHang implements Drill {
  private static final byte[] PING = {0, 0, 0, 1, 1};
  private static final byte PONG = 2;
  private static final int ANSWER_MS = 2_000;

  private int times;
  private long hungMs;
  private final Silence silence = new Silence("one of two Riak nodes hung");

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    bed.requireWork();
    List<Line> lines = bed.riakLines;
    Line hung = lines.get(times % 2);
    Line other = lines.get(1 - times % 2);
    long startNs = System.nanoTime();
    hung.hang();
    try {
      requireHung(hung, other);
      silence.watch(bed, bed.setting.lastingMs());
      requireHung(hung, other);
    } finally {
      hung.resume();
    }
    hungMs += TestBed.msSince(startNs);
    times++;
    return bed.awaitProgress();
  }

  private static void requireHung(Line hung, Line other) throws IOException {
    if (answers(hung)) {
      throw new Unproven("the Riak node that was to hang answers");
    }
    if (!answers(other)) {
      throw new Unproven("the Riak node that was to be the other one does not answer");
    }
  }

  /** Whether a node that accepts connections answers a ping. */
  static boolean answers(Line line) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(line.socketAddress(), ANSWER_MS);
      socket.setSoTimeout(ANSWER_MS);
      socket.getOutputStream().write(PING);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      return in.readInt() == 1 && in.readByte() == PONG;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  @Override
  public String proof(TestBed bed) {
    return "%d times, %d s in all, it took a ping and did not answer; %s"
        .formatted(times, hungMs / 1_000, silence);
  }
}
