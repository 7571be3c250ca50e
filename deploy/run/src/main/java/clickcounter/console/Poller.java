package clickcounter.console;

import clickcounter.ids.Gap;
import clickcounter.jms.BrokerSettings;
import clickcounter.tools.documents.CounterLife;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks workers, broker and Riak for all viewers together: the workers each second, the others every
 * five, and both less often while nobody looks. A part that does not answer is named, with the time
 * since when; the others go on.
 */
final class Poller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Poller.class);
  static final Duration SILENT_AFTER = Duration.ofMinutes(10);
  private static final long UNSEEN_EVERY = 5;
  private static final long SLOW_EVERY_MS = 5_000;
  private static final int MOST_HOT_ADS = 20;
  private static final String BROKER = "the broker";
  private static final String RIAK = "Riak";
  private static final Predicate<Series> ALL = series -> true;
  private static final Predicate<Series> ADS = series -> series.component.equals("ads");

  private final Workers workers;
  private final QueueLook queueLook;
  private final Documents documents;
  private final Clock clock;
  private final BooleanSupplier watched;
  private final Consumer<Now> sink;
  private final ScheduledExecutorService fast = thread("console-poll");
  private final ScheduledExecutorService slow = thread("console-documents");
  private final ScheduledExecutorService finding = thread("console-workers");
  private final Window window = new Window();
  private final History history = new History();
  private final Absences absences;
  private long polls;
  private volatile Now.Queue queue;
  private volatile Now.Counters counters;
  private volatile List<CounterReading> readings = List.of();
  private volatile List<HotAdRow> hotAds = List.of();
  private volatile Now now;

  /**
   * @param watched whether anybody looks
   * @param sink gets what is found, each time
   */
  Poller(
      Supplier<List<URI>> endpoints,
      BrokerSettings broker,
      Documents documents,
      Clock clock,
      BooleanSupplier watched,
      Consumer<Now> sink) {
    this.workers = new Workers(endpoints);
    this.queueLook = new QueueLook(broker, clock);
    this.absences = new Absences(clock);
    this.documents = documents;
    this.clock = clock;
    this.watched = watched;
    this.sink = sink;
  }

  private static ScheduledExecutorService thread(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  void start() {
    finding.scheduleWithFixedDelay(
        () -> guarded(workers::find), 0, SLOW_EVERY_MS, TimeUnit.MILLISECONDS);
    fast.scheduleWithFixedDelay(() -> guarded(this::poll), 0, 1, TimeUnit.SECONDS);
    slow.scheduleWithFixedDelay(
        () -> guarded(this::pollSlowly), 0, SLOW_EVERY_MS, TimeUnit.MILLISECONDS);
  }

  /** What fails is tried again: an exception would end the schedule for good. */
  private static void guarded(Runnable poll) {
    try {
      poll.run();
    } catch (RuntimeException e) {
      LOG.error("the console could not ask everybody; it tries again", e);
    }
  }

  /** What was found last; null before the first time. */
  Now now() {
    return now;
  }

  History history() {
    return history;
  }

  /** All counters as they were read last. */
  List<CounterReading> counters() {
    return readings;
  }

  /** Where the workers serve their metrics, as {@code host:port}. */
  List<String> targets() {
    return workers.named().stream().map(URI::getAuthority).toList();
  }

  /** What does not answer. */
  List<Now.Away> away() {
    return absences.list();
  }

  /** The busiest ads of all workers, the busiest first. */
  List<HotAdRow> hotAds() {
    return hotAds;
  }

  private void poll() {
    boolean isDue = polls++ % UNSEEN_EVERY == 0 || watched.getAsBoolean();
    if (!isDue || !workers.areKnown()) {
      return;
    }
    long nowMs = clock.millis();
    Workers.Round round = workers.scrape();
    absences.workers(round, workers.named());
    if (round.answering() > 0) {
      window.add(nowMs, round.all());
    }
    now = now(nowMs, round.answering(), round.all());
    if (round.answering() > 0) {
      history.add(nowMs, now.events().countedPerSecond(), now.puts().perSecond());
    }
    sink.accept(now);
  }

  private Now now(long nowMs, int answering, Scrape all) {
    Now.Events events =
        new Now.Events(
            window.rate("counted_events_total", ALL),
            Now.Equation.of(
                all.sum("received_events_total"),
                all.sum("counted_events_total"),
                all.sum("duplicate_events_total"),
                all.sum("rejected_events_total")),
            Now.Equation.of(
                window.growth("received_events_total", ALL),
                window.growth("counted_events_total", ALL),
                window.growth("duplicate_events_total", ALL),
                window.growth("rejected_events_total", ALL)),
            all.sum("pending_events"));
    double putsOfAds = window.growth("puts_total", ADS);
    Now.Puts puts =
        new Now.Puts(
            window.rate("puts_total", ALL),
            putsOfAds == 0 ? 0 : window.growth("put_events_total", ADS) / putsOfAds,
            all.sum("puts_total") - all.sum("ended_puts_total"),
            window.growth("ended_puts_total", ended("siblings").or(ended("conflict"))),
            window.growth("ended_puts_total", ended("doubt")),
            window.growth("failed_tuples_total", ALL));
    Now.Times times =
        new Now.Times(
            all.max("pending_oldest_seconds"),
            window.p99("deferral_age_seconds", ADS),
            window.p99("durable_after_seconds", ADS),
            window.p99("put_answer_seconds", ALL));
    return new Now(
        nowMs,
        answering,
        answering == 0 ? null : events,
        answering == 0 ? null : puts,
        answering == 0 ? null : times,
        queue,
        counters,
        Attention.of(all, window, queue, counters),
        absences.list());
  }

  private static Predicate<Series> ended(String how) {
    return series -> series.end.equals(how);
  }

  private void pollSlowly() {
    boolean look = watched.getAsBoolean();
    if (look) {
      hotAds =
          workers.answers("/hot.json").values().stream()
              .filter(Objects::nonNull)
              .flatMap(answer -> HotAdRow.read(answer).stream())
              .sorted(Comparator.comparingDouble(HotAdRow::eventsPerMinute).reversed())
              .limit(MOST_HOT_ADS)
              .toList();
    }
    if (look || queue == null) {
      pollQueue();
    }
    if (look || counters == null) {
      pollDocuments();
    }
  }

  private void pollQueue() {
    try {
      queue = queueLook.now();
      absences.found(BROKER);
    } catch (IOException | RuntimeException e) {
      queue = null;
      absences.missing(BROKER, e.getMessage());
    }
  }

  private void pollDocuments() {
    try {
      Collection<CounterReading> all = documents.counters(documents.directory()).values();
      readings = all.stream().sorted((a, b) -> a.counterId().compareTo(b.counterId())).toList();
      counters = counters(all);
      absences.found(RIAK);
    } catch (RuntimeException e) {
      absences.missing(RIAK, e.getMessage());
    }
  }

  private Now.Counters counters(Collection<CounterReading> all) {
    long nowMs = clock.millis();
    Map<CounterLife, Integer> lives = new TreeMap<>();
    long missing = 0;
    long oldestMs = 0;
    for (CounterReading reading : all) {
      lives.merge(CounterLife.of(reading, nowMs, SILENT_AFTER), 1, Integer::sum);
      for (Gap gap : reading.openGaps()) {
        missing += gap.size();
        oldestMs = Math.max(oldestMs, nowMs - gap.sinceMs());
      }
    }
    return new Now.Counters(
        all.size(),
        lives.getOrDefault(CounterLife.ALIVE, 0),
        lives.getOrDefault(CounterLife.SILENT, 0),
        lives.getOrDefault(CounterLife.CLOSED, 0),
        (int) all.stream().filter(reading -> reading.blocked() != null).count(),
        missing,
        oldestMs);
  }

  @Override
  public void close() {
    finding.shutdownNow();
    fast.shutdownNow();
    slow.shutdownNow();
  }
}
