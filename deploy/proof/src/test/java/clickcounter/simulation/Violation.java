package clickcounter.simulation;

/** The system broke its promise. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 2;

  private final Invariant check;

  Violation(Invariant check, String format, Object... found) {
    super(found.length == 0 ? format : format.formatted(found));
    this.check = check;
  }

  Invariant check() {
    return check;
  }
}
