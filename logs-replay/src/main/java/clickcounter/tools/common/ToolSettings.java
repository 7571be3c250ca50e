package clickcounter.tools.common;

import clickcounter.jms.BrokerSettingsTable;
import clickcounter.riak.RiakSettingsTable;
import clickcounter.secret.SecretSource;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.settings.Setting;
import clickcounter.settings.Settings;
import clickcounter.settings.SettingsFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/**
 * The topology's settings file, from which the tools take their own settings, and those of the
 * broker and of Riak. They ignore its other settings.
 */
public final class ToolSettings {
  static final String VARIABLE = "CLICKS_SETTINGS";

  private static final Logger LOG = LoggerFactory.getLogger(ToolSettings.class);

  private static final List<Setting> TABLE =
      Stream.of(BrokerSettingsTable.ROWS, RiakSettingsTable.ROWS, OpsSettingsTable.ROWS)
          .flatMap(List::stream)
          .toList();

  @Option(
      names = "--settings",
      paramLabel = "FILE",
      description =
          "The topology's settings file, which says where broker and Riak are. Default: the file"
              + " named by the environment variable "
              + VARIABLE)
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "One setting, such as --set riak.bucketType=test; overrides the file. Repeatable.")
  private Map<String, String> single = new LinkedHashMap<>();

  private final Map<String, String> environment;
  private Map<String, String> known = Map.of();

  ToolSettings() {
    this(System.getenv());
  }

  ToolSettings(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Settings that the caller knows. A file and {@code --set} override them. */
  public ToolSettings orElse(Map<String, String> others) {
    known = Map.copyOf(others);
    return this;
  }

  /**
   * The settings of the tools, the broker and Riak.
   *
   * @throws IllegalArgumentException that names the wrong file or setting
   */
  public Settings read() {
    return read(TABLE);
  }

  /**
   * All settings of a table. Others may be in the file, but not on the command line, where they
   * would have no effect.
   *
   * @throws IllegalArgumentException that names the wrong file or setting
   */
  public Settings read(List<Setting> table) {
    Path path = file == null ? namedFile() : file;
    Map<String, String> inFile = path == null ? Map.of() : SettingsFile.read(path);
    Settings all =
        Settings.defaults(table).withAll(known).withAll(ofGroups(table, inFile)).withAll(single);
    table.forEach(row -> warnOfSecret(row.key(), all.text(row)));
    return all;
  }

  private static void warnOfSecret(String setting, String value) {
    SecretSource.file(setting, value).flatMap(SecretSource::warning).ifPresent(LOG::warn);
  }

  private Path namedFile() {
    String named = environment.getOrDefault(VARIABLE, "");
    return named.isBlank() ? null : Path.of(named);
  }

  /** The values whose keys begin as those of the table do, so that a misspelt one is found. */
  private static Map<String, String> ofGroups(List<Setting> table, Map<String, String> values) {
    List<String> groups = table.stream().map(each -> group(each.key())).toList();
    return values.entrySet().stream()
        .filter(each -> groups.contains(group(each.getKey())))
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, Map.Entry::getValue, (a, b) -> b, LinkedHashMap::new));
  }

  private static String group(String key) {
    return key.substring(0, key.indexOf('.') + 1);
  }
}
