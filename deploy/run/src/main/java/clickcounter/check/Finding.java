package clickcounter.check;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What one check found. Programs depend on these names: {@code check --json} prints them.
 *
 * @param found what is so, or why it is not known
 * @param settings those that it depends on; empty for none
 * @param stopsWorkers whether no worker starts with this fault
 */
public record Finding(
    String name,
    Result result,
    String found,
    String expected,
    String settings,
    @JsonIgnore boolean stopsWorkers) {
  private static final String ROW = "%-8s %-20s %s";

  /** How a check ended. */
  public enum Result {
    /** As expected. */
    OK,
    /** Not as expected. */
    FAULT,
    /** It could not be found out. */
    UNKNOWN;

    /** As programs read it. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  boolean isFault() {
    return result == Result.FAULT;
  }

  /** For a screen. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(ROW.formatted(isFault() ? "FAULT" : result.label(), name, found));
    if (isFault()) {
      lines.add(ROW.formatted("", "", "expected: " + expected));
    }
    if (isFault() && !settings.isEmpty()) {
      lines.add(ROW.formatted("", "", "settings: " + settings));
    }
    return lines;
  }

  /** A fault in one line, for a person who has to act. */
  public String line() {
    boolean namesSettings = settings.isEmpty() || found.contains(settings);
    return name
        + ": "
        + found
        + ". Expected: "
        + expected
        + (namesSettings ? "" : " (settings " + settings + ")");
  }
}
