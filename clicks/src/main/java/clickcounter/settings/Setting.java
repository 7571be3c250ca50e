package clickcounter.settings;

import java.util.Map;

/**
 * A row of the table of settings.
 *
 * @param key as it is written in a file and after {@code --set}. It ends with its unit.
 * @param least of a number
 * @param most of a number
 * @param isNumber whether it is a whole number, else any text
 * @param isForEmergencies whether it stays at its default until a page says otherwise
 * @param meaning for a person
 */
public record Setting(
    String key,
    String defaultValue,
    long least,
    long most,
    boolean isNumber,
    boolean isForEmergencies,
    String meaning) {
  private static final Map<String, String> UNITS =
      Map.of("Ms", "ms", "S", "s", "Mb", "MB", "Bytes", "bytes");

  public Setting {
    if (key.isBlank() || meaning.isBlank() || meaning.contains("|")) {
      throw new IllegalArgumentException(
          "setting '" + key + "': expected a key and a meaning without |, found '" + meaning + "'");
    }
    if (isNumber) {
      parse(key, defaultValue, least, most);
    }
  }

  public static Setting text(String key, String defaultValue, String meaning) {
    return new Setting(key, defaultValue, 0, 0, false, false, meaning);
  }

  /** A setting that accepts whole numbers within these limits. */
  public static Setting number(
      String key, long defaultValue, long least, long most, String meaning) {
    return new Setting(key, Long.toString(defaultValue), least, most, true, false, meaning);
  }

  /** The same setting, which stays at its default until a page says otherwise. */
  public Setting forEmergencies() {
    return new Setting(key, defaultValue, least, most, isNumber, true, meaning);
  }

  /** The values that it accepts and their unit, for a person. */
  public String limits() {
    return isNumber ? limits(key, least, most) : "text";
  }

  private static String limits(String key, long least, long most) {
    String unit =
        UNITS.entrySet().stream()
            .filter(each -> key.endsWith(each.getKey()))
            .map(each -> ' ' + each.getValue())
            .findFirst()
            .orElse("");
    return least + " to " + (most == Long.MAX_VALUE ? "2^63-1" : Long.toString(most)) + unit;
  }

  /**
   * The number that a text is.
   *
   * @throws IllegalArgumentException that names the setting, the value and what was expected
   */
  long parse(String value) {
    return parse(key, value, least, most);
  }

  private static long parse(String key, String value, long least, long most) {
    try {
      long parsed = Long.parseLong(value.replace("_", ""));
      if (parsed >= least && parsed <= most) {
        return parsed;
      }
    } catch (NumberFormatException e) {
      // As a number out of limits: the message below.
    }
    throw new IllegalArgumentException(
        "setting "
            + key
            + ": expected a whole number of "
            + limits(key, least, most)
            + ", found '"
            + value
            + "'");
  }
}
