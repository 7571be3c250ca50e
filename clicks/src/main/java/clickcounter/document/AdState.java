package clickcounter.document;

import java.util.Locale;

/** What a site may do with an ad; derived from its totals, never accumulated. */
public enum AdState {
  /** There is budget left. */
  ACTIVE,
  /** The clicks have cost the whole budget, or more. */
  EXHAUSTED,
  /** No budget event has been seen yet. */
  UNFUNDED;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The state with this label.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static AdState ofLabel(String label) {
    for (AdState state : values()) {
      if (state.label().equals(label)) {
        return state;
      }
    }
    throw new IllegalArgumentException(
        "state: expected active, exhausted or unfunded, found '" + label + "'");
  }
}
