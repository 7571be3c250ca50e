package clickcounter.check;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * What one check found. Programs depend on these names: {@code check --json} prints them.
 *
 * @param found what is so, or why it is not known
 * @param settings those that it depends on; empty for none
 */
public record Finding(String name, Result result, String found, String expected, String settings) {
  /** How a check ended. */
  public enum Result {
    /** As expected. */
    OK,
    /** Not as expected. */
    FAULT,
    /** It could not be found out. */
    UNKNOWN,
    /** Nobody asked for it. */
    SKIPPED;

    /** As people and programs read it. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  boolean is(Result wanted) {
    return result == wanted;
  }

  /** In one line, for a person who has to act. */
  public String line() {
    boolean namesSettings = settings.isEmpty() || found.contains(settings);
    return name
        + ": "
        + found
        + (is(Result.FAULT) ? ". Expected: " + expected : "")
        + (is(Result.FAULT) && !namesSettings ? " (settings " + settings + ")" : "");
  }
}
