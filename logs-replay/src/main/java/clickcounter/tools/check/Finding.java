package clickcounter.tools.check;

/**
 * One thing in the archives that a service's author is to know.
 *
 * @param place file and line, or a counter
 * @param detail what was found, and what was expected
 */
public record Finding(Kind kind, String place, String detail) {
  /** How much a finding weighs. */
  public enum Weight {
    /** The archives could not be judged. */
    UNREADABLE,
    /** Events are not counted, or not as they were meant. */
    WRONG,
    /** Events are missing, or the archive is not finished. */
    MISSING,
    /** Harmless, and perhaps not intended. */
    HINT
  }

  /** What can be found. */
  public enum Kind {
    UNREADABLE("unreadable file", Weight.UNREADABLE),
    CUT_OFF("damaged file", Weight.UNREADABLE),
    BAD_LINE("no event", Weight.WRONG),
    DIFFERENT("number twice, different content", Weight.WRONG),
    TIME("implausible time", Weight.WRONG),
    AFTER_CLOSE("after the close", Weight.WRONG),
    UNKNOWN_CLICK("verdict on an event that does not exist", Weight.WRONG),
    NO_CHARGED_CLICK("verdict on no charged click", Weight.WRONG),
    UNLIKE_CLICK("verdict unlike its click", Weight.WRONG),
    INVALIDATED_TWICE("invalidated twice", Weight.WRONG),
    NOT_INVALIDATED("reinstated but not invalidated", Weight.WRONG),
    HALF_LINE("half line", Weight.MISSING),
    HOLE("missing numbers", Weight.MISSING),
    NOT_CLOSED("never closed", Weight.MISSING),
    REPEATED("number twice, same content", Weight.HINT),
    BACKWARDS("time goes backwards", Weight.HINT),
    NOT_LOOKED_UP("judged clicks not looked up", Weight.HINT);

    private final String label;
    private final Weight weight;

    Kind(String label, Weight weight) {
      this.label = label;
      this.weight = weight;
    }

    public String label() {
      return label;
    }

    public Weight weight() {
      return weight;
    }
  }

  @Override
  public String toString() {
    return place + ": " + kind.label() + ": " + detail;
  }
}
