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
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A service on one host. It logs at a steady rate, and restarts from time to time. */
final class LoggingService implements TrafficThread.Traffic {
  private static final long LEAST_LIFE_MS = 10_000;
  private static final int MORE_LIFE_MS = 30_000;
  private static final long REFUSED_PAUSE_MS = 5;

  private final EventLogSettings settings;
  private final Supplier<Transport> transports;
  private final AdTraffic traffic;
  private final Random random;
  private final double eventsPerS;

  private volatile long logged;
  private volatile long refused;
  private volatile int counters;

  LoggingService(
      EventLogSettings settings,
      Supplier<Transport> transports,
      AdTraffic traffic,
      Random random,
      double eventsPerS) {
    this.settings = settings;
    this.transports = transports;
    this.traffic = traffic;
    this.random = random;
    this.eventsPerS = eventsPerS;
  }

  String host() {
    return settings.host();
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

  @Override
  public void make(BooleanSupplier ending) throws IOException, InterruptedException {
    while (!ending.getAsBoolean()) {
      live(ending);
    }
  }

  private void live(BooleanSupplier ending) throws IOException, InterruptedException {
    EventLog log = open();
    if (log == null) {
      return;
    }
    counters++;
    work(log, ending);
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

  private void work(EventLog log, BooleanSupplier ending) throws InterruptedException {
    long startedAt = System.nanoTime();
    long lifeMs = LEAST_LIFE_MS + random.nextInt(MORE_LIFE_MS);
    for (long made = 0; !ending.getAsBoolean(); ) {
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
