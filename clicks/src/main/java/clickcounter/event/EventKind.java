package clickcounter.event;

import java.util.List;

/**
 * What happened to an ad.
 *
 * <p>Each class of filtered clicks is a kind of its own, so that it takes no room besides the kind.
 * All have the type {@code filtered-click}; {@link Judgement#filteredKind} says which one a reason
 * makes.
 */
public enum EventKind {
  IMPRESSION("impression", 'i', 0, 0),
  CLICK("click", 'c', 1, 0),
  BUDGET("budget", 'b', 0, 0),
  /** A click that was charged is taken back. */
  INVALIDATION("invalidation", 'x', -1, 1),
  /** A click that was taken back is charged again. */
  REINSTATEMENT("reinstatement", 'r', 1, -1),
  FILTERED_BOTS("bots", 'B'),
  FILTERED_DATACENTER("datacenter", 'D'),
  FILTERED_REPEAT("repeat", 'R'),
  FILTERED_RATE("rate", 'A'),
  FILTERED_PREFETCH("prefetch", 'P'),
  /** Filtered for a reason whose word is none of these. */
  FILTERED_OTHER("other", 'O');

  /** The type of a click that the service filtered when it happened. It costs nothing. */
  public static final String FILTERED_CLICK = "filtered-click";

  public static final List<EventKind> FILTERED =
      List.of(values()).subList(FILTERED_BOTS.ordinal(), FILTERED_OTHER.ordinal() + 1);

  /** Bits that hold the number of a kind. */
  public static final int BITS = 4;

  private static final EventKind[] KINDS = values();

  private final String type;
  private final String filterClass;
  private final char letter;
  private final int clicks;
  private final int invalidClicks;

  EventKind(String type, char letter, int clicks, int invalidClicks) {
    this.type = type;
    this.filterClass = null;
    this.letter = letter;
    this.clicks = clicks;
    this.invalidClicks = invalidClicks;
  }

  EventKind(String filterClass, char letter) {
    this.type = FILTERED_CLICK;
    this.filterClass = filterClass;
    this.letter = letter;
    this.clicks = 0;
    this.invalidClicks = 1;
  }

  /** The {@code type} field of the event's JSON. */
  public String type() {
    return type;
  }

  /** The letter of this kind in an ad document's unsettled ids. */
  public char letter() {
    return letter;
  }

  /** What it adds to the charged clicks: 1, 0 or -1. Their costs change by as many amounts. */
  public int clicks() {
    return clicks;
  }

  /** What it adds to the clicks that are not charged: 1, 0 or -1. */
  public int invalidClicks() {
    return invalidClicks;
  }

  /** Whether such an event has an amount: a cost, or the change of a budget. */
  public boolean hasAmount() {
    return clicks != 0 || this == BUDGET;
  }

  /** Whether a {@link Judgement} belongs to such an event. */
  public boolean isJudged() {
    return invalidClicks != 0;
  }

  /** Whether the service filtered the click when it happened. */
  public boolean isFiltered() {
    return filterClass != null;
  }

  /** Whether it judges a click that another event has. */
  public boolean isVerdict() {
    return isJudged() && !isFiltered();
  }

  /** The class of a filtered click; null for every other event. */
  public String filterClass() {
    return filterClass;
  }

  /**
   * The kind with this letter.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static EventKind ofLetter(char letter) {
    for (EventKind kind : KINDS) {
      if (kind.letter == letter) {
        return kind;
      }
    }
    throw new IllegalArgumentException("no kind of event has the letter '" + letter + "'");
  }
}
