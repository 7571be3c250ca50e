package clickcounter.console;

import clickcounter.cli.DaemonThreads;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.scrape.WorkerClient;
import clickcounter.status.CounterSurvey;
import clickcounter.status.QueueWatch;
import clickcounter.status.SystemStatus;
import clickcounter.status.SystemStatus.DocumentState;
import clickcounter.status.SystemStatus.QueueLoad;
import clickcounter.status.Verdict;
import clickcounter.tools.RealBackends;
import clickcounter.tools.common.RejectedEvents;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks workers, broker and Riak for all viewers together: the workers each second, the others every
 * five, and all less often while no page is open. Each is asked by a thread of its own. What does
 * not answer is named, with the time since when; the others go on.
 */
final class Poller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Poller.class);
  private static final long UNSEEN_EVERY = 5;
  private static final long LOOKS_FOR_NANOS = 15_000_000_000L;
  private static final long EVERY_MS = 1_000;
  private static final long SLOW_EVERY_MS = 5_000;
  private static final long BROKER_ANSWER_MS = 1_000;
  private static final Duration WORKER_ANSWER = Duration.ofSeconds(2);
  private static final String WORKERS = "the workers";
  private static final String NIMBUS = "Nimbus";
  private static final String BROKER = "the broker";
  private static final String RIAK = "Riak";

  private final Console.Sources sources;
  private final WorkerClient workers = new WorkerClient(WORKER_ANSWER);
  private final Absences absences;
  private final BrokerSettings broker;
  private final QueueWatch queueWatch;
  private final Documents documents;
  private final Clock clock;
  private final ScheduledExecutorService threads =
      Executors.newScheduledThreadPool(4, DaemonThreads.named("console-poll"));
  private final Numbers numbers = new Numbers();
  private final History history = new History();
  private Map<String, String> silentWorkers = Map.of();
  private volatile QueueLoad queue;
  private volatile Survey survey;
  private long rejectsAtLast;
  private RejectedEvents rejectedAtLast = RejectedEvents.NONE;
  private volatile Now now;
  private volatile List<URI> known = List.of();
  private volatile long askedAtNanos = System.nanoTime() - LOOKS_FOR_NANOS;

  /** All counters as they were read last, sorted, and what they come to. */
  private record Survey(
      long atMs, List<CounterReading> readings, DocumentState state, long oldestGapMs) {}

  Poller(Console.Sources sources, Documents documents, Clock clock) {
    this.sources = sources;
    this.broker = BrokerSettingsTable.read(sources.settings());
    this.queueWatch = new QueueWatch(broker, BROKER_ANSWER_MS, sources.limits().deferralMs());
    this.documents = documents;
    this.absences = new Absences(clock);
    this.clock = clock;
  }

  void start() {
    repeat(() -> ask(NIMBUS, this::pollEndpoints), SLOW_EVERY_MS);
    repeat(this::pollWorkers, EVERY_MS);
    repeat(() -> ask(BROKER, this::pollQueue), SLOW_EVERY_MS);
    repeat(() -> ask(RIAK, this::pollDocuments), SLOW_EVERY_MS);
  }

  /** What fails is tried again: an exception would end the schedule for good. */
  private void repeat(Runnable poll, long everyMs) {
    AtomicLong turns = new AtomicLong();
    threads.scheduleWithFixedDelay(
        () -> {
          try {
            if (turns.getAndIncrement() % UNSEEN_EVERY == 0 || isWatched()) {
              poll.run();
            }
          } catch (RuntimeException e) {
            if (threads.isShutdown()) {
              return;
            }
            LOG.error("console poll failed; will retry", e);
          }
        },
        0,
        everyMs,
        TimeUnit.MILLISECONDS);
  }

  /** What was found last; null before the first time. A page that is open asks again and again. */
  Now now() {
    askedAtNanos = System.nanoTime();
    return now;
  }

  History history() {
    return history;
  }

  private boolean isWatched() {
    return System.nanoTime() - askedAtNanos < LOOKS_FOR_NANOS;
  }

  /**
   * The counters as they were read last.
   *
   * @param id of the only one; empty for all
   * @param most how many rows
   */
  CounterRow.Table counters(String id, long most) {
    Survey last = survey;
    if (last == null) {
      return new CounterRow.Table(0, 0, 0, List.of());
    }
    List<CounterRow> rows =
        last.readings().stream()
            .filter(reading -> id.isEmpty() || id.equals(reading.counterId()))
            .map(reading -> CounterRow.of(reading, last.atMs()))
            .sorted(Comparator.comparing(CounterRow::missing).reversed())
            .toList();
    return new CounterRow.Table(
        last.atMs(),
        rows.size(),
        rows.stream().mapToLong(CounterRow::underWay).sum(),
        rows.stream().limit(most).toList());
  }

  /** Where the workers serve their metrics, as {@code host:port}. */
  List<String> targets() {
    return known.stream().map(URI::getAuthority).toList();
  }

  private interface Poll {
    void ask() throws Exception;
  }

  private void ask(String what, Poll poll) {
    String why = null;
    try {
      poll.ask();
    } catch (Exception e) {
      why = String.valueOf(e.getMessage());
    }
    absences.away(what, why);
  }

  private void pollEndpoints() throws IOException {
    try {
      known = sources.endpoints().call();
    } catch (Exception e) {
      throw new IOException(e.getMessage() + " The workers are those that it named last.", e);
    }
  }

  private void pollWorkers() {
    WorkerClient.Round round = workers.metrics(known);
    absences.away(WORKERS, round.missing());
    long nowMs = clock.millis();
    numbers.add(nowMs, round);
    silentWorkers = round.silent().isEmpty() ? Map.of() : round.missing();
    boolean hasRates = now != null;
    now = now(nowMs);
    if (hasRates) {
      history.add(now);
    }
  }

  private Now now(long nowMs) {
    boolean known = numbers.answering() > 0;
    Survey counters = isSilent(RIAK) ? null : survey;
    SystemStatus status =
        new SystemStatus(
            null,
            queue,
            counters == null ? null : counters.state(),
            known ? numbers.tasks(nowMs) : null,
            silentWorkers);
    Verdict verdict = Verdict.of(status, sources.limits(), sources.reach(), List.of(), List.of());
    return new Now(
        nowMs,
        numbers.answering(),
        known ? numbers.events() : null,
        known ? numbers.puts() : null,
        known ? numbers.times() : null,
        sources.limits().deferralMs() / 1_000.0,
        status.queue(),
        status.documents(),
        counters == null ? 0 : counters.oldestGapMs(),
        whatToDo(verdict),
        verdict.watch(),
        absences.all());
  }

  /** What was read before is too old to be shown as of now. */
  private boolean isSilent(String what) {
    return absences.all().stream().anyMatch(each -> each.what().equals(what));
  }

  /** What needs a person, and what nobody knows: that has to be found out. */
  private static List<String> whatToDo(Verdict verdict) {
    List<String> lines = new ArrayList<>(verdict.act());
    verdict.unknown().forEach(line -> lines.add("not known: " + line));
    return lines;
  }

  private void pollQueue() throws IOException {
    QueueLoad found = null;
    try {
      found = queueWatch.load();
    } finally {
      queue = found;
    }
  }

  private void pollDocuments() {
    long nowMs = clock.millis();
    Collection<CounterReading> all = documents.counters(documents.directory()).values();
    CounterSurvey counters = new CounterSurvey(nowMs, rejected());
    survey = new Survey(nowMs, List.copyOf(all), counters.of(all), counters.oldestGapMs(all));
  }

  /** They are read only when others have come or gone. */
  private RejectedEvents rejected() {
    QueueLoad load = queue;
    long waiting = load == null ? rejectsAtLast : load.rejectsWaiting();
    if (waiting != rejectsAtLast) {
      try {
        rejectedAtLast = RejectedEvents.at(new RealBackends(), broker);
        rejectsAtLast = waiting;
      } catch (IOException e) {
        LOG.debug("the queue of rejects is asked again", e);
      }
    }
    return rejectedAtLast;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
