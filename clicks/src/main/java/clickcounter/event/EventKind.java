package clickcounter.event;

/** What happened to an ad. */
public enum EventKind {
  IMPRESSION("impression", 'i'),
  CLICK("click", 'c'),
  BUDGET("budget", 'b');

  private final String type;
  private final char letter;

  EventKind(String type, char letter) {
    this.type = type;
    this.letter = letter;
  }

  /** The {@code type} field of the event's JSON. */
  public String type() {
    return type;
  }

  /** The letter of this kind in an ad document's unsettled ids. */
  public char letter() {
    return letter;
  }

  /**
   * The kind with this letter.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static EventKind ofLetter(char letter) {
    return switch (letter) {
      case 'i' -> IMPRESSION;
      case 'c' -> CLICK;
      case 'b' -> BUDGET;
      default ->
          throw new IllegalArgumentException("no kind of event has the letter '" + letter + "'");
    };
  }
}
