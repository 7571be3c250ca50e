package clickcounter.benchmark;

import clickcounter.cli.Trees;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Measures bare puts of the development node, or of the Riak that was given: what a store can do.
 */
final class BarePart implements Part {
  private static final int PUTS = 100_000;
  private static final int BYTES = 450;

  private final Path directory;
  private final Settings settings;

  /** With the node's files in the given directory, whose content is deleted. */
  BarePart(Path directory, Settings settings) {
    this.directory = directory;
    this.settings = settings;
  }

  @Override
  public void run(Figures figures) throws IOException, InterruptedException {
    if (settings.isGiven("riak.nodes")) {
      String node = settings.value("riak.nodes").split(",")[0];
      say(figures, "Riak at " + node, node);
      return;
    }
    Trees.delete(directory); // It is ours.
    Files.createDirectories(directory);
    try (DevNode node = DevNode.start(DevNodeConfig.in(directory))) {
      say(figures, "the development node", "127.0.0.1:" + node.port());
    }
  }

  private static void say(Figures figures, String name, String node) throws InterruptedException {
    BarePuts.Result bare = BarePuts.measure(node, BYTES, PUTS);
    figures.say(
        "bare put rate of %s (%d bytes, 64 in flight): %,.0f puts/s, %.1f µs of the client's processor time a put",
        name, BYTES, bare.putsPerSecond(), bare.microsAPut());
  }
}
