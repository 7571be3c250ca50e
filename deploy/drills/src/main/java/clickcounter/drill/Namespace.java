package clickcounter.drill;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A network of its own on this machine (Linux network namespace), joined to it by one cable. This
 * side of the cable has two addresses: one for Nimbus and ZooKeeper, which can be cut off, and one
 * for everything else.
 *
 * <p>Cut off means that packets to Storm's address vanish on the cable, as behind a broken switch:
 * nobody is told. Nothing of the machine's own network is touched.
 */
final class Namespace implements AutoCloseable {
  static final String STORM = "10.213.77.1";
  static final String LINES = "10.213.77.3";
  static final String INSIDE = "10.213.77.2";

  private static final String BITS = "/24";
  private static final String SUBNET = "10.213.77.0" + BITS;
  private static final String NAME = "clicks-drill";
  private static final String CABLE = "clicks-drill0";
  private static final String CABLE_INSIDE = "clicks-drill1";

  /** No card has it. */
  private static final String NOWHERE = "02:00:00:00:00:99";

  private static final int REACH_S = 3;

  /** The names are the machine's: one program at a time has them, in whatever directory it runs. */
  private static final Path LOCK = Path.of("/tmp", NAME + ".lock");

  private final FileChannel lock;

  private Namespace(FileChannel lock) {
    this.lock = lock;
  }

  /** Why there can be none, if so. */
  static Optional<String> whyNotHere() {
    try {
      make().close();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("no network namespace can be made: " + e.getMessage());
    }
  }

  /**
   * Makes it; what an earlier program left of it is removed.
   *
   * @throws IOException when it cannot be made, or another program that runs has it
   */
  static Namespace make() throws IOException {
    FileChannel lock = lock(LOCK);
    Namespace namespace = new Namespace(lock);
    namespace.remove();
    try {
      run(List.of("ip", "netns", "add", NAME));
      run(List.of("ip", "link", "add", CABLE, "type", "veth", "peer", "name", CABLE_INSIDE));
      run(List.of("ip", "link", "set", CABLE_INSIDE, "netns", NAME));
      run(List.of("ip", "addr", "add", STORM + BITS, "dev", CABLE));
      run(List.of("ip", "addr", "add", LINES + BITS, "dev", CABLE));
      run(List.of("ip", "link", "set", CABLE, "up"));
      // What connects from this side does so from the address that is never cut off.
      run(List.of("ip", "route", "replace", SUBNET, "dev", CABLE, "src", LINES));
      inside("ip", "addr", "add", INSIDE + BITS, "dev", CABLE_INSIDE);
      inside("ip", "link", "set", CABLE_INSIDE, "up");
      inside("ip", "link", "set", "lo", "up");
      return namespace;
    } catch (IOException e) {
      namespace.close();
      throw e;
    }
  }

  /** A lock that nobody else on this machine has until it is closed, or its program has ended. */
  static FileChannel lock(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // This program has it.
    }
    channel.close();
    throw new IOException("another drill on this machine has it (" + file + " is locked)");
  }

  /** A command that runs another one in it. */
  List<String> enter() {
    return List.of("ip", "netns", "exec", NAME);
  }

  /**
   * Cuts it off from Storm's address, and Storm from a port inside.
   *
   * @param port that is reached from this side's address for everything else
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

  /** Answers from the port vanish. */
  private static String[] unanswered(String order, int port) {
    return new String[] {
      "ip", "rule", order, "ipproto", "tcp", "sport", Integer.toString(port), "blackhole"
    };
  }

  /** Whether somebody in it can connect. */
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
    run(line);
  }

  private static void run(List<String> command) throws IOException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException(String.join(" ", command) + ": " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** The cable goes with its inner end. */
  private void remove() {
    for (List<String> command :
        List.of(List.of("ip", "netns", "del", NAME), List.of("ip", "link", "del", CABLE))) {
      try {
        run(command);
      } catch (IOException e) {
        // There is none, which is what is wanted.
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
