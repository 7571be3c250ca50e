package clickcounter.simulation;

import clickcounter.cli.NoVerdict;
import clickcounter.event.ClockLimit;
import clickcounter.event.Event;
import clickcounter.ledger.WriteIds;
import clickcounter.store.DocumentKey;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.recount.Recount;
import clickcounter.tools.retire.Retirement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Operators, who run the production's commands beside all faults. A command that fails, or whose
 * process dies, is run again until it is done.
 */
final class Operators implements AutoCloseable {
  /** Before or after a change; a retirement makes fewer of them. */
  private static final double RECOUNT_DIES = 0.04;

  private static final long LOOK_MS = 50;
  private static final long REST_MS = 500;
  private static final long MOST_REST_MS = 4_000;
  private static final long MOST_IMPORT_MS = 250;
  private static final double RETIREMENT_DIES = 0.15;
  private static final long MOST_AGAIN_MS = 500;

  private final Timeline timeline;
  private final Chance chance;
  private final SimulatedStore store;
  private final SimulatedTopology topology;
  private final Oracle oracle;
  private final Statistics statistics;
  private final List<String> lines;
  private final Function<String, Event> events;
  private final List<Command> commands = new ArrayList<>();
  private long aheadMs;
  private int lag;
  private boolean faultsEnded;

  /** Counters that cannot be read. */
  private final Set<String> unreadable = new HashSet<>();

  /** The ads that were put by the recount that is not done; null if none has begun. */
  private Set<String> recounting;

  /**
   * @param lines of the archives, which grow
   * @param events by line
   */
  Operators(
      Timeline timeline,
      Chance chance,
      SimulatedStore store,
      SimulatedTopology topology,
      Oracle oracle,
      Statistics statistics,
      List<String> lines,
      Function<String, Event> events) {
    this.timeline = timeline;
    this.chance = chance;
    this.store = store;
    this.topology = topology;
    this.oracle = oracle;
    this.statistics = statistics;
    this.lines = lines;
    this.events = events;
  }

  /** One run of a command. */
  private interface Run {
    /** Returns whether all is done that there was to do. */
    boolean isDone(String name, ToolThread waits, ToolClient client, Chance ofRun);
  }

  void recountAd(String adId) {
    statistics.count(Tally.RECOUNTS);
    begin("recount", RECOUNT_DIES, recount(Set.of(adId), Set.of()));
  }

  void recountCounter(String counterId) {
    statistics.count(Tally.RECOUNTS_OF_COUNTERS);
    begin("recount", RECOUNT_DIES, recount(Set.of(), Set.of(counterId)));
  }

  /** Enters what is finished among the retired, and deletes what was entered a day ago. */
  void retire() {
    begin("retire", RETIREMENT_DIES, (name, waits, client, ofRun) -> retire(waits, client));
  }

  private void begin(String name, double dies, Run run) {
    Command command = new Command(name + commands.size(), dies, run, chance.fork());
    commands.add(command);
    command.begin();
  }

  /** Pauses the topology, recounts, and resumes it when that is done. One recount at a time. */
  private Run recount(Set<String> adIds, Set<String> counterIds) {
    Set<String> put = new HashSet<>();
    return (name, waits, client, ofRun) -> {
      if (!isPaused(put, waits)) {
        return false;
      }
      Set<String> counters = new HashSet<>(counterIds);
      counters.addAll(unreadable);
      RecountWatch watch = new RecountWatch(client, oracle);
      Recount recount =
          new Recount(
              watch,
              waits,
              () -> open(waits, ofRun, watch),
              new WriteIds(ofRun.generator().split()),
              () -> Script.START_MS + timeline.nowMs(),
              new Recount.Task(adIds, counters, false, List.of(), ClockLimit.NONE));
      try {
        if (!recount.run(() -> {}).failed().isEmpty()) {
          return false;
        }
      } catch (Recount.Refused e) {
        statistics.count(Tally.RECOUNTS_REFUSED);
        recounting = null;
        topology.setPaused(!put.isEmpty());
        return false;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        put.addAll(watch.adIds());
      }
      oracle.recounted(put);
      unreadable.removeAll(counters);
      topology.setPaused(false);
      recounting = null;
      return true;
    };
  }

  private boolean isPaused(Set<String> recount, ToolThread waits) {
    if (recounting != null && recounting != recount) {
      return false;
    }
    boolean hasBegun = recounting == recount;
    if (hasBegun && !recount.isEmpty()) {
      endOldCopies(waits);
    }
    recounting = recount;
    topology.setPaused(true);
    for (long restMs = 0, ms = 0; restMs < REST_MS; ms += LOOK_MS) {
      if (ms > MOST_REST_MS && !hasBegun) {
        topology.setPaused(false);
        recounting = null;
        return false;
      }
      waits.pause(LOOK_MS);
      restMs = topology.isAtRest() ? restMs + LOOK_MS : 0;
    }
    return true;
  }

  /** A recount that was not done is made again when all is recorded that old copies have marked. */
  private void endOldCopies(ToolThread waits) {
    topology.endOldCopies();
    waits.pause(topology.longestOnTheWayMs());
  }

  /** It takes a while until the archives are read. */
  private SimulatedArchive open(ToolThread waits, Chance ofRun, RecountWatch watch) {
    waits.pause(ofRun.skewed(0, MOST_IMPORT_MS));
    List<String> read = List.copyOf(lines.subList(0, Math.max(0, lines.size() - lag)));
    waits.pause(ofRun.between(0, MOST_IMPORT_MS));
    return new SimulatedArchive(read.stream().map(events).toList(), watch::makes);
  }

  boolean isRecounting() {
    return recounting != null;
  }

  /** Somebody overwrote a document. */
  void overwritten(DocumentKey key) {
    if (key.bucket().equals(DocumentKey.COUNTERS)) {
      unreadable.add(key.key());
    }
  }

  private boolean retire(ToolThread waits, ToolClient client) {
    Retirement.Outcome outcome =
        new Retirement(
                client, waits, () -> Script.START_MS + timeline.nowMs() + aheadMs, Long.MAX_VALUE)
            .run(new Documents(client, waits).directory(), false, () -> {});
    statistics.count(Tally.RETIRED, outcome.entered().size());
    statistics.count(Tally.DELETED, outcome.deleted().size());
    statistics.count(
        Tally.DELETED_CRASHED,
        outcome.deleted().keySet().stream().filter(id -> !oracle.hasClosed(id)).count());
    return true;
  }

  /** How many of the archives' newest lines no command can read from now on. */
  void setLag(int lines) {
    lag = lines;
  }

  /** Time passes in which nothing happens. */
  void sleep(long ms) {
    aheadMs += ms;
  }

  void setFaultsEnded(boolean ended) {
    faultsEnded = ended;
  }

  boolean isQuiet() {
    return commands.stream().allMatch(command -> command.done);
  }

  /** Ends all commands where they are. */
  @Override
  public void close() {
    commands.forEach(Command::end);
  }

  /** A command that is run until it is done. */
  private final class Command {
    private final String name;
    private final double dies;
    private final Run run;
    private final Chance ofCommand;
    private ToolThread thread;
    private int runs;
    private boolean done;

    Command(String name, double dies, Run run, Chance ofCommand) {
      this.name = name;
      this.dies = dies;
      this.run = run;
      this.ofCommand = ofCommand;
    }

    void begin() {
      Chance ofRun = ofCommand.fork();
      String runName = name + "." + runs++;
      thread = new ToolThread(timeline, () -> run(runName, ofRun));
      thread.start();
    }

    private void run(String runName, Chance ofRun) {
      ToolThread waits = thread;
      ToolClient client = new ToolClient(store, () -> dies(ofRun), () -> died(waits), waits::wake);
      try {
        done = run.isDone(runName, waits, client, ofRun);
      } catch (NoVerdict e) {
        // The operator reads it.
      } finally {
        if (!done) {
          timeline.afterMs(ofRun.between(0, MOST_AGAIN_MS), this::begin);
        }
      }
    }

    private boolean dies(Chance ofRun) {
      return !faultsEnded && ofRun.happens(dies);
    }

    private void died(ToolThread process) {
      statistics.count(Tally.COMMANDS_KILLED);
      timeline.after(0, process::kill);
    }

    void end() {
      thread.kill();
    }
  }
}
