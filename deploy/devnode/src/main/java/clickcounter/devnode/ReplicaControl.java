package clickcounter.devnode;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import shaded.com.basho.riak.protobuf.RiakPB.RpbErrorResp;

/**
 * Changes how one replica of a development node in another process behaves from now on:
 *
 * <pre>
 * state            print the state, change nothing
 * wipe N           replica N has lost its disk; it serves empty until reads have repaired it
 * down N           N is known to be away: nothing is sent to it
 * up N             N behaves normally again
 * fails N SHARE    N answers this share of the puts with a failure
 * silent N SHARE   this share of the puts does not reach N, and nobody answers for it
 * mute N SHARE     N does this share of the puts, and the answer is lost
 * late N MS        puts reach N so much later than the others
 * </pre>
 */
public final class ReplicaControl {
  private static final int TIMEOUT_MS = 10_000;

  private ReplicaControl() {}

  /**
   * @return the state of all replicas afterwards, a line for each
   * @throws IOException when the node cannot be reached or does not obey; the message says why
   */
  public static String send(InetSocketAddress node, String order) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(node, TIMEOUT_MS);
      socket.setSoTimeout(TIMEOUT_MS);
      byte[] text = order.getBytes(StandardCharsets.UTF_8);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(1 + text.length);
      out.writeByte(Dispatcher.ORDER);
      out.write(text);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      int length = in.readInt();
      byte code = in.readByte();
      byte[] answer = in.readNBytes(length - 1);
      if (code != Dispatcher.OBEYED) {
        throw new IOException(RpbErrorResp.parseFrom(answer).getErrmsg().toStringUtf8());
      }
      return new String(answer, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IOException("order '%s' to %s: %s".formatted(order, node, e.getMessage()), e);
    }
  }
}
