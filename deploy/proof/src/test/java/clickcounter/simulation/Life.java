package clickcounter.simulation;

import clickcounter.event.Event;
import clickcounter.event.EventWriter;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import clickcounter.service.EventLogSettings;
import clickcounter.store.DocumentKey;
import clickcounter.tools.retire.Retirement;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** One simulated life of the whole system, from its first event until all is counted. */
final class Life implements SimulatedService.ServiceWatch {
  private static final long MOST_QUIET_MS = 40_000;
  private static final long LOOK_MS = 200;

  /** Only every eighth seed is healed and retired, because that takes long. */
  static final long HEALED_EVERY = 8;

  /** Of these every fourth is audited: an audit makes a table, which takes as long as ten lives. */
  private static final long AUDITED_EVERY = 4 * HEALED_EVERY;

  /** What is found when a task ends on an exception, before its name. */
  static final String CRASH = "a task ended on ";

  private static final int RETIRED_BESIDE_FAULTS = 3;

  /** How long it takes until what was under way has arrived or is lost. */
  private static final long SETTLING_MS = 12_000;

  private static final long DAY_MS = Retirement.REST.toMillis();

  /** How long there are faults while counters are entered, or their documents deleted. */
  private static final long RETIRING_MS = 4_000;

  private static final String OPERATOR = "operator-20131030_160000";
  private static final long MOST_STEPS = 5_000_000;

  private final Script script;
  private final Timeline timeline = new Timeline();
  private final Statistics statistics = new Statistics();
  private final Oracle oracle;
  private final SimulatedStore store;
  private final SimulatedBroker broker;
  private final SimulatedTopology topology;
  private final List<SimulatedService> services = new ArrayList<>();
  private final Map<String, Event> archive = new LinkedHashMap<>();
  private final Set<String> bad = new HashSet<>();
  private final List<String> archived = new ArrayList<>();
  private final Operators operators;
  private final Chance ofRetirement;
  private final Chance ofCloses;

  /** Null if no states are sent. */
  private final SimulatedStates states;

  private long decisions;
  private boolean over;
  private long quietByMs;

  /**
   * How a life ended.
   *
   * @param trace of all that happened: the same for two lives that went the same way
   * @param check what was found wrong, or that a task ended; null when the promise was kept
   * @param failure in detail; null when the promise was kept
   */
  record Result(Script script, Statistics statistics, long trace, String check, String failure) {
    boolean failed() {
      return failure != null;
    }
  }

  private Life(Script script) {
    this.script = script;
    oracle = new Oracle(script.settings().ads().maxUnsettledIds(), statistics);
    Chance chance = new Chance(script.seed() ^ 0x5DEECE66DL);
    ofRetirement = new Chance(script.seed() ^ 0x2127599BF4325C37L);
    ofCloses = new Chance(script.seed() ^ 0x5851F42D4C957F2DL);
    store = new SimulatedStore(timeline, chance.fork(), script.noise(), oracle, statistics);
    oracle.watch(store);
    broker = new SimulatedBroker(timeline, chance.fork(), script.noise(), statistics);
    states =
        script.states()
            ? new SimulatedStates(
                timeline,
                new Chance(script.seed() ^ 0x369DEA0F31A53F85L),
                store,
                statistics,
                script.statesFailing())
            : null;
    topology =
        new SimulatedTopology(
            timeline,
            chance.fork(),
            store,
            broker,
            script.settings(),
            script.noise(),
            oracle,
            statistics,
            states);
    operators =
        new Operators(
            timeline,
            new Chance(script.seed() ^ 0x2545F4914F6CDD1DL),
            store,
            topology,
            oracle,
            statistics,
            archived,
            archive::get);
    Judges judges = new Judges();
    for (int i = 0; i < Script.SERVICES; i++) {
      EventLogSettings settings = script.services().withHost("host" + (char) ('A' + i));
      services.add(
          new SimulatedService(
              timeline, chance.fork(), settings, script.noise(), judges, this, statistics));
    }
  }

  static Result run(Script script) {
    Life life = new Life(script);
    String failure = null;
    String check = null;
    try {
      life.live();
    } catch (Violation violation) {
      failure = "at " + life.timeline.nowMs() + " ms: " + violation.getMessage();
      check = violation.check().claim;
    } catch (RuntimeException error) {
      StringWriter stack = new StringWriter();
      error.printStackTrace(new PrintWriter(stack));
      failure =
          "at "
              + life.timeline.nowMs()
              + " ms: a task ended on "
              + stack.toString().lines().limit(8).collect(Collectors.joining("\n"));
      check = CRASH + error.getClass().getSimpleName();
    } finally {
      life.operators.close();
    }
    life.statistics.count(Tally.LIVES);
    return new Result(script, life.statistics, life.timeline.trace(), check, failure);
  }

  private void live() {
    deploy();
    for (Step step : script.steps()) {
      timeline.atMs(step.atMs(), () -> happen(step));
    }
    if (states != null) {
      states.begin(script.faultsEndMs(), oracle::adIds);
    }
    timeline.atMs(script.faultsEndMs(), this::endFaults);
    if (script.seed() % HEALED_EVERY == 0) {
      for (int i = 0; i < RETIRED_BESIDE_FAULTS; i++) {
        timeline.atMs(ofRetirement.between(0, script.faultsEndMs()), operators::retire);
      }
    }
    liveUntilOver();
    services.forEach(SimulatedService::checkEnd);
    oracle.checkEnd();
    checkStates();
    if (script.calm()) {
      checkCalm();
    }
    for (String line : bad) {
      statistics.checked(Invariant.REJECTS);
      if (!oracle.wasRejected(line)) {
        throw new Violation(Invariant.REJECTS, "at the end a bad line was not reported: " + line);
      }
    }
    if (script.seed() % HEALED_EVERY == 0) {
      closeCrashed();
      retire();
      healAndAudit();
    }
  }

  private void checkCalm() {
    statistics.checked(Invariant.CALM);
    if (statistics.of(Tally.TIME_OUTS) > 0) {
      throw new Violation(
          Invariant.CALM,
          statistics.of(Tally.TIME_OUTS) + " tuples timed out although nothing ever went wrong");
    }
  }

  /** All ad servers need all ads now, and those that know them need not read them. */
  private void checkStates() {
    if (states != null) {
      states.needAll(oracle.adIds());
      liveUntilQuiet();
      oracle.checkStates(states);
    }
  }

  private void liveUntilOver() {
    while (!over) {
      if (!timeline.step()) {
        throw new Violation(Invariant.QUIET, "nothing happens any more");
      }
      if (timeline.steps() > MOST_STEPS) {
        throw new Violation(Invariant.QUIET, "still not over after %s steps", MOST_STEPS);
      }
    }
  }

  /** Operators replay what is missing and audit: everything in the archives has to be counted. */
  private void healAndAudit() {
    replay(false, 20);
    liveUntilQuiet();
    oracle.checkEnd();
    audit();
  }

  /**
   * Beside faults, operators retire what is finished, and a day later delete it while the archives
   * come again, mostly without the decisions of operators. Then all of it comes once more, to new
   * workers.
   */
  private void retire() {
    beginFaults();
    operators.retire();
    liveUntilFaultsEnd();
    passADay();
    long deleted = statistics.of(Tally.DELETED);
    beginFaults();
    // A decision that comes again is put again, and a document that was put is not deleted.
    boolean decisionsToo = ofCloses.happens(0.3);
    replay(event -> decisionsToo || !(event instanceof WriteOffRequest), 20);
    operatorsDelete();
    liveUntilFaultsEnd();
    oracle.checkEnd();
    if (statistics.of(Tally.DELETED) == deleted) {
      return;
    }
    deploy();
    replay(true, 20);
    liveUntilQuiet();
    oracle.checkEnd();
  }

  private void liveUntilQuiet() {
    over = false;
    expectQuiet();
    timeline.afterMs(LOOK_MS, this::look);
    liveUntilOver();
  }

  private void audit() {
    if (script.seed() % AUDITED_EVERY != 0) {
      return;
    }
    statistics.checked(Invariant.AUDIT);
    EndAudit.requireEqual(archive.keySet(), store);
  }

  private void liveUntilFaultsEnd() {
    over = false;
    timeline.afterMs(RETIRING_MS, this::endFaults);
    liveUntilOver();
  }

  /** All machines sleep for a day, after whatever was under way has ended. */
  private void passADay() {
    over = false;
    timeline.afterMs(SETTLING_MS, () -> over = true);
    liveUntilOver();
    for (int slot = 0; slot < topology.generation().workers(); slot++) {
      topology.clockJump(slot, DAY_MS, true);
    }
    operators.sleep(DAY_MS);
  }

  private void operatorsDelete() {
    if (ofRetirement.happens(0.5)) {
      deploy();
    }
    timeline.afterMs(ofRetirement.between(0, RETIRING_MS), operators::retire);
    for (long faults = ofRetirement.between(0, 3); faults > 0; faults--) {
      int worker = ofRetirement.below(3);
      long forMs = ofRetirement.skewed(1, RETIRING_MS);
      boolean crash = ofRetirement.happens(0.3);
      timeline.afterMs(
          ofRetirement.between(0, RETIRING_MS),
          () -> {
            if (crash) {
              topology.crash(worker, forMs);
            } else {
              topology.replace(worker, 0, forMs);
            }
          });
    }
  }

  private void deploy() {
    topology.deploy(
        script.adsTasks(), script.countersTasks(), script.spouts(), script.workers(), 0);
  }

  private void happen(Step step) {
    if (step instanceof Step.Log s) {
      s.wishes().forEach(services.get(s.service())::log);
    } else if (step instanceof Step.CloseLog s) {
      services.get(s.service()).close();
    } else if (step instanceof Step.ServiceDies s) {
      die(services.get(s.service()), s.inAppend());
    } else if (step instanceof Step.DiskFull s) {
      during(s.forMs(), services.get(s.service())::setDiskFull);
    } else if (step instanceof Step.QueueAway s) {
      during(s.forMs(), services.get(s.service())::setQueueAway);
    } else if (step instanceof Step.Decide s) {
      decide(s);
    } else if (step instanceof Step.CloseCounter s) {
      closeCounter(s);
    } else if (step instanceof Step.Replay s) {
      replay(s.whole(), s.linesPerMessage());
    } else if (step instanceof Step.Recount s) {
      recountAd(s);
    } else if (step instanceof Step.RecountCounter s) {
      recountCounter(s);
    } else if (step instanceof Step.ArchivesLag s) {
      operators.setLag(s.lines());
      timeline.afterMs(s.forMs(), () -> operators.setLag(0));
    } else if (step instanceof Step.Crash s) {
      topology.crash(s.worker(), s.downMs());
    } else if (step instanceof Step.Replace s) {
      topology.replace(s.worker(), s.pauseMs(), s.liveOnMs());
    } else if (step instanceof Step.Pause s) {
      topology.pause(s.worker(), s.pauseMs());
    } else if (step instanceof Step.Redeploy s) {
      topology.deploy(s.adsTasks(), s.countersTasks(), s.spouts(), s.workers(), s.oldLiveOnMs());
    } else if (step instanceof Step.StoreDown s) {
      during(s.forMs(), store::setAllDown);
    } else if (step instanceof Step.StoreSlow s) {
      store.setNoise(script.noise().slower(10));
      timeline.afterMs(s.forMs(), () -> store.setNoise(script.noise()));
    } else if (step instanceof Step.ReplicaDown s) {
      during(s.forMs(), isDown -> store.setDown(s.replica(), isDown));
    } else if (step instanceof Step.ReplicaLost s) {
      store.rebuild(s.replica());
    } else if (step instanceof Step.ReplicaEmptied s) {
      store.comeBackEmpty(s.replica(), s.allAreAsked());
      timeline.afterMs(s.forMs(), store::rebuildEmpty);
    } else if (step instanceof Step.ClockJump s) {
      topology.clockJump(s.worker(), s.byMs(), s.slept());
    } else if (step instanceof Step.ServiceClockJump s) {
      services.get(s.service()).jump(s.byMs());
    } else if (step instanceof Step.TopicAway s) {
      states.away(s.forMs());
    } else if (step instanceof Step.Disconnect s) {
      topology.disconnect(s.forget());
    }
  }

  private void during(long forMs, Consumer<Boolean> fault) {
    fault.accept(true);
    timeline.afterMs(forMs, () -> fault.accept(false));
  }

  private void recountAd(Step.Recount step) {
    if (oracle.adIds().contains(step.adId())) {
      overwrite(DocumentKey.ad(step.adId()), step.overwritten());
      operators.recountAd(step.adId());
    }
  }

  /** A counter's document that is not there may be made by old copies beside the recount. */
  private void recountCounter(Step.RecountCounter step) {
    String counterId = services.get(step.service()).counterId();
    if (counterId != null && (step.overwritten() || oracle.isStored(counterId))) {
      overwrite(DocumentKey.counter(counterId), step.overwritten());
      operators.recountCounter(counterId);
    }
  }

  private void overwrite(DocumentKey key, boolean overwritten) {
    if (overwritten && !operators.isRecounting()) {
      oracle.blocked();
      operators.overwritten(key);
      store.overwrite(key);
    }
  }

  private static void die(SimulatedService service, boolean inAppend) {
    if (inAppend) {
      service.dieInNextAppend();
    } else {
      service.die();
    }
  }

  private void decide(Step.Decide step) {
    String counterId = services.get(step.service()).counterId();
    if (counterId != null) {
      decide(counterId, step.reopen(), step.from(), step.to());
    }
  }

  private void closeCounter(Step.CloseCounter step) {
    SimulatedService service = services.get(step.service());
    List<SimulatedService.Crashed> crashed = service.crashed();
    SimulatedService.Crashed counter =
        crashed.isEmpty() && step.tooEarly()
            ? service.present()
            : crashed.isEmpty() ? null : crashed.get(crashed.size() - 1);
    if (counter != null) {
      close(counter, step.tooEarly() ? counter.lines() / 2 : counter.lines(), step.reopens());
    }
  }

  private void close(SimulatedService.Crashed counter, long from, boolean reopens) {
    statistics.count(Tally.CLOSES);
    decide(counter.counterId(), reopens, from, Ending.NO_END);
  }

  /** Operators close what crashed behind its last line, perhaps after they sent what is missing. */
  private void closeCrashed() {
    if (ofCloses.happens(0.5)) {
      replay(false, 20);
    }
    for (SimulatedService service : services) {
      service.crashed().forEach(counter -> close(counter, counter.lines(), false));
    }
    liveUntilQuiet();
    oracle.checkEnd();
  }

  /** An operator's decision goes to the operators' archive and to the queue, as an event does. */
  private void decide(String counterId, boolean reopen, long from, long to) {
    long nowMs = Script.START_MS + timeline.nowMs();
    WriteOffRequest request =
        new WriteOffRequest(OPERATOR, decisions++, nowMs, reopen, counterId, from, to, "disk lost");
    made(request, EventWriter.toLine(request));
    queue(List.of(EventWriter.toLine(request)));
  }

  @Override
  public void made(Event event, String line) {
    archive.put(line, event);
    archived.add(line);
    oracle.made(event);
  }

  @Override
  public void arrived(List<String> lines, List<String> strangers) {
    bad.addAll(strangers);
    queue(lines);
  }

  private void queue(List<String> lines) {
    for (String line : lines) {
      statistics.checked(Invariant.SENDING);
      Event event = archive.get(line);
      if (event != null) {
        oracle.queued(event);
      } else if (!bad.contains(line)) {
        throw new Violation(Invariant.SENDING, "sent, but in no archive: " + line);
      }
    }
    broker.send(String.join("\n", lines));
  }

  private void replay(boolean whole, int linesPerMessage) {
    replay(event -> whole || !oracle.isSeen(event), linesPerMessage);
  }

  private void replay(Predicate<Event> which, int linesPerMessage) {
    List<String> lines = new ArrayList<>();
    archive.forEach(
        (line, event) -> {
          if (which.test(event)) {
            lines.add(line);
          }
        });
    for (int i = 0; i < lines.size(); i += linesPerMessage) {
      queue(lines.subList(i, Math.min(lines.size(), i + linesPerMessage)));
    }
  }

  private void beginFaults() {
    setNoise(script.noise());
    operators.setFaultsEnded(false);
  }

  private void setNoise(Noise noise) {
    store.setNoise(noise);
    broker.setNoise(noise);
    topology.setNoise(noise);
  }

  private void endFaults() {
    operators.setFaultsEnded(true);
    setNoise(Noise.NONE);
    topology.endOldCopies();
    store.rebuildEmpty();
    services.forEach(SimulatedService::endFaults);
    if (states != null) {
      states.endFaults();
    }
    expectQuiet();
    timeline.afterMs(LOOK_MS, this::look);
  }

  /**
   * Sets the deadline for the system to settle: longer if documents hold few unsettled events, or
   * tasks retry slowly.
   */
  private void expectQuiet() {
    TaskSettings settings = script.settings();
    long rounds = statistics.of(Tally.EVENTS) / Math.min(50, settings.ads().maxUnsettledIds());
    quietByMs = timeline.nowMs() + MOST_QUIET_MS + rounds * settings.roundMs();
  }

  private void look() {
    store.setAllDown(false);
    store.rebuildEmpty();
    for (int i = 0; i < SimulatedStore.REPLICAS; i++) {
      store.setDown(i, false);
    }
    if (services.stream().allMatch(SimulatedService::isQuiet)
        && operators.isQuiet()
        && broker.isEmpty()
        && topology.isQuiet()
        && (states == null || states.isQuiet())) {
      if (oracle.takeBlocked()) {
        timeline.afterMs(1_000, () -> replay(true, 20));
        expectQuiet();
        timeline.afterMs(1_000 + LOOK_MS, this::look);
      } else {
        statistics.checked(Invariant.QUIET);
        over = true;
      }
    } else if (timeline.nowMs() > quietByMs) {
      throw new Violation(
          Invariant.QUIET,
          "not quiet %s ms after the last fault: %s messages on the queue, %s",
          timeline.nowMs() - script.faultsEndMs(),
          broker.size(),
          topology.state());
    } else {
      timeline.afterMs(LOOK_MS, this::look);
    }
  }
}
