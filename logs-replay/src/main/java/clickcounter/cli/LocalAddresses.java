package clickcounter.cli;

import clickcounter.settings.GivenSettings;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * Where the parts of a running {@code clicks local} are. It saves them in its directory, so that
 * commands in another terminal find them:
 *
 * <pre>
 * pid=4711
 * startedAtMs=1383146743512
 * riak=127.0.0.1:8087
 * broker=tcp://127.0.0.1:61616
 * metrics=http://127.0.0.1:36213/metrics
 * </pre>
 *
 * @param startedAtMs when its topology had started
 * @param riak {@code host:port}, several separated by commas
 * @param metrics of its only worker
 */
public record LocalAddresses(long pid, long startedAtMs, String riak, String broker, URI metrics) {
  private static final String FILE = "running.properties";

  /** Saves it; whoever runs in the directory is the only one. */
  public void save(Path dir) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("pid", Long.toString(pid));
    properties.setProperty("startedAtMs", Long.toString(startedAtMs));
    properties.setProperty("riak", riak);
    properties.setProperty("broker", broker);
    properties.setProperty("metrics", metrics.toString());
    try (Writer writer = Files.newBufferedWriter(dir.resolve(FILE))) {
      properties.store(writer, null);
    }
  }

  /**
   * Of the one that runs with this directory; none if its process has ended.
   *
   * @throws IOException naming the file, if it cannot be read
   */
  public static Optional<LocalAddresses> in(Path dir) throws IOException {
    Path file = dir.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    try {
      LocalAddresses saved =
          new LocalAddresses(
              Long.parseLong(properties.getProperty("pid")),
              Long.parseLong(properties.getProperty("startedAtMs")),
              properties.getProperty("riak"),
              properties.getProperty("broker"),
              URI.create(properties.getProperty("metrics", "")));
      return ProcessHandle.of(saved.pid).isPresent() ? Optional.of(saved) : Optional.empty();
    } catch (IllegalArgumentException e) {
      throw new IOException(
          file + " is damaged (" + e.getMessage() + "): delete it, and start clicks local again",
          e);
    }
  }

  /**
   * Of the one that these settings name, if they are those of a running {@code clicks local}.
   *
   * @throws IOException naming the file, if it cannot be read
   */
  public static Optional<LocalAddresses> of(GivenSettings settings) throws IOException {
    Optional<Path> file = settings.system().or(settings::file);
    return file.isPresent() ? in(file.get().toAbsolutePath().getParent()) : Optional.empty();
  }
}
