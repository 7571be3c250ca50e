package clickcounter.benchmark;

import java.util.regex.Pattern;

/** What a thread is for, by its name. Linux keeps the first 15 characters of it. */
enum ThreadKind {
  ADS_TASKS("ads tasks", "ads-task-.*"),
  COUNTERS_TASK("counters task", "counters-task-.*"),
  SPOUT("spout's executor", "Thread-\\d+-spout.*"),
  STORM("Storm's other executors", "Thread-\\d+-.*"),
  JMS("JMS client and broker", "ActiveMQ .*|jms-.*|Queue:.*|BrokerService.*|KahaDB.*"),
  SENDER("sender", "bench-sender"),
  RIAK_CLIENT("Riak client", "riak-.*"),
  NODE("development node", "devnode.*"),
  GARBAGE("garbage collector", "GC Thread.*|G1 .*|VM Thread"),
  COMPILER("JIT compiler", "C[12] Compiler.*|Sweeper thread"),
  WATCH("this measurement", "bench-watch"),
  OTHER("others", ".*");

  private final String title;
  private final Pattern names;

  ThreadKind(String title, String names) {
    this.title = title;
    this.names = Pattern.compile(names);
  }

  String title() {
    return title;
  }

  static ThreadKind of(String threadName) {
    for (ThreadKind kind : values()) {
      if (kind.names.matcher(threadName).matches()) {
        return kind;
      }
    }
    throw new IllegalStateException("the last kind takes all names");
  }
}
