package clickcounter.topology;

import clickcounter.settings.Setting;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.storm.utils.Utils;

/**
 * Finds settings of click-counter that were given to Storm. {@code storm jar} consumes {@code
 * --config FILE} and {@code -c KEY=VALUE} wherever they are, so the topology would start without
 * them.
 */
final class MisplacedOptions {
  private static final String CONFIGURATION = "storm.conf.file";
  private static final Set<String> OURS =
      TopologySettingsTable.ROWS.stream().map(Setting::key).collect(Collectors.toUnmodifiableSet());

  private MisplacedOptions() {}

  /**
   * Checks the options that Storm was started with.
   *
   * @throws IllegalArgumentException that says what to write instead
   */
  static void requireNone() {
    Set<String> options = ours(Utils.readCommandLineOpts().keySet());
    if (!options.isEmpty()) {
      throw new IllegalArgumentException(
          "storm jar took -c %s for options of Storm: write --set=%s=VALUE"
              .formatted(String.join(", -c ", options), String.join("=VALUE --set=", options)));
    }
    String file = System.getProperty(CONFIGURATION, "");
    Set<String> keys =
        file.isEmpty() ? Set.of() : ours(Utils.findAndReadConfigFile(file, false).keySet());
    if (!keys.isEmpty()) {
      throw new IllegalArgumentException(
          "storm jar took --config %s for Storm's own configuration, but it has settings of click-counter (%s): write --settings=%s"
              .formatted(file, String.join(", ", keys), file));
    }
  }

  private static Set<String> ours(Collection<String> keys) {
    Set<String> ours = new TreeSet<>(keys);
    ours.retainAll(OURS);
    return ours;
  }
}
