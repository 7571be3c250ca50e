package clickcounter.cli;

/** Removes shutdown hooks of the JVM. */
public final class ShutdownHooks {
  private ShutdownHooks() {}

  /**
   * Removes the hook. If the JVM is shutting down already, the hook runs, and must tolerate that.
   */
  public static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down. Throwing here would hide the result of the work.
    }
  }
}
