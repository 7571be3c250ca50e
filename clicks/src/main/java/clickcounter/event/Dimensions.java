package clickcounter.event;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * What a service says of an impression or a click beside who made it: up to {@value #MOST} values
 * by their names, such as the country, the kind of device or the place on the page. Nothing that
 * counts reads them. In an event's line, and in the table of archives, they are
 *
 * <pre>
 * {"country":"NL","device":"phone","placement":"top"}
 * </pre>
 *
 * <p>A name has small letters, digits and '_', at most {@value #MAX_NAME_CHARS}; a value has
 * letters and digits of ASCII and '.', '_', '-', ':', '/', '+', at most {@value #MAX_VALUE_CHARS}.
 *
 * <p>Immutable. Those with the same values are equal.
 */
public final class Dimensions {
  public static final Dimensions NONE = new Dimensions("");

  /** The field of the event's JSON that has them. */
  public static final String FIELD = "dims";

  public static final int MOST = 8;
  public static final int MAX_NAME_CHARS = 32;
  public static final int MAX_VALUE_CHARS = 64;

  private final String json;

  /**
   * @param json as {@link #of} writes it
   */
  Dimensions(String json) {
    this.json = json;
  }

  /**
   * These values by their names.
   *
   * @throws IllegalArgumentException when there are too many, or one is not valid
   */
  public static Dimensions of(Map<String, String> values) {
    if (values.isEmpty()) {
      return NONE;
    }
    if (values.size() > MOST) {
      throw new IllegalArgumentException(
          "dims: expected at most " + MOST + " values, found " + values.size());
    }
    StringBuilder json = new StringBuilder();
    new TreeMap<>(values)
        .forEach(
            (name, value) -> {
              requireName(name);
              String expected = "letters, digits, '.', '_', '-', ':', '/' and '+'";
              require("dims." + name, value, MAX_VALUE_CHARS, expected, Dimensions::isOfValue);
              json.append(json.isEmpty() ? "{\"" : ",\"").append(name);
              json.append("\":\"").append(value).append('"');
            });
    return new Dimensions(json.append('}').toString());
  }

  /**
   * @throws IllegalArgumentException when no dimension can be called this
   */
  public static void requireName(String name) {
    String expected = "small letters, digits and '_'";
    require("name of a dimension", name, MAX_NAME_CHARS, expected, Dimensions::isOfName);
  }

  private static void require(
      String what, String text, int mostChars, String expected, IntPredicate isAllowed) {
    if (text.isEmpty() || text.length() > mostChars || !text.chars().allMatch(isAllowed)) {
      throw new IllegalArgumentException(
          "%s: expected 1 to %d %s, found '%s'"
              .formatted(what, mostChars, expected, EventParser.abbreviated(text)));
    }
  }

  static boolean isOfName(int c) {
    return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_';
  }

  static boolean isOfValue(int c) {
    return CounterId.isAllowed(c) || c == ':' || c == '/' || c == '+';
  }

  /** The JSON; empty if there are none. */
  @Override
  public String toString() {
    return json;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Dimensions that && json.equals(that.json);
  }

  @Override
  public int hashCode() {
    return json.hashCode();
  }
}
