package clickcounter.simulation;

import clickcounter.event.EventKind;
import clickcounter.service.EventLogSettings;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What happens in one life, as far as it does not come by chance on the way.
 *
 * @param seed of all that comes by chance
 * @param services how services write and send their events
 * @param faultsEndMs when faults stop and old copies end
 * @param calm nothing goes wrong, so no delivery may take as long as the message time-out
 * @param states whether the states of ads are sent to ad servers
 * @param statesFailing how often the broker does not confirm one
 */
@RecordBuilder
record Script(
    long seed,
    TaskSettings settings,
    EventLogSettings services,
    Noise noise,
    int adsTasks,
    int countersTasks,
    int spouts,
    int workers,
    long faultsEndMs,
    boolean calm,
    boolean states,
    double statesFailing,
    List<Step> steps)
    implements ScriptBuilder.With {
  private static final long HOSTILE = 0x9E3779B97F4A7C15L;
  private static final long CALM = 0xBF58476D1CE4E5B9L;
  private static final long RECOUNTED = 0x94D049BB133111EBL;
  private static final long PUBLISHED = 0xD6E8FEB86659FD93L;
  private static final long LAGGING = 0x9FB21C651E98DF25L;
  private static final long CLOSED = 0xDA942042E4DD58B5L;
  private static final long SLOW = 0xA0761D6478BD642FL;
  private static final long JUDGED = 0xE7037ED1A0B428DBL;

  /** What the services' clocks show at the beginning. */
  static final long START_MS = 1_383_146_743_000L;

  /** At most. */
  static final int SERVICES = 4;

  /** The life of this seed: its events, its settings, its faults. */
  static Script draw(long seed) {
    Chance chance = new Chance(seed);
    return new ScriptWriter(chance).write(seed).withCloses();
  }

  /** Where counters are retired, operators close some before, with chances of their own. */
  private Script withCloses() {
    if (seed % Life.HEALED_EVERY != 0) {
      return this;
    }
    Chance chance = new Chance(seed ^ CLOSED);
    List<Step> all = new ArrayList<>(steps);
    for (long closes = chance.between(1, 5); closes > 0; closes--) {
      all.add(
          new Step.CloseCounter(
              chance.between(0, faultsEndMs),
              chance.below(SERVICES),
              chance.happens(0.3),
              chance.happens(0.2)));
    }
    all.sort(Comparator.comparingLong(Step::atMs));
    return withSteps(all);
  }

  /**
   * The same life, in which every second seed has filtered clicks and verdicts on clicks. These
   * have chances of their own.
   */
  Script withVerdicts() {
    Chance chance = new Chance(seed ^ JUDGED);
    if (chance.happens(0.5)) {
      return this;
    }
    return withSteps(
        steps.stream()
            .map(step -> step instanceof Step.Log log ? log.withVerdicts(chance) : step)
            .toList());
  }

  /** The same life on replicas of which each misses nearly every second put. */
  static Script drawNoisy(long seed) {
    Script script = draw(seed);
    return script.withNoise(script.noise.with(FaultKind.REPLICA_MISSES_PUT, Noise.NOISY));
  }

  /**
   * A life in which old copies live on for long, with few ads and counters, everything replayed
   * often, documents read again each time, and views that grow old.
   */
  static Script drawHostile(long seed) {
    Chance chance = new Chance(seed ^ HOSTILE);
    return new ScriptWriter(chance).writeHostile(seed).withCloses();
  }

  /** A life without any fault. */
  static Script drawCalm(long seed) {
    Chance chance = new Chance(seed ^ CALM);
    return new ScriptWriter(chance).writeCalm(seed);
  }

  /** A hostile life in which operators recount documents. */
  static Script drawRecounted(long seed) {
    Chance chance = new Chance(seed ^ RECOUNTED);
    return new ScriptWriter(chance).writeRecounted(seed, new Chance(seed ^ LAGGING)).withCloses();
  }

  /**
   * A life in which the states of ads are sent. In every second one few events change states often,
   * so that no later one makes good what goes wrong.
   */
  static Script drawPublished(long seed) {
    Chance chance = new Chance(seed ^ PUBLISHED);
    ScriptWriter writer = new ScriptWriter(chance);
    Script script = seed % 8 == 0 ? writer.write(seed) : writer.writePublished(seed);
    double failing = chance.happens(0.3) ? 0 : 0.3 * chance.generator().nextDouble();
    return script.with(one -> one.states(true).statesFailing(failing));
  }

  /**
   * A life without any fault, in which the store is so slow for a while that documents stand in
   * line for longer than the message time-out.
   */
  static Script drawSlow(long seed) {
    Chance chance = new Chance(seed ^ SLOW);
    return new ScriptWriter(chance).writeSlow(seed);
  }

  /** One line for each thing of it. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("seed " + seed);
    lines.add("ads tasks %d, counters tasks %d".formatted(adsTasks, countersTasks));
    lines.add("spouts %d, workers %d".formatted(spouts, workers));
    lines.add("faults end at %d ms".formatted(faultsEndMs));
    lines.add(settings.toString());
    lines.add(services.toString());
    lines.add(noise.toString());
    if (states) {
      lines.add("states are sent, and not confirmed with probability " + statesFailing);
    }
    steps.forEach(step -> lines.add(step.toString()));
    return lines;
  }

  private static final class ScriptWriter {
    private static final long HOUR_MS = 3_600_000;
    private static final long DAY_MS = 24 * HOUR_MS;

    /** How much longer there are faults when documents are recounted. */
    private static final long RECOUNTING_MS = 6_000;

    private static final double MANY_DOUBTS = 0.2;

    private static final long MOST_JUMP_MS = 4 * HOUR_MS;

    private final Chance chance;
    private final List<Step> steps = new ArrayList<>();
    private long endMs;

    ScriptWriter(Chance chance) {
      this.chance = chance;
    }

    Script write(long seed) {
      endMs = chance.between(1_000, 15_000);
      logEvents();
      int faults = (int) chance.skewed(4, 40);
      for (int i = 0; i < faults; i++) {
        steps.add(fault(chance.between(0, endMs)));
      }
      sort();
      return new Script(
          seed,
          TaskSettings.draw(chance),
          services((int) chance.skewed(1, 40)),
          chance.happens(0.1) ? Noise.NONE : Noise.draw(chance),
          (int) chance.between(1, 4),
          (int) chance.between(1, 3),
          (int) chance.between(1, 2),
          (int) chance.between(2, 3),
          endMs,
          false,
          false,
          0,
          steps);
    }

    Script writeHostile(long seed) {
      endMs = chance.between(2_000, 8_000);
      int ads = (int) chance.between(1, 2);
      int services = (int) chance.between(1, 2);
      int events = (int) chance.between(60, 160);
      for (int service = 0; service < services; service++) {
        logEvents(service, events, ads);
      }
      int overlaps = (int) chance.between(2, 4);
      for (int i = 0; i < overlaps; i++) {
        long atMs = chance.between(0, endMs);
        steps.add(new Step.Replace(atMs, chance.below(2), 0, chance.between(1_000, 6_000)));
      }
      int crashes = (int) chance.between(1, 4);
      for (int i = 0; i < crashes; i++) {
        steps.add(
            chance.happens(0.7)
                ? new Step.Crash(chance.between(0, endMs), chance.below(2), chance.skewed(1, 500))
                : serviceDies(chance.between(0, endMs)));
      }
      if (chance.happens(0.4)) {
        steps.add(clockJump(chance.between(0, endMs)));
      }
      if (chance.happens(0.3)) {
        steps.add(replicaEmptied(chance.between(0, endMs)));
      }
      int replays = (int) chance.between(2, 5);
      for (int i = 0; i < replays; i++) {
        steps.add(new Step.Replay(chance.between(500, endMs), true, 3));
      }
      sort();
      boolean quick = chance.happens(0.4);
      return small(
          seed,
          TaskSettings.drawHostile(chance, quick),
          services(3),
          quick ? Noise.drawQuick(chance) : Noise.drawHostile(chance),
          (int) chance.between(1, 2),
          false);
    }

    /**
     * @param ofLag in half of the lives archives lag, and nothing is overwritten: a document that
     *     cannot be read does not prove what the archives have to have
     */
    Script writeRecounted(long seed, Chance ofLag) {
      boolean lags = ofLag.happens(0.5);
      Script script = writeHostile(seed);
      int recounts = (int) chance.between(1, 4);
      for (int i = 0; i < recounts; i++) {
        steps.add(
            new Step.Recount(
                chance.between(200, endMs / 2),
                adId(chance.below(2)),
                chance.happens(0.5) && !lags));
      }
      for (long counters = chance.between(0, 3); counters > 0; counters--) {
        steps.add(
            new Step.RecountCounter(
                chance.between(200, endMs / 2), chance.below(2), chance.happens(0.5) && !lags));
      }
      for (long lag = lags ? ofLag.between(4, 12) : 0; lag > 0; lag--) {
        steps.add(
            new Step.ArchivesLag(
                ofLag.between(0, endMs), (int) ofLag.between(1, 6), ofLag.between(500, 8_000)));
      }
      sort();
      Noise noise =
          chance.happens(0.5)
              ? script.noise
              : script
                  .noise
                  .with(FaultKind.ANSWER_LOST, MANY_DOUBTS)
                  .with(FaultKind.REPLICA_IS_LATE, MANY_DOUBTS);
      return script.with(
          one -> one.noise(noise).faultsEndMs(endMs + RECOUNTING_MS).steps(List.copyOf(steps)));
    }

    Script writeCalm(long seed) {
      endMs = chance.between(3_000, 6_000);
      int ads = (int) chance.between(1, 12);
      int services = (int) chance.between(1, 3);
      for (int service = 0; service < services; service++) {
        logEvents(service, (int) chance.between(30, 200), ads);
      }
      sort();
      return small(
          seed,
          TaskSettings.drawCalm(chance),
          services(10).withBufferLines(1_000).withFullBufferWaitMs(0),
          Noise.quiet(chance.between(3_000, 120_000)).withClockSkewMs(Noise.clockSkewMs(chance)),
          (int) chance.between(1, 2),
          true);
    }

    Script writeSlow(long seed) {
      endMs = 1_500; // all events come soon
      int ads = (int) chance.between(100, 200);
      for (int service = 0; service < 2; service++) {
        logEvents(service, (int) chance.between(150, 300), ads);
      }
      endMs = chance.between(8_000, 12_000);
      steps.add(new Step.StoreSlow(0, endMs));
      sort();
      return small(
          seed,
          TaskSettings.drawSlow(chance),
          services(10).withBufferLines(1_000).withFullBufferWaitMs(0),
          Noise.quiet(chance.between(20_000, 40_000)),
          (int) chance.between(1, 2),
          true);
    }

    Script writePublished(long seed) {
      endMs = chance.between(1_000, 4_000);
      int ads = (int) chance.between(3, 10);
      int services = (int) chance.between(1, 2);
      for (int service = 0; service < services; service++) {
        for (long events = chance.between(10, 60); events > 0; events--) {
          steps.add(new Step.Log(chance.between(0, endMs), service, List.of(wishOfStates(ads))));
        }
      }
      for (long overlaps = chance.between(0, 3); overlaps > 0; overlaps--) {
        steps.add(
            new Step.Replace(
                chance.between(0, endMs), chance.below(2), 0, chance.between(500, 3_000)));
      }
      for (long absences = chance.between(0, 3); absences > 0; absences--) {
        long fromMs = chance.between(0, endMs);
        long forMs = chance.skewed(10, 2_000);
        steps.add(new Step.TopicAway(fromMs, forMs));
        for (int worker = 0; worker < 2; worker++) {
          steps.add(
              new Step.Crash(fromMs + chance.between(0, forMs), worker, chance.skewed(1, 500)));
        }
      }
      if (chance.happens(0.3)) {
        steps.add(new Step.Replay(chance.between(0, endMs), true, 3));
      }
      sort();
      return small(
          seed,
          TaskSettings.drawHostile(chance, chance.happens(0.5)),
          services(3),
          chance.happens(0.3) ? Noise.drawHostile(chance) : Noise.drawFewDoubts(chance),
          (int) chance.between(1, 2),
          false);
    }

    /** Two workers and one task or spout of each kind, but for ads. */
    private Script small(
        long seed,
        TaskSettings settings,
        EventLogSettings services,
        Noise noise,
        int adsTasks,
        boolean calm) {
      return new Script(
          seed, settings, services, noise, adsTasks, 1, 1, 2, endMs, calm, false, 0, steps);
    }

    private Step.Wish wishOfStates(int ads) {
      String adId = adId(chance.below(ads));
      return switch (chance.below(3)) {
        case 0 -> {
          long micros =
              chance.happens(0.3) ? -chance.skewed(1, 200_000) : chance.skewed(1, 400_000);
          yield new Step.Wish(EventKind.BUDGET, adId, 0, micros, Step.Flaw.NONE);
        }
        case 1 ->
            new Step.Wish(EventKind.CLICK, adId, 0, chance.below(3) * 60_000L, Step.Flaw.NONE);
        default -> new Step.Wish(EventKind.IMPRESSION, adId, 0, 0, Step.Flaw.NONE);
      };
    }

    private void sort() {
      steps.sort(Comparator.comparingLong(Step::atMs));
    }

    /** They wait for no room: that is for threads, which there are none of. */
    private EventLogSettings services(int batchLines) {
      return EventLogSettings.of(Path.of("archive"), "host")
          .withBatchLines(batchLines)
          .withLingerMs(chance.skewed(0, 300))
          .withBufferLines(batchLines + (int) chance.skewed(0, 200))
          .withFullBufferWaitMs(0)
          .withSendAttempts((int) chance.skewed(1, 6))
          .withFirstRetryWaitMs(chance.skewed(1, 500))
          .withCloseWaitMs(chance.skewed(0, 5_000))
          .withFsync(chance.happens(0.3));
    }

    private void logEvents() {
      int services = (int) chance.between(1, SERVICES);
      int ads = (int) chance.skewed(1, 12);
      for (int service = 0; service < services; service++) {
        logEvents(service, (int) chance.skewed(60, 300), ads);
      }
      int decisions = (int) chance.skewed(0, 6);
      for (int i = 0; i < decisions; i++) {
        decide(chance.below(services));
      }
    }

    /** An operator decides on a range, and perhaps changes his mind on a part of it. */
    private void decide(int service) {
      long atMs = chance.between(0, endMs);
      long from = chance.skewed(0, 200);
      long to = from + chance.skewed(0, 30);
      boolean reopen = chance.happens(0.3);
      steps.add(new Step.Decide(atMs, service, reopen, from, to));
      if (chance.happens(0.5)) {
        long again = chance.between(atMs, endMs);
        steps.add(new Step.Decide(again, service, !reopen, chance.between(from, to), to));
      }
    }

    private void logEvents(int service, int events, int ads) {
      long until = chance.between(endMs / 3, endMs);
      int mostAtOnce = (int) chance.skewed(1, 40);
      for (int i = 0; i < events; ) {
        long atMs = i * until / events;
        int count = Math.min(events - i, (int) chance.between(1, mostAtOnce));
        List<Step.Wish> wishes = new ArrayList<>();
        for (int j = 0; j < count; j++) {
          wishes.add(wish(ads, Step.Flaw.NONE));
          if (chance.happens(0.006)) {
            wishes.add(wish(ads, chance.happens(0.5) ? Step.Flaw.CUT_OFF : Step.Flaw.JUMP));
          }
        }
        steps.add(new Step.Log(atMs, service, wishes));
        i += count;
      }
      if (chance.happens(0.5)) {
        steps.add(new Step.CloseLog(until, service));
      }
    }

    private Step.Wish wish(int ads, Step.Flaw flaw) {
      String adId = adId(chance.happens(0.5) ? 0 : chance.below(ads));
      int kind = chance.below(20);
      if (kind == 0) {
        return new Step.Wish(EventKind.BUDGET, adId, offsetMs(), budgetMicros(), flaw);
      }
      return kind < 8
          ? new Step.Wish(EventKind.CLICK, adId, offsetMs(), chance.below(3) * 60_000L, flaw)
          : new Step.Wish(EventKind.IMPRESSION, adId, offsetMs(), 0, flaw);
    }

    /**
     * Ads come in pairs: two names with the same {@link String#hashCode}. So code that takes ads
     * with one hash for one ad is found.
     */
    private static String adId(int ad) {
      return "m" + ad / 2 + (ad % 2 == 0 ? "Aa" : "BB");
    }

    /** Some budgets are taken back, some do not cover what is spent. */
    private long budgetMicros() {
      return chance.happens(0.3) ? -chance.skewed(1, 1_000_000) : chance.skewed(1, 50_000_000);
    }

    /** A clock may be set back; where it jumps ahead, the archive begins the hour's file. */
    private long offsetMs() {
      if (chance.happens(0.005)) {
        return chance.between(0, 3 * HOUR_MS);
      }
      if (chance.happens(0.1)) {
        // Late by a few hours, or at the edge of the hours that a document keeps.
        return -HOUR_MS * (chance.happens(0.5) ? chance.between(2, 5) : chance.between(33, 38));
      }
      return chance.happens(0.1) ? -chance.skewed(0, 12 * DAY_MS) : 0;
    }

    private Step serviceDies(long atMs) {
      return new Step.ServiceDies(atMs, chance.below(SERVICES), chance.happens(0.5));
    }

    private Step clockJump(long atMs) {
      long byMs = chance.skewed(1, MOST_JUMP_MS);
      return new Step.ClockJump(
          atMs, chance.below(3), chance.happens(0.5) ? -byMs : byMs, chance.happens(0.4));
    }

    private Step replicaEmptied(long atMs) {
      return new Step.ReplicaEmptied(
          atMs, chance.below(3), chance.happens(0.5), chance.skewed(1, 8_000));
    }

    private Step fault(long atMs) {
      int worker = chance.below(3);
      return switch (chance.below(22)) {
        case 0, 1, 2 -> new Step.Crash(atMs, worker, chance.skewed(1, 3_000));
        case 3, 4, 5 ->
            new Step.Replace(
                atMs,
                worker,
                chance.happens(0.5) ? 0 : chance.skewed(1, 5_000),
                chance.skewed(1, 10_000));
        case 6 -> new Step.Pause(atMs, worker, chance.skewed(1, 5_000));
        case 7 ->
            new Step.Redeploy(
                atMs,
                (int) chance.between(1, 4),
                (int) chance.between(1, 3),
                (int) chance.between(1, 2),
                (int) chance.between(2, 3),
                chance.happens(0.5) ? 0 : chance.skewed(1, 5_000));
        case 8 -> new Step.StoreDown(atMs, chance.skewed(1, 4_000));
        case 9, 10 -> new Step.ReplicaDown(atMs, chance.below(3), chance.skewed(1, 8_000));
        case 11 -> new Step.ReplicaLost(atMs, chance.below(3));
        case 12 -> new Step.Disconnect(atMs, chance.happens(0.5));
        case 13 -> new Step.Replay(atMs, chance.happens(0.5), (int) chance.skewed(1, 50));
        case 14 -> new Step.DiskFull(atMs, chance.below(SERVICES), chance.skewed(1, 2_000));
        case 15 -> new Step.QueueAway(atMs, chance.below(SERVICES), chance.skewed(1, 5_000));
        case 16 -> clockJump(atMs);
        case 17 ->
            new Step.ServiceClockJump(
                atMs,
                chance.below(SERVICES),
                chance.happens(0.5)
                    ? -chance.skewed(1, MOST_JUMP_MS)
                    : chance.skewed(1, MOST_JUMP_MS));
        case 18, 19 -> replicaEmptied(atMs);
        default -> serviceDies(atMs);
      };
    }
  }
}
