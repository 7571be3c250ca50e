package clickcounter.devnode;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A second address of a server on this machine, which can fall silent, hang up or be taken away.
 */
public final class Relay implements AutoCloseable {
  private final ServerSocket server;
  private final int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean silent;
  private volatile boolean hangsUp;

  private Relay(ServerSocket server, int target) {
    this.server = server;
    this.target = target;
  }

  public static Relay to(int port) throws IOException {
    Relay relay = new Relay(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
    start(relay::accept);
    return relay;
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  public String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket from = server.accept();
        if (hangsUp) {
          from.close();
          continue;
        }
        Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(from);
        sockets.add(to);
        start(() -> copy(from, to));
        start(() -> copy(to, from));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  /** From now on nothing is passed on, without an error to anyone. */
  public void fallSilent() {
    silent = true;
  }

  /**
   * Whether connections are accepted and closed at once, as by a proxy of a server that is down.
   */
  public void hangUp(boolean does) {
    hangsUp = does;
  }

  private void copy(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      byte[] bytes = new byte[1 << 16];
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        if (!silent) {
          to.getOutputStream().write(bytes, 0, n);
        }
      }
    } catch (IOException e) {
      // One side has gone; so goes the other.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
