package clickcounter.cli;

/** What the JVM does at its end, and what it need not do any more. */
public final class ShutdownHooks {
  private ShutdownHooks() {}

  /** Removes it unless the JVM is ending: then it runs, and what it does has to bear that. */
  public static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending. To throw here would hide what came of the work.
    }
  }
}
