package clickcounter.drill;

import clickcounter.cli.SystemCommand;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Linux network namespace on this machine, connected to it by one virtual cable. The machine's
 * side of the cable has two addresses: one for Nimbus and ZooKeeper, which can be cut off, and one
 * for everything else.
 *
 * <p>Cut off means that packets to Storm's address vanish on the cable, without an error for the
 * sender. The machine's own network is not changed.
 */
final class NetworkNamespace implements AutoCloseable {
  static final String STORM = "10.213.77.1";
  static final String LINES = "10.213.77.3";
  static final String INSIDE = "10.213.77.2";

  private static final String BITS = "/24";
  private static final String SUBNET = "10.213.77.0" + BITS;
  private static final String NAME = "clicks-drill";
  private static final String CABLE = "clicks-drill0";
  private static final String CABLE_INSIDE = "clicks-drill1";
  private static final String ENTER = "ip netns exec " + NAME + " ";
  private static final String NEIGHBOUR = " dev " + CABLE_INSIDE;

  /** A hardware address that no network card has. */
  private static final String NOWHERE = "02:00:00:00:00:99";

  private static final int REACH_S = 3;

  /** The names are unique on the machine, so only one drill at a time may use them. */
  private static final Path LOCK = Path.of("/tmp", NAME + ".lock");

  private final FileChannel lock;

  private NetworkNamespace(FileChannel lock) {
    this.lock = lock;
  }

  /**
   * Makes it. First removes what an earlier program left.
   *
   * @throws IOException if it cannot be made, or a running program uses it
   */
  static NetworkNamespace make() throws IOException {
    NetworkNamespace namespace = new NetworkNamespace(FileLocks.take(LOCK));
    remove();
    try {
      run("ip netns add " + NAME);
      run("ip link add " + CABLE + " type veth peer name " + CABLE_INSIDE);
      run("ip link set " + CABLE_INSIDE + " netns " + NAME);
      run("ip addr add " + STORM + BITS + " dev " + CABLE);
      run("ip addr add " + LINES + BITS + " dev " + CABLE);
      run("ip link set " + CABLE + " up");
      // Connections from this side come from the address that is never cut off.
      run("ip route replace " + SUBNET + " dev " + CABLE + " src " + LINES);
      run(ENTER + "ip addr add " + INSIDE + BITS + " dev " + CABLE_INSIDE);
      run(ENTER + "ip link set " + CABLE_INSIDE + " up");
      run(ENTER + "ip link set lo up");
      return namespace;
    } catch (IOException e) {
      namespace.close();
      throw new IOException("no network namespace can be made: " + e.getMessage(), e);
    }
  }

  /** The beginning of a command line that runs a program inside. */
  List<String> enter() {
    return List.of(ENTER.split(" "));
  }

  /**
   * Cuts it off from Storm's address, and Storm from a port inside.
   *
   * @param port the supervisor's; connections to it come from the address for everything else
   */
  void cut(int port) throws IOException {
    run(ENTER + "ip rule add " + answersOf(port));
    run(ENTER + "ip neigh replace " + STORM + " lladdr " + NOWHERE + NEIGHBOUR + " nud permanent");
  }

  void mend(int port) throws IOException {
    run(ENTER + "ip rule del " + answersOf(port));
    run(ENTER + "ip neigh del " + STORM + NEIGHBOUR);
  }

  private static String answersOf(int port) {
    return "ipproto tcp sport " + port + " blackhole";
  }

  /** Whether a program inside can connect. */
  boolean reaches(String address, int port) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(enter());
    String connect = "exec 3<>/dev/tcp/%s/%d".formatted(address, port);
    line.addAll(List.of("timeout", Integer.toString(REACH_S), "bash", "-c", connect));
    Process process =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor() == 0;
  }

  private static void run(String command) throws IOException {
    SystemCommand.run(command.split(" "));
  }

  /** Removing the inner end of the cable removes the cable. */
  private static void remove() {
    for (String command : List.of("ip netns del " + NAME, "ip link del " + CABLE)) {
      try {
        run(command);
      } catch (IOException e) {
        // It does not exist.
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      remove();
    }
  }
}
