package clickcounter.topology;

import clickcounter.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a topology was submitted with. Storm keeps it as part of the topology's configuration, so it
 * can be read as long as the topology runs.
 *
 * @param version of the jar
 * @param settings all that the topology reads, defaults included; places instead of secrets
 */
public record Submitted(String version, SortedMap<String, String> settings) {
  private static final String VERSION = "clickcounter.version";
  private static final String SETTINGS = "clickcounter.settings";

  public Submitted {
    Objects.requireNonNull(version, "version");
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** With this jar and these settings. */
  static Submitted now(Settings settings) throws IOException {
    Properties build = new Properties();
    try (InputStream file = Submitted.class.getResourceAsStream("build.properties")) {
      build.load(Objects.requireNonNull(file, "build.properties"));
    }
    return new Submitted(build.getProperty("version"), TopologySettingsTable.values(settings));
  }

  /** What is added to Storm's configuration of the topology. */
  Map<String, Object> configuration() {
    return Map.of(VERSION, version, SETTINGS, settings);
  }

  /** Of a topology with this configuration; nothing if a release submitted it that kept none. */
  public static Optional<Submitted> in(Map<?, ?> configuration) {
    if (!(configuration.get(VERSION) instanceof String version)
        || !(configuration.get(SETTINGS) instanceof Map<?, ?> all)) {
      return Optional.empty();
    }
    SortedMap<String, String> settings = new TreeMap<>();
    all.forEach((key, value) -> settings.put(String.valueOf(key), String.valueOf(value)));
    return Optional.of(new Submitted(version, settings));
  }
}
