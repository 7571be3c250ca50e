package clickcounter.simulation;

/** The system broke its promise. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 2;

  private final Invariant check;

  Violation(Invariant check, String message) {
    super(message);
    this.check = check;
  }

  Invariant check() {
    return check;
  }
}
