package clickcounter.document;

import java.util.Locale;

/** Whether an ad may be shown. Derived from its totals, never stored as a fact of its own. */
public enum AdState {
  /** Some of the budget is left. */
  ACTIVE,
  /** The clicks have cost the whole budget or more. */
  EXHAUSTED,
  /** No budget event has been counted yet. */
  UNFUNDED;

  private static final AdState[] STATES = values();

  private final String label = name().toLowerCase(Locale.ROOT);

  public String label() {
    return label;
  }

  /**
   * The state with this label.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static AdState ofLabel(String label) {
    for (AdState state : STATES) {
      if (state.label.equals(label)) {
        return state;
      }
    }
    throw new IllegalArgumentException(
        "state: expected active, exhausted or unfunded, found '" + label + "'");
  }
}
