package clickcounter.console;

import clickcounter.broker.QueueDepth;
import clickcounter.broker.QueueStatistics;
import clickcounter.cli.Home;
import clickcounter.console.Now.Away;
import clickcounter.ids.Gap;
import clickcounter.jms.BrokerSettings;
import clickcounter.tools.documents.CounterLife;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
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
  private static final Duration SCRAPE_WITHIN = Duration.ofSeconds(2);
  private static final Duration SILENT_AFTER = Duration.ofMinutes(10);
  private static final long UNSEEN_EVERY = 5;
  private static final long SLOW_EVERY_MS = 5_000;
  private static final int MOST_HOT_ADS = 20;
  private static final long GAPS_AFTER_MS = 60_000;
  private static final long BROKER_ANSWER_MS = 1_000;
  private static final String WORKERS = "the workers";
  private static final String BROKER = "the broker";
  private static final String RIAK = "Riak";
  private static final Predicate<Series> ALL = series -> true;
  private static final Predicate<Series> ADS = series -> series.component.equals("ads");

  private final Supplier<List<URI>> endpoints;
  private final BrokerSettings broker;
  private final Documents documents;
  private final Clock clock;
  private final BooleanSupplier watched;
  private final Consumer<Now> sink;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(SCRAPE_WITHIN).build();
  private final ScheduledExecutorService fast = thread("console-poll");
  private final ScheduledExecutorService slow = thread("console-documents");
  private final Window window = new Window();
  private final History history = new History();
  private final Map<String, Away> away = new TreeMap<>();
  private long polls;
  private volatile Now.Queue queue;
  private volatile Now.Counters counters;
  private volatile List<CounterReading> readings = List.of();
  private volatile List<HotAdRow> hotAds = List.of();
  private volatile Now now;
  private QueueStatistics.QueueState lastState;
  private long lastStateMs;

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
    this.endpoints = endpoints;
    this.broker = broker;
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
    return endpoints.get().stream().map(URI::getAuthority).toList();
  }

  /** The busiest ads of all workers, the busiest first. */
  List<HotAdRow> hotAds() {
    return hotAds;
  }

  private void poll() {
    if (polls++ % UNSEEN_EVERY != 0 && !watched.getAsBoolean()) {
      return;
    }
    long nowMs = clock.millis();
    List<Scrape> scrapes = scrape();
    Scrape all = scrapes.stream().reduce(new Scrape(Map.of()), Scrape::plus);
    if (scrapes.isEmpty()) {
      missing(WORKERS, "none serves metrics at " + endpoints.get());
    } else {
      found(WORKERS);
      window.add(nowMs, all);
    }
    now = now(nowMs, scrapes.size(), all);
    if (!scrapes.isEmpty()) {
      history.add(nowMs, now.events().countedPerSecond(), now.puts().perSecond());
    }
    sink.accept(now);
  }

  private List<Scrape> scrape() {
    return answers("/metrics").stream().map(Scrape::read).toList();
  }

  /** What the workers that answer say at this path. */
  private List<String> answers(String path) {
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (URI endpoint : endpoints.get()) {
      HttpRequest request =
          HttpRequest.newBuilder(endpoint.resolve(path)).timeout(SCRAPE_WITHIN).build();
      answers.add(
          client
              .sendAsync(request, HttpResponse.BodyHandlers.ofString())
              .thenApply(answer -> answer.statusCode() == 200 ? answer.body() : null)
              .orTimeout(2 * SCRAPE_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
              .exceptionally(failure -> null));
    }
    return answers.stream().map(CompletableFuture::join).filter(Objects::nonNull).toList();
  }

  private Now now(long nowMs, int workers, Scrape all) {
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
    List<Away> aways;
    synchronized (away) {
      aways = List.copyOf(away.values());
    }
    return new Now(
        nowMs,
        workers,
        workers == 0 ? null : events,
        workers == 0 ? null : puts,
        workers == 0 ? null : times,
        queue,
        counters,
        attention(all),
        aways);
  }

  private static Predicate<Series> ended(String how) {
    return series -> series.end.equals(how);
  }

  private List<String> attention(Scrape all) {
    List<String> attention = new ArrayList<>();
    if (all.max("pending_oldest_seconds") > 60) {
      attention.add("Events have been pending for more than a minute: is Riak or a worker away?");
    }
    if (window.growth("blocked_documents_total", ALL) > 0) {
      attention.add(
          "A document is blocked, and its events are rejected. The workers' logs name it. Mend it: "
              + Home.launcher()
              + " recount");
    }
    if (window.growth("failed_tuples_total", ALL) > 0) {
      attention.add("Tuples fail and are retried: Riak or a worker is away or too slow.");
    }
    if (queue != null && queue.rejects() > 0) {
      attention.add("Lines were rejected. To see why: " + Home.launcher() + " rejects list");
    }
    if (counters != null && counters.missing() > 0 && counters.oldestGapMs() > GAPS_AFTER_MS) {
      attention.add(
          "Events are missing for more than a minute. To find and resend them: "
              + Home.launcher()
              + " gaps");
    }
    if (counters != null && counters.unreadable() > 0) {
      attention.add("The document of a counter cannot be read: " + Home.launcher() + " gaps");
    }
    return attention;
  }

  private void pollSlowly() {
    boolean look = watched.getAsBoolean();
    if (look) {
      hotAds =
          answers("/hot.json").stream()
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
      queue = queueNow();
      found(BROKER);
    } catch (IOException | RuntimeException e) {
      queue = null;
      missing(BROKER, e.getMessage());
    }
  }

  private Now.Queue queueNow() throws IOException {
    try (QueueStatistics events = QueueStatistics.open(broker, broker.queue(), BROKER_ANSWER_MS);
        QueueStatistics rejects =
            QueueStatistics.open(broker, broker.rejectedQueue(), BROKER_ANSWER_MS)) {
      QueueStatistics.QueueState state = events.state();
      long nowMs = clock.millis();
      Long drainS = drainS(state, nowMs);
      lastState = state;
      lastStateMs = nowMs;
      return new Now.Queue(state.waiting(), true, drainS, rejects.state().waiting());
    } catch (IOException noStatistics) {
      long messages = QueueDepth.of(broker);
      long rejects = QueueDepth.of(broker.withQueues(broker.rejectedQueue(), broker.queue()));
      return new Now.Queue(messages, false, null, rejects);
    }
  }

  private Long drainS(QueueStatistics.QueueState state, long nowMs) {
    if (state.waiting() == 0) {
      return 0L;
    }
    if (lastState == null || state.waiting() >= lastState.waiting()) {
      return null;
    }
    double shrinksPerS =
        (lastState.waiting() - state.waiting()) * 1_000.0 / Math.max(1, nowMs - lastStateMs);
    return (long) Math.ceil(state.waiting() / shrinksPerS);
  }

  private void pollDocuments() {
    try {
      Collection<CounterReading> all = documents.counters(documents.directory()).values();
      readings = all.stream().sorted((a, b) -> a.counterId().compareTo(b.counterId())).toList();
      counters = counters(all);
      found(RIAK);
    } catch (RuntimeException e) {
      missing(RIAK, e.getMessage());
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

  private void missing(String what, String why) {
    synchronized (away) {
      long sinceMs = away.containsKey(what) ? away.get(what).sinceMs() : clock.millis();
      away.put(what, new Away(what, String.valueOf(why), sinceMs));
    }
  }

  private void found(String what) {
    synchronized (away) {
      away.remove(what);
    }
  }

  @Override
  public void close() {
    fast.shutdownNow();
    slow.shutdownNow();
  }
}
