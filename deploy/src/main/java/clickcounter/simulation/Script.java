package clickcounter.simulation;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.WriteOffRequest;
import clickcounter.riak.BucketKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What happens in one life, as far as it does not come by chance on the way.
 *
 * @param seed of all that comes by chance
 * @param faultsEndMs when faults stop and old copies end
 * @param calm nothing goes wrong, so no delivery may take as long as the message time-out
 */
record Script(
    long seed,
    BucketKind kind,
    TaskSettings settings,
    Noise noise,
    int adsTasks,
    int countersTasks,
    int spouts,
    int workers,
    long faultsEndMs,
    boolean calm,
    List<Step> steps) {
  private static final long HOSTILE = 0x9E3779B97F4A7C15L;
  private static final long CALM = 0xBF58476D1CE4E5B9L;

  /** The life of this seed: its events, its settings, its faults. */
  static Script draw(long seed) {
    Chance chance = new Chance(seed);
    return new Writer(chance).write(seed);
  }

  /** The same life on replicas of which each misses nearly every second put. */
  static Script drawNoisy(long seed) {
    Script script = draw(seed);
    return script.with(script.noise.withReplicaMissesPut(Noise.NOISY));
  }

  /**
   * A life in which old copies live on for long, with few ads and counters, everything replayed
   * often, documents read again each time, and views that grow old.
   */
  static Script drawHostile(long seed) {
    Chance chance = new Chance(seed ^ HOSTILE);
    return new Writer(chance).writeHostile(seed);
  }

  /** A life without any fault. */
  static Script drawCalm(long seed) {
    Chance chance = new Chance(seed ^ CALM);
    return new Writer(chance).writeCalm(seed);
  }

  Script with(List<Step> newSteps) {
    return new Script(
        seed,
        kind,
        settings,
        noise,
        adsTasks,
        countersTasks,
        spouts,
        workers,
        faultsEndMs,
        calm,
        newSteps);
  }

  Script with(BucketKind newKind) {
    return new Script(
        seed,
        newKind,
        settings,
        noise,
        adsTasks,
        countersTasks,
        spouts,
        workers,
        faultsEndMs,
        calm,
        steps);
  }

  Script with(Noise newNoise) {
    return new Script(
        seed,
        kind,
        settings,
        newNoise,
        adsTasks,
        countersTasks,
        spouts,
        workers,
        faultsEndMs,
        calm,
        steps);
  }

  /** The same life in a smaller topology: with one task or worker of each kind in turn. */
  List<Script> smaller() {
    return List.of(
        with(1, countersTasks, spouts, workers),
        with(adsTasks, 1, spouts, workers),
        with(adsTasks, countersTasks, 1, workers),
        with(adsTasks, countersTasks, spouts, 1),
        with(1, 1, 1, 1));
  }

  private Script with(int newAdsTasks, int newCountersTasks, int newSpouts, int newWorkers) {
    return new Script(
        seed,
        kind,
        settings,
        noise,
        newAdsTasks,
        newCountersTasks,
        newSpouts,
        newWorkers,
        faultsEndMs,
        calm,
        steps);
  }

  /** One line for each thing of it. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("seed " + seed + ", bucket kind " + kind);
    lines.add(
        "ads tasks "
            + adsTasks
            + ", counters tasks "
            + countersTasks
            + ", spouts "
            + spouts
            + ", workers "
            + workers
            + ", faults end at "
            + faultsEndMs
            + " ms");
    lines.add(settings.toString());
    lines.add(noise.toString());
    steps.forEach(step -> lines.add(step.toString()));
    return lines;
  }

  private static final class Writer {
    private static final long START_MS = 1_383_146_743_000L;
    private static final String OPERATOR = "operator-20131030_160000";
    private final Chance chance;
    private final List<Step> steps = new ArrayList<>();
    private long endMs;

    Writer(Chance chance) {
      this.chance = chance;
    }

    Script write(long seed) {
      endMs = chance.between(1_000, 15_000);
      sendEvents();
      int faults = (int) chance.skewed(0, 15);
      for (int i = 0; i < faults; i++) {
        steps.add(fault(chance.between(0, endMs)));
      }
      steps.sort(Comparator.comparingLong(Step::atMs));
      return new Script(
          seed,
          chance.happens(0.7) ? BucketKind.ORDINARY : BucketKind.CONSISTENT,
          TaskSettings.draw(chance),
          chance.happens(0.1) ? Noise.NONE : Noise.draw(chance),
          (int) chance.between(1, 4),
          (int) chance.between(1, 3),
          (int) chance.between(1, 2),
          (int) chance.between(2, 3),
          endMs,
          false,
          steps);
    }

    Script writeHostile(long seed) {
      endMs = chance.between(2_000, 8_000);
      int ads = (int) chance.between(1, 2);
      int counters = (int) chance.between(1, 2);
      int events = (int) chance.between(30, 80);
      for (int c = 0; c < counters; c++) {
        sendEvents(counterId(c), events, ads, 3);
      }
      int overlaps = (int) chance.between(2, 4);
      for (int i = 0; i < overlaps; i++) {
        long atMs = chance.between(0, endMs);
        steps.add(new Step.Replace(atMs, chance.below(2), 0, chance.between(1_000, 6_000)));
      }
      int replays = (int) chance.between(2, 6);
      for (int i = 0; i < replays; i++) {
        steps.add(new Step.Replay(chance.between(500, endMs), true, 3));
      }
      steps.sort(Comparator.comparingLong(Step::atMs));
      boolean quick = chance.happens(0.4);
      return new Script(
          seed,
          chance.happens(0.5) ? BucketKind.ORDINARY : BucketKind.CONSISTENT,
          TaskSettings.drawHostile(chance, quick),
          quick ? Noise.drawQuick(chance) : Noise.drawHostile(chance),
          (int) chance.between(1, 2),
          1,
          1,
          2,
          endMs,
          false,
          steps);
    }

    Script writeCalm(long seed) {
      endMs = chance.between(3_000, 6_000);
      int ads = (int) chance.between(1, 12);
      int counters = (int) chance.between(1, 3);
      for (int c = 0; c < counters; c++) {
        sendEvents(counterId(c), (int) chance.between(30, 200), ads, 10);
      }
      steps.removeIf(step -> step instanceof Step.Send s && s.times() == 0);
      steps.sort(Comparator.comparingLong(Step::atMs));
      return new Script(
          seed,
          chance.happens(0.5) ? BucketKind.ORDINARY : BucketKind.CONSISTENT,
          TaskSettings.drawCalm(chance),
          Noise.quiet(chance.between(3_000, 120_000)),
          (int) chance.between(1, 2),
          1,
          1,
          2,
          endMs,
          true,
          steps);
    }

    private static String counterId(int number) {
      return "host" + (char) ('A' + number) + "-20131030_152543";
    }

    private void sendEvents() {
      int counters = (int) chance.between(1, 4);
      int ads = (int) chance.skewed(1, 12);
      int mostPerMessage = (int) chance.skewed(1, 40);
      for (int c = 0; c < counters; c++) {
        sendEvents(counterId(c), (int) chance.skewed(20, 200), ads, mostPerMessage);
      }
      int requests = (int) chance.skewed(0, 6);
      for (int i = 0; i < requests; i++) {
        decide(i, counterId(chance.below(counters)));
      }
    }

    /** An operator writes a range off, or takes that back. */
    private void decide(long sequence, String targetCounterId) {
      long atMs = chance.between(0, endMs);
      long from = chance.skewed(0, 150);
      WriteOffRequest request =
          new WriteOffRequest(
              OPERATOR,
              sequence,
              START_MS + atMs,
              chance.happens(0.3),
              targetCounterId,
              from,
              from + chance.skewed(0, 30),
              "disk lost");
      send(atMs, List.of(line(request)));
    }

    private void sendEvents(String counterId, int events, int ads, int mostPerMessage) {
      long sequence = 0;
      long until = chance.between(endMs / 3, endMs);
      List<Step.Line> lines = new ArrayList<>();
      int next = (int) chance.between(1, mostPerMessage);
      for (int i = 0; i < events; i++) {
        long atMs = i * until / events;
        lines.add(line(event(counterId, sequence++, ads, atMs)));
        if (chance.happens(0.003)) {
          lines.add(new Step.Line("{\"eventId\":\"" + counterId + ":" + i + "\",\"type\":", null));
        }
        if (chance.happens(0.003)) {
          lines.add(jump(counterId, sequence, ads, atMs));
        }
        if (lines.size() >= next || i == events - 1) {
          if (i == events - 1 && chance.happens(0.5)) {
            lines.add(line(new Close(counterId, sequence++, START_MS + atMs)));
          }
          send(atMs, lines);
          lines = new ArrayList<>();
          next = (int) chance.between(1, mostPerMessage);
        }
      }
    }

    private Step.Line jump(String counterId, long sequence, int ads, long atMs) {
      Event event = event(counterId, sequence + 5 * TaskSettings.MAX_JUMP, ads, atMs);
      return new Step.Line(EventWriter.toLine(event), null);
    }

    private void send(long atMs, List<Step.Line> lines) {
      int times = chance.happens(0.07) ? 0 : chance.happens(0.05) ? 2 : 1;
      steps.add(new Step.Send(atMs, lines, times));
    }

    private static Step.Line line(Event event) {
      return new Step.Line(EventWriter.toLine(event), event);
    }

    private Event event(String counterId, long sequence, int ads, long atMs) {
      String adId = "m" + (chance.happens(0.5) ? 0 : chance.below(ads));
      long timestampMs =
          START_MS + atMs - (chance.happens(0.1) ? chance.between(0, 3 * 86_400_000L) : 0);
      int kind = chance.below(20);
      if (kind == 0) {
        return new AdEvent(
            counterId,
            sequence,
            EventKind.BUDGET,
            adId,
            timestampMs,
            chance.between(-1_000, 50_000_000));
      }
      return kind < 8
          ? new AdEvent(
              counterId, sequence, EventKind.CLICK, adId, timestampMs, chance.below(3) * 60_000L)
          : new AdEvent(counterId, sequence, EventKind.IMPRESSION, adId, timestampMs, 0);
    }

    private Step fault(long atMs) {
      int worker = chance.below(3);
      return switch (chance.below(14)) {
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
        default -> new Step.Replay(atMs, chance.happens(0.5), (int) chance.skewed(1, 50));
      };
    }
  }
}
