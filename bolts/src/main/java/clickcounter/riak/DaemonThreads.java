package clickcounter.riak;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ThreadFactory;

/** Threads that never keep a process alive. */
final class DaemonThreads {
  private DaemonThreads() {}

  static ThreadFactory named(String name) {
    return new DefaultThreadFactory(name, true);
  }
}
