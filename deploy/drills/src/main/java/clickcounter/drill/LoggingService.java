package clickcounter.drill;

import clickcounter.service.EventLog;
import clickcounter.service.EventLogCounts;
import clickcounter.service.EventLogSettings;
import clickcounter.service.EventNotWrittenException;
import clickcounter.service.Transport;
import java.io.IOException;
import java.time.Clock;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A service on one host. It logs at a steady rate, and restarts from time to time. */
final class LoggingService extends Thread {
  private static final long LEAST_LIFE_MS = 10_000;
  private static final int MORE_LIFE_MS = 30_000;
  private static final long REFUSED_PAUSE_MS = 5;

  private final EventLogSettings settings;
  private final Supplier<Transport> transports;
  private final AdTraffic traffic;
  private final Random random;
  private final double eventsPerS;

  private volatile boolean ending;
  private volatile long logged;
  private volatile long refused;
  private volatile int counters;
  private volatile IOException failure;

  LoggingService(
      EventLogSettings settings,
      Supplier<Transport> transports,
      AdTraffic traffic,
      Random random,
      double eventsPerS) {
    super("drill-service-" + settings.host());
    this.settings = settings;
    this.transports = transports;
    this.traffic = traffic;
    this.random = random;
    this.eventsPerS = eventsPerS;
    setDaemon(true);
  }

  long logged() {
    return logged;
  }

  long refused() {
    return refused;
  }

  int counters() {
    return counters;
  }

  void end() {
    ending = true;
  }

  void requireNoFailure() throws IOException {
    if (failure != null) {
      throw new IOException(getName() + ": " + failure.getMessage(), failure);
    }
  }

  @Override
  public void run() {
    try {
      while (!ending) {
        live();
      }
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void live() throws IOException, InterruptedException {
    EventLog log = open();
    if (log == null) {
      return;
    }
    counters++;
    work(log);
    close(log);
  }

  /** Null if the disk is full: a service that cannot write its archive does not start. */
  private EventLog open() throws InterruptedException {
    Transport transport = transports.get();
    try {
      return EventLog.open(settings, transport, Clock.systemUTC(), random, SilentListener.INSTANCE);
    } catch (IOException e) {
      refused++;
      Thread.sleep(REFUSED_PAUSE_MS);
      return null;
    }
  }

  private void work(EventLog log) throws InterruptedException {
    long startedAt = System.nanoTime();
    long lifeMs = LEAST_LIFE_MS + random.nextInt(MORE_LIFE_MS);
    for (long made = 0; !ending; ) {
      double elapsedS = (System.nanoTime() - startedAt) / 1e9;
      if (elapsedS * 1_000 > lifeMs) {
        return;
      }
      if (made >= elapsedS * eventsPerS) {
        TimeUnit.MILLISECONDS.sleep(2);
      } else if (make(log)) {
        made++;
      } else {
        Thread.sleep(REFUSED_PAUSE_MS);
      }
    }
  }

  private boolean make(EventLog log) {
    try {
      traffic.logNext(log);
      logged++;
      return true;
    } catch (EventNotWrittenException e) {
      refused++;
      return false;
    }
  }

  private void close(EventLog log) throws IOException {
    try {
      log.close();
    } catch (EventNotWrittenException e) {
      // There is no room for the close event: the counter stays open, as after a crash.
      refused++;
    }
    EventLogCounts counts = log.counts();
    if (counts.leftOut() > 0) {
      throw new IOException(
          counts.leftOut() + " events of " + log.counterId() + " were left out by the sender");
    }
  }
}
