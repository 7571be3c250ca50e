package clickcounter.settings;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The settings that a command was given: single ones override those of a file. If these do not name
 * a system, those of one that runs on this machine apply.
 */
public final class GivenSettings {
  /** If one of them is given, another system is meant than the one that runs here. */
  private static final List<String> ADDRESSES = List.of("broker.url", "riak.nodes", "ops.nimbus");

  private final Path file;
  private final Map<String, String> inFile;
  private final Map<String, String> single;
  private final Path system;
  private final Map<String, String> ofSystem;

  private GivenSettings(
      Path file,
      Map<String, String> inFile,
      Map<String, String> single,
      Path system,
      Map<String, String> ofSystem) {
    this.file = file;
    this.inFile = inFile;
    this.single = single;
    this.system = system;
    this.ofSystem = ofSystem;
  }

  /**
   * Reads a file.
   *
   * @param file null for none
   * @throws IllegalArgumentException that names the file and what is wrong in it
   */
  public static GivenSettings of(Path file, Map<String, String> single) {
    return new GivenSettings(
        file,
        file == null ? Map.of() : SettingsFile.read(file),
        new LinkedHashMap<>(single),
        null,
        Map.of());
  }

  /** Whether they say where broker, Riak or Nimbus are. */
  public boolean nameASystem() {
    return ADDRESSES.stream().anyMatch(key -> inFile.containsKey(key) || single.containsKey(key));
  }

  /** These settings; the ones that they lack are those of a system that runs here. */
  public GivenSettings above(Path system) {
    return new GivenSettings(file, inFile, single, system, SettingsFile.read(system));
  }

  /**
   * All settings of a table, which has every setting that there is.
   *
   * @throws IllegalArgumentException that names the wrong setting, and the file that it is in
   */
  public Settings read(List<Setting> table) {
    return read(table, ofSystem, inFile);
  }

  /**
   * All settings of a part of the table. Others may be in the files, but not among the single ones,
   * where they would have no effect.
   *
   * @throws IllegalArgumentException that names the wrong setting, and the file that it is in
   */
  public Settings readPart(List<Setting> table) {
    return read(table, ofGroups(table, ofSystem), ofGroups(table, inFile));
  }

  private Settings read(
      List<Setting> table, Map<String, String> lowest, Map<String, String> above) {
    Settings settings = from(system, Settings.defaults(table), lowest);
    return from(file, settings, above).withAll(single);
  }

  private static Settings from(Path file, Settings settings, Map<String, String> values) {
    try {
      return settings.withAll(values);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("settings file " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * The values of the table's keys, and those whose keys begin as its do, so that a misspelt one is
   * found.
   */
  private static Map<String, String> ofGroups(List<Setting> table, Map<String, String> values) {
    Set<String> known = new HashSet<>();
    for (Setting each : table) {
      known.add(each.key());
      known.add(group(each.key()));
    }
    known.remove("");
    return values.entrySet().stream()
        .filter(each -> known.contains(each.getKey()) || known.contains(group(each.getKey())))
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, Map.Entry::getValue, (a, b) -> b, LinkedHashMap::new));
  }

  private static String group(String key) {
    return key.substring(0, key.indexOf('.') + 1);
  }

  public Optional<Path> file() {
    return Optional.ofNullable(file);
  }

  /** The settings file of the system that runs here, if it applies. */
  public Optional<Path> system() {
    return Optional.ofNullable(system);
  }

  /** The single settings, and below them those of the system that runs here. */
  public Map<String, String> besideTheFile() {
    Map<String, String> all = new LinkedHashMap<>(ofSystem);
    inFile.keySet().forEach(all::remove);
    all.putAll(single);
    return all;
  }

  public Map<String, String> single() {
    return Map.copyOf(single);
  }

  /** Where they are from, for a person. */
  public String origin() {
    if (system != null) {
      String local = "the local system (" + system + ")";
      return file == null ? "using " + local : "settings file " + file + ", and " + local;
    }
    return file != null
        ? "settings file " + file
        : "no settings file was found: neither "
            + SettingsSearch.NAME
            + " here nor "
            + SettingsSearch.MACHINE;
  }
}
