package clickcounter.cli;

import clickcounter.settings.SettingsSearch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A system that runs on this machine. The command that starts it writes the settings that reach it
 * into its directory.
 */
public final class SystemHere {
  private SystemHere() {}

  /** Says where a system is. */
  public static void save(Path directory, Map<String, String> settings) throws IOException {
    Path file = file(directory);
    String head =
        "# The system that runs here. For one that commands do not find: --settings " + file + "\n";
    Files.writeString(
        file,
        new TreeMap<>(settings)
            .entrySet().stream()
                .map(each -> each.getKey() + ": '" + each.getValue().replace("'", "''") + "'\n")
                .collect(Collectors.joining("", head, "")));
  }

  public static void forget(Path directory) throws IOException {
    Files.deleteIfExists(file(directory));
  }

  /**
   * The settings file of the only system that runs in a usual directory; none if no launcher says
   * where these are.
   *
   * @throws IllegalArgumentException if there are two: nobody knows which one is meant
   */
  static Optional<Path> find() {
    if (!Home.isKnown()) {
      return Optional.empty();
    }
    Optional<Path> local = running(Home.data("local")).map(SystemHere::file);
    Optional<Path> cluster = Optional.of(file(Home.data("cluster"))).filter(Files::exists);
    if (local.isPresent() && cluster.isPresent()) {
      throw new IllegalArgumentException(
          ("two systems run on this machine: name one with --settings %s or --settings %s."
                  + " The second one is there until %s dev cluster --stop")
              .formatted(local.get(), cluster.get(), Home.launcher()));
    }
    return local.or(() -> cluster);
  }

  /** One that was killed has left its file behind. */
  private static Optional<Path> running(Path directory) {
    try {
      return LocalAddresses.in(directory)
          .map(local -> directory)
          .filter(dir -> Files.exists(file(dir)));
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  public static Path file(Path directory) {
    return directory.toAbsolutePath().normalize().resolve(SettingsSearch.NAME);
  }
}
