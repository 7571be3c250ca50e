package clickcounter.drill;

import clickcounter.cli.SystemCommand;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

  /** A hardware address that no network card has. */
  private static final String NOWHERE = "02:00:00:00:00:99";

  private static final int REACH_S = 3;

  /** The names are unique on the machine, so only one drill at a time may use them. */
  private static final Path LOCK = Path.of("/tmp", NAME + ".lock");

  private final FileChannel lock;

  private NetworkNamespace(FileChannel lock) {
    this.lock = lock;
  }

  /** The reason why this machine cannot have one; empty if it can. */
  static Optional<String> whyNotHere() {
    try {
      make().close();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("no network namespace can be made: " + e.getMessage());
    }
  }

  /**
   * Makes it. First removes what an earlier program left.
   *
   * @throws IOException if it cannot be made, or a running program uses it
   */
  static NetworkNamespace make() throws IOException {
    FileChannel lock = lock(LOCK);
    NetworkNamespace namespace = new NetworkNamespace(lock);
    namespace.remove();
    try {
      SystemCommand.run("ip", "netns", "add", NAME);
      SystemCommand.run("ip", "link", "add", CABLE, "type", "veth", "peer", "name", CABLE_INSIDE);
      SystemCommand.run("ip", "link", "set", CABLE_INSIDE, "netns", NAME);
      SystemCommand.run("ip", "addr", "add", STORM + BITS, "dev", CABLE);
      SystemCommand.run("ip", "addr", "add", LINES + BITS, "dev", CABLE);
      SystemCommand.run("ip", "link", "set", CABLE, "up");
      // Connections from this side come from the address that is never cut off.
      SystemCommand.run("ip", "route", "replace", SUBNET, "dev", CABLE, "src", LINES);
      inside("ip", "addr", "add", INSIDE + BITS, "dev", CABLE_INSIDE);
      inside("ip", "link", "set", CABLE_INSIDE, "up");
      inside("ip", "link", "set", "lo", "up");
      return namespace;
    } catch (IOException e) {
      namespace.close();
      throw e;
    }
  }

  /** Takes a lock on this machine, until it is closed or its program ends. */
  static FileChannel lock(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // This program holds it.
    }
    channel.close();
    throw new IOException("another drill on this machine uses it (" + file + " is locked)");
  }

  /** The beginning of a command line that runs a program inside. */
  List<String> enter() {
    return List.of("ip", "netns", "exec", NAME);
  }

  /**
   * Cuts it off from Storm's address, and Storm from a port inside.
   *
   * @param port the supervisor's; connections to it come from the address for everything else
   */
  void cut(int port) throws IOException {
    inside(unanswered("add", port));
    inside(
        "ip",
        "neigh",
        "replace",
        STORM,
        "lladdr",
        NOWHERE,
        "dev",
        CABLE_INSIDE,
        "nud",
        "permanent");
  }

  void mend(int port) throws IOException {
    inside(unanswered("del", port));
    inside("ip", "neigh", "del", STORM, "dev", CABLE_INSIDE);
  }

  /** A rule that drops answers from the port. */
  private static String[] unanswered(String order, int port) {
    return new String[] {
      "ip", "rule", order, "ipproto", "tcp", "sport", Integer.toString(port), "blackhole"
    };
  }

  /** Whether a program inside can connect. */
  boolean reaches(String address, int port) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(enter());
    line.addAll(
        List.of(
            "timeout",
            Integer.toString(REACH_S),
            "bash",
            "-c",
            "exec 3<>/dev/tcp/%s/%d".formatted(address, port)));
    Process process =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor() == 0;
  }

  private static void inside(String... command) throws IOException {
    List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", NAME));
    line.addAll(List.of(command));
    SystemCommand.run(line.toArray(String[]::new));
  }

  /** Removing the inner end of the cable removes the cable. */
  private void remove() {
    for (String[] command :
        List.of(
            new String[] {"ip", "netns", "del", NAME}, new String[] {"ip", "link", "del", CABLE})) {
      try {
        SystemCommand.run(command);
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
