package clickcounter.traffic;

import clickcounter.event.AdEvent;
import clickcounter.service.EventLog;
import clickcounter.service.EventLogListener;
import clickcounter.service.EventLogSettings;
import clickcounter.service.EventNotWrittenException;
import clickcounter.service.LeftOut;
import clickcounter.service.Transport;
import clickcounter.traffic.InvalidTraffic.DueVerdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Services that log events through an {@link EventLog} each, at a steady rate, until they are
 * stopped. They restart from time to time: each life of a service is a counter of its own. Some
 * clicks are filtered, taken back or given back.
 */
public final class LiveServices implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveServices.class);
  private static final long POLL_MS = 2;
  private static final long REFUSED_PAUSE_MS = 100;

  private final Plan plan;
  private final Function<String, Transport> transports;
  private final AdTraffic traffic;
  private final InvalidTraffic invalid;
  private final EventLog verdicts;
  private final ExecutorService threads = Executors.newCachedThreadPool(LiveServices::daemon);
  private final List<Future<?>> services = new ArrayList<>();
  private final LongAdder logged = new LongAdder();
  private final LongAdder lives = new LongAdder();
  private final LongAdder leftOut = new LongAdder();
  private volatile boolean ending;

  /**
   * What the services do.
   *
   * @param logs of each service; the author of verdicts has the first one's settings
   * @param verdicts the archive of the verdicts
   * @param eventsPerS of all services together
   * @param mostLife a service restarts after this time at the latest, and after a quarter of it at
   *     the earliest
   */
  public record Plan(
      List<EventLogSettings> logs,
      Path verdicts,
      InvalidTraffic.Delay verdictDelay,
      double eventsPerS,
      Duration mostLife,
      long seed) {
    public Plan {
      logs = List.copyOf(logs);
    }
  }

  /**
   * Starts them.
   *
   * @param transports opens one for each life of a service, by its host's name, and one for the
   *     author of verdicts ({@link InvalidTraffic#AUTHOR})
   * @throws IOException if an archive cannot be written
   */
  public LiveServices(Plan plan, Function<String, Transport> transports, AdTraffic traffic)
      throws IOException {
    this.plan = plan;
    this.transports = transports;
    this.traffic = traffic;
    Random random = new Random(plan.seed() * 1_000 - 1);
    invalid = new InvalidTraffic(plan.verdictDelay(), random);
    verdicts =
        open(
            plan.logs().get(0).withArchiveDir(plan.verdicts()).withHost(InvalidTraffic.AUTHOR),
            random);
    List<LiveService> all = new ArrayList<>();
    for (EventLogSettings log : plan.logs()) {
      all.add(new LiveService(log, new Random(plan.seed() * 1_000 + all.size())));
    }
    all.forEach(service -> services.add(threads.submit(service)));
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "live-service");
    thread.setDaemon(true);
    return thread;
  }

  private EventLog open(EventLogSettings settings, Random random) throws IOException {
    Transport transport = transports.apply(settings.host());
    return EventLog.open(settings, transport, Clock.systemUTC(), random, Reports.OF_ARCHIVES);
  }

  private void close(EventLog log) throws IOException {
    log.close();
    leftOut.add(log.counts().leftOut());
  }

  private synchronized void writeVerdicts() throws EventNotWrittenException {
    long nowMs = System.currentTimeMillis();
    for (DueVerdict due = invalid.next(nowMs); due != null; due = invalid.next(nowMs)) {
      AdEvent click = due.click();
      verdicts.verdict(due.kind(), click.adId(), click.amountMicros(), due.judgement());
    }
  }

  /** Logged events, without verdicts and close events. */
  public long logged() {
    return logged.sum();
  }

  /** Logged events and verdicts, with close events, when all have ended. */
  public long events() {
    return logged() + lives.sum() + verdicts.counts().written();
  }

  /** Events of the lives that have ended which only the archive has: the queue was away. */
  public long leftOut() {
    return leftOut.sum();
  }

  /**
   * Ends the services and then the verdicts, and sends everything that they have written. Once more
   * does nothing.
   *
   * @throws IOException if one failed
   * @throws TimeoutException if one does not end in time
   */
  public void stop(long withinMs) throws IOException, InterruptedException, TimeoutException {
    if (ending) {
      return;
    }
    ending = true;
    threads.shutdown();
    if (!threads.awaitTermination(withinMs, TimeUnit.MILLISECONDS)) {
      throw new TimeoutException("live traffic: a service runs still after " + withinMs + " ms");
    }
    writeVerdicts();
    close(verdicts);
    for (Future<?> service : services) {
      try {
        service.get();
      } catch (ExecutionException e) {
        throw new IOException("live traffic: " + e.getCause().getMessage(), e.getCause());
      }
    }
  }

  /** Interrupts the services if they still run. Does not wait for them. */
  @Override
  public void close() {
    ending = true;
    threads.shutdownNow();
  }

  private final class LiveService implements AdTraffic.Service, Callable<Void> {
    private final EventLogSettings settings;
    private final Random random;
    private final Audience audience;
    private EventLog log;

    LiveService(EventLogSettings settings, Random random) throws IOException {
      this.settings = settings;
      this.random = random;
      this.audience = new Audience(random);
      begin();
    }

    private void begin() throws IOException {
      log = open(settings, random);
      lives.increment();
    }

    @Override
    public Void call() throws IOException, InterruptedException {
      try {
        live();
        while (!ending) {
          close(log);
          begin();
          live();
        }
        close(log);
        return null;
      } catch (IOException | InterruptedException e) {
        LOG.error("live traffic: a service or the author of verdicts has ended early", e);
        throw e;
      }
    }

    private void live() throws IOException, InterruptedException {
      long startNs = System.nanoTime();
      double lifeS = plan.mostLife().toSeconds() * (0.25 + 0.75 * random.nextDouble());
      double eventsPerS = plan.eventsPerS() / plan.logs().size();
      double elapsedS = 0;
      for (long made = 0; !ending && elapsedS <= lifeS; ) {
        writeVerdicts();
        elapsedS = (System.nanoTime() - startNs) / 1e9;
        if (made >= elapsedS * eventsPerS) {
          Thread.sleep(POLL_MS);
        } else {
          made += next();
        }
      }
    }

    /** The number of events that were made: one or none. */
    private int next() throws InterruptedException {
      try {
        traffic.next(this);
        logged.increment();
        return 1;
      } catch (EventNotWrittenException | RuntimeException e) {
        LOG.warn("live traffic: an event was not written, so it does not exist", e);
        Thread.sleep(REFUSED_PAUSE_MS);
        return 0;
      }
    }

    @Override
    public void impression(String adId) throws EventNotWrittenException {
      log.impression(adId, audience.next());
    }

    @Override
    public void click(String adId, long costMicros) throws EventNotWrittenException {
      String filter = invalid.filterReason();
      if (filter != null) {
        log.filteredClick(adId, filter, audience.next());
      } else {
        AdEvent click = log.click(adId, costMicros, audience.next());
        invalid.charged(click, System.currentTimeMillis());
      }
    }

    @Override
    public void budget(String adId, long budgetMicros) throws EventNotWrittenException {
      log.budget(adId, budgetMicros);
    }
  }

  /** Connections are lost on purpose. */
  private enum Reports implements EventLogListener {
    OF_ARCHIVES;

    @Override
    public void leftOut(LeftOut events) {}

    @Override
    public void sendFailed(String message, Throwable cause) {}

    @Override
    public void archiveTrouble(String message, Throwable cause) {
      LOG.warn("live traffic: {}", message, cause);
    }
  }
}
