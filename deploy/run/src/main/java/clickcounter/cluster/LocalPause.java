package clickcounter.cluster;

import clickcounter.cli.LocalAddresses;
import clickcounter.settings.GivenSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Pauses the topology of {@code clicks local}, which listens to nobody: its process looks for a
 * file in its directory.
 *
 * @param metrics of its only worker
 */
public record LocalPause(Path file, URI metrics) {
  /** The file of the one that runs with this directory. */
  public static Path in(Path directory) {
    return directory.resolve("paused");
  }

  /** The pause of the {@code clicks local} that these settings name, if it runs. */
  static Optional<LocalPause> of(GivenSettings settings) throws IOException {
    Optional<LocalAddresses> local = LocalAddresses.of(settings);
    return settings
        .system()
        .or(settings::file)
        .map(file -> in(file.toAbsolutePath().getParent()))
        .flatMap(file -> local.map(each -> new LocalPause(file, each.metrics())));
  }

  void pause() throws IOException {
    Files.write(file, new byte[0]);
  }

  void resume() throws IOException {
    Files.deleteIfExists(file);
  }
}
