package clickcounter.replay;

/** What the commands return to the shell. */
final class ExitCode {
  static final int OK = 0;

  /** The audit: events are missing, and nothing else. Other commands: not found. */
  static final int MISSING = 1;

  /** The audit: documents say something else than the archive. */
  static final int WRONG = 2;

  /** It could not be done, wrong arguments included. */
  static final int FAILED = 3;

  private ExitCode() {}
}
