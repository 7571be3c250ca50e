package clickcounter.simulation;

/** The system broke its promise. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 2;

  private final Check check;

  Violation(Check check, String message) {
    super(message);
    this.check = check;
  }

  Check check() {
    return check;
  }
}
