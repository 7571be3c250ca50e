package clickcounter.cli;

import java.util.concurrent.ThreadFactory;

/** Threads that end with the program. */
public final class DaemonThreads {
  private DaemonThreads() {}

  public static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
