package clickcounter.devcluster;

import java.io.IOException;
import java.io.PrintStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Warns of the ports that Storm opens on all interfaces. Nimbus, supervisors and workers cannot be
 * restricted to loopback, and anyone who can reach Nimbus can run programs on this host.
 *
 * <p>Limit: a host with private addresses only may still be reachable, through a router that
 * forwards ports.
 */
public final class PublicPorts {
  private PublicPorts() {}

  /**
   * Prints the warning.
   *
   * @param allowed whether {@code --public} was given
   * @throws IOException if the host has a public address and that is not allowed
   */
  public static void warn(Ports ports, boolean allowed, PrintStream err) throws IOException {
    warn(ports, allowed, ownAddresses(), err);
  }

  static void warn(Ports ports, boolean allowed, Collection<InetAddress> own, PrintStream err)
      throws IOException {
    List<String> reachable =
        own.stream().filter(PublicPorts::isPublic).map(InetAddress::getHostAddress).toList();
    if (!reachable.isEmpty() && !allowed) {
      throw new IOException(
          "this host has a public address ("
              + String.join(", ", reachable)
              + "), and Storm listens on all interfaces, without authentication, on "
              + list(ports)
              + ": anyone who can reach them can run programs on this host. Nothing was started. Close these"
              + " ports in a firewall, then give --public");
    }
    err.println(
        "WARNING: Storm listens on all interfaces, without authentication, on "
            + list(ports)
            + ". Anyone who can reach them can run programs on this host"
            + (reachable.isEmpty() ? "." : ", which has " + String.join(", ", reachable) + "."));
    err.flush();
  }

  private static String list(Ports ports) {
    List<Integer> supervisors = new ArrayList<>();
    List<Integer> workers = new ArrayList<>();
    for (int i = 0; i < ports.supervisors(); i++) {
      supervisors.add(ports.supervisor(i));
      workers.addAll(ports.slots(i));
    }
    return "port "
        + ports.nimbus()
        + " (Nimbus), "
        + join(supervisors)
        + " (supervisors), "
        + join(workers)
        + " (workers)";
  }

  private static String join(List<Integer> ports) {
    return ports.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static List<InetAddress> ownAddresses() throws IOException {
    return NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses).toList();
  }

  /** Whether the address may be routed on the internet. */
  static boolean isPublic(InetAddress address) {
    if (address.isLoopbackAddress()
        || address.isAnyLocalAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    byte[] bytes = address.getAddress();
    int first = bytes[0] & 0xff;
    int second = bytes[1] & 0xff;
    if (address instanceof Inet6Address) {
      return (first & 0xe0) == 0x20; // 2000::/3 is the only range in use
    }
    boolean sharedByCarriers = first == 100 && (second & 0xc0) == 64; // 100.64.0.0/10
    boolean documentation =
        is(bytes, 192, 0, 2) || is(bytes, 198, 51, 100) || is(bytes, 203, 0, 113); // RFC 5737
    boolean benchmarks = first == 198 && (second & 0xfe) == 18; // 198.18.0.0/15
    return first != 0 && first < 224 && !sharedByCarriers && !benchmarks && !documentation;
  }

  private static boolean is(byte[] address, int a, int b, int c) {
    return address[0] == (byte) a && address[1] == (byte) b && address[2] == (byte) c;
  }
}
