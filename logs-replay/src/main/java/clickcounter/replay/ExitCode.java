package clickcounter.replay;

/** What the commands return to the shell. */
public final class ExitCode {
  public static final int OK = 0;

  /** The audit: events are missing, and nothing else. Other commands: not found. */
  public static final int MISSING = 1;

  /** The audit: documents say something else than the archive. */
  public static final int WRONG = 2;

  /** It could not be done, wrong arguments included. */
  public static final int FAILED = 3;

  private ExitCode() {}
}
