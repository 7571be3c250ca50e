package clickcounter.simulation;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.riak.BucketKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What happens in one life, as far as it does not come by chance on the way.
 *
 * @param seed of all that comes by chance
 * @param faultsEndMs when faults stop and old copies end
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
    List<Step> steps) {
  private static final double NOISY = 0.45;

  /** The life of this seed: its events, its settings, its faults. */
  static Script draw(long seed) {
    Chance chance = new Chance(seed);
    return new Writer(chance).write(seed);
  }

  /** The same life on replicas of which each misses nearly every second put. */
  static Script drawNoisy(long seed) {
    Script script = draw(seed);
    return script.with(script.noise.withReplicaMissesPut(NOISY));
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
        steps);
  }

  private Script with(Noise newNoise) {
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
          steps);
    }

    private void sendEvents() {
      int counters = (int) chance.between(1, 4);
      int ads = (int) chance.skewed(1, 12);
      int mostPerMessage = (int) chance.skewed(1, 40);
      for (int c = 0; c < counters; c++) {
        String counterId = "host" + (char) ('A' + c) + "-20131030_152543";
        sendEvents(counterId, (int) chance.skewed(5, 200), ads, mostPerMessage);
      }
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
