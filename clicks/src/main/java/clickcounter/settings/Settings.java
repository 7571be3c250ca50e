package clickcounter.settings;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The values of all settings of a table: {@code key=value} pairs override a file, which overrides
 * the table's defaults. Immutable.
 */
public final class Settings {
  private final List<Setting> table;
  private final Map<String, String> values;

  private Settings(List<Setting> table, Map<String, String> values) {
    this.table = table;
    this.values = values;
  }

  /** Every setting of a table at its default. */
  public static Settings defaults(List<Setting> table) {
    return new Settings(List.copyOf(table), Map.of());
  }

  /**
   * These settings with one value changed.
   *
   * @param value null is the same as empty
   * @throws IllegalArgumentException when there is no such setting, or it does not accept this
   *     value
   */
  public Settings with(String key, Object value) {
    String text = Objects.toString(value, "");
    Setting row = row(key);
    if (row.isNumber()) {
      row.parse(text);
    }
    Map<String, String> changed = new LinkedHashMap<>(values);
    changed.put(key, text);
    return new Settings(table, changed);
  }

  public Settings withAll(Map<String, String> others) {
    Settings result = this;
    for (Map.Entry<String, String> other : others.entrySet()) {
      result = result.with(other.getKey(), other.getValue());
    }
    return result;
  }

  /** Whether a value was given, even if it is the default. */
  public boolean isGiven(String key) {
    return values.containsKey(row(key).key());
  }

  /**
   * The value of a setting, as text.
   *
   * @throws IllegalArgumentException when there is no such setting
   */
  public String value(String key) {
    return text(row(key));
  }

  public String text(Setting setting) {
    return values.getOrDefault(row(setting.key()).key(), setting.defaultValue());
  }

  public long number(Setting setting) {
    return setting.parse(text(setting));
  }

  public int integer(Setting setting) {
    return Math.toIntExact(number(setting));
  }

  private Setting row(String key) {
    return table.stream()
        .filter(each -> each.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "setting '"
                        + key
                        + "' does not exist here; "
                        + similar(key)
                        + "clicks topology submit --print-settings lists all"));
  }

  private String similar(String key) {
    String similar =
        table.stream()
            .map(Setting::key)
            .filter(each -> Spelling.distance(each, key) <= 3 || each.endsWith("." + key))
            .sorted(Comparator.comparingInt(each -> Spelling.distance(each, key)))
            .limit(3)
            .collect(Collectors.joining(" or "));
    return similar.isEmpty() ? "" : "did you mean " + similar + "? ";
  }
}
