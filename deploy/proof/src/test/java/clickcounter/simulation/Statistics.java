package clickcounter.simulation;

import clickcounter.store.Stored;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What happened in one life, or in many. */
final class Statistics {
  private static final double NANOS_PER_MINUTE = 60e9;

  private final long[] checks = new long[Invariant.values().length];

  long lives;
  long steps;
  long events;
  long crashes;
  long overlaps;
  long reads;
  long readsFailed;
  long puts;
  long siblings;
  long doubts;
  long refused;
  long redeliveries;
  long timeOuts;
  long simulatedMs;

  /** Processes of services that died. */
  long deaths;

  long refusedEvents;

  /** Documents that a task counted no more on, each time. */
  long blocked;

  /** Counters that operators closed, or opened again. */
  long closes;

  /** Counters that operators entered among the retired. */
  long retired;

  /** Ads that operators recounted. */
  long recounts;

  /** Counters that operators recounted, with all ads of their events. */
  long recountsOfCounters;

  /** Recounts that put all back as it was, because the archives lagged. */
  long recountsPutBack;

  /** Documents of retired counters that operators deleted. */
  long deleted;

  /** Of them, those of counters that operators had closed. */
  long deletedCrashed;

  /** Commands of operators whose process died. */
  long commandsKilled;

  /** Replicas that lost their data and were rebuilt before they served. */
  long rebuilt;

  /** Replicas that came back empty and served. */
  long emptied;

  /** Workers that started with a clock that was wrong. */
  long skewed;

  long clockJumps;
  long serviceClockJumps;

  long archiveTroubles;

  /** Hours with events of documents that were put. */
  long hoursInWindow;

  /** Hours with events that a document which was put does not have: they are too old. */
  long hoursBehindWindow;

  /** Clicks that were filtered, and verdicts on clicks. */
  long judged;

  /** Hours of documents that were put, with a verdict whose click is not counted yet. */
  long hoursBelowZero;

  /** States of ads that reached their topic. */
  long statesSent;

  /** Times that an ad server lost its connection. */
  long absences;

  /** This claim was held against what happened. */
  void checked(Invariant claim) {
    checks[claim.ordinal()]++;
  }

  /** How often this claim was held against what happened. */
  long checks(Invariant claim) {
    return checks[claim.ordinal()];
  }

  void stored(Stored answer) {
    answer.handle(single -> {}, several -> siblings++, doubt -> doubts++, refused -> {});
  }

  void add(Statistics other) {
    for (int i = 0; i < checks.length; i++) {
      checks[i] += other.checks[i];
    }
    lives += other.lives;
    steps += other.steps;
    events += other.events;
    crashes += other.crashes;
    overlaps += other.overlaps;
    reads += other.reads;
    readsFailed += other.readsFailed;
    puts += other.puts;
    siblings += other.siblings;
    doubts += other.doubts;
    refused += other.refused;
    redeliveries += other.redeliveries;
    timeOuts += other.timeOuts;
    simulatedMs += other.simulatedMs;
    deaths += other.deaths;
    refusedEvents += other.refusedEvents;
    blocked += other.blocked;
    recounts += other.recounts;
    recountsOfCounters += other.recountsOfCounters;
    recountsPutBack += other.recountsPutBack;
    deleted += other.deleted;
    commandsKilled += other.commandsKilled;
    hoursInWindow += other.hoursInWindow;
    hoursBehindWindow += other.hoursBehindWindow;
    judged += other.judged;
    hoursBelowZero += other.hoursBelowZero;
    statesSent += other.statesSent;
    absences += other.absences;
    closes += other.closes;
    deletedCrashed += other.deletedCrashed;
    retired += other.retired;
    rebuilt += other.rebuilt;
    emptied += other.emptied;
    skewed += other.skewed;
    clockJumps += other.clockJumps;
    serviceClockJumps += other.serviceClockJumps;
    archiveTroubles += other.archiveTroubles;
  }

  /**
   * One line for each number, a minute of the time that the lives took; the first says lives a
   * minute of processor time, too, which does not depend on what else the machine does.
   */
  List<String> perMinute(long nanos, long processorNanos) {
    double minutes = Math.max(1, nanos) / NANOS_PER_MINUTE;
    double processorMinutes = Math.max(1, processorNanos) / NANOS_PER_MINUTE;
    List<String> lines = new ArrayList<>();
    lines.add(line("lives", "processor minute", lives, processorMinutes));
    numbers().forEach((name, number) -> lines.add(line(name, "minute", number, minutes)));
    return lines;
  }

  private String line(String name, String unit, long number, double units) {
    return String.format(
        Locale.ROOT,
        "%s a %s: %,d (%,d; %,.1f a life)",
        name,
        unit,
        Math.round(number / units),
        number,
        number / (double) Math.max(1, lives));
  }

  private Map<String, Long> numbers() {
    Map<String, Long> numbers = new LinkedHashMap<>();
    numbers.put("lives", lives);
    numbers.put("events", events);
    numbers.put("crashes", crashes + deaths);
    numbers.put("siblings", siblings);
    numbers.put("doubts", doubts);
    numbers.put("overlaps", overlaps);
    numbers.put("replicas rebuilt", rebuilt);
    numbers.put("replicas empty", emptied);
    numbers.put("wrong clocks", skewed);
    numbers.put("clock jumps", clockJumps + serviceClockJumps);
    numbers.put("blocked documents", blocked);
    numbers.put("recounts of ads", recounts);
    numbers.put("recounts of counters", recountsOfCounters);
    numbers.put("recounts put back", recountsPutBack);
    numbers.put("commands killed", commandsKilled);
    numbers.put("hours", hoursInWindow);
    numbers.put("hours behind the window", hoursBehindWindow);
    numbers.put("filtered clicks and verdicts", judged);
    numbers.put("hours with a verdict before its click", hoursBelowZero);
    numbers.put("states sent", statesSent);
    numbers.put("counters closed by operators", closes);
    numbers.put("retired counters", retired);
    numbers.put("documents of retired counters deleted", deleted);
    numbers.put("of them closed by operators", deletedCrashed);
    return numbers;
  }

  @Override
  public String toString() {
    return numbers().toString();
  }
}
