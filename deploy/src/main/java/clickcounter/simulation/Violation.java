package clickcounter.simulation;

/** The system broke its promise. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1;

  Violation(String message) {
    super(message);
  }
}
