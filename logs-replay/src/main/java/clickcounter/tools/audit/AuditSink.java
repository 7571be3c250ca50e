package clickcounter.tools.audit;

import clickcounter.event.EventKind;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ByteNames;
import clickcounter.tools.archive.CounterTable;
import clickcounter.tools.archive.CounterTable.Met;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.OpenEvents.OpenEvent;
import clickcounter.tools.documents.CounterReading.IdCursor;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * Adds up the events that one thread reads. Adjacent events of the same counter are collected and
 * entered together, so that threads rarely wait for each other.
 */
final class AuditSink implements ArchivedLineSink {
  private static final int MAX_RUN = 4_096;

  private final Met<MetCounter> met;
  private final AuditScope scope;
  private final VerdictCheck verdictCheck;
  private final ByteNames adNames = new ByteNames();
  private AdSum[] sums = new AdSum[1_024];
  private final OpenEvents open = new OpenEvents();
  private long highestCostMicros;
  private long repeatedLines;
  private long verdicts;

  /** The number of this reading of the archive, 0 for the first. */
  private int reading;

  private long metSinceStart;

  /* The run: adjacent events of one counter that are not entered yet. */
  private MetCounter runCounter;
  private int runLength;
  private final long[] sequences = new long[MAX_RUN];
  private final int[] ads = new int[MAX_RUN];
  private final EventKind[] kinds = new EventKind[MAX_RUN];
  private final long[] timestamps = new long[MAX_RUN];
  private final long[] amounts = new long[MAX_RUN];
  private final boolean[] fresh = new boolean[MAX_RUN];

  /** A counter, as this thread sees it. */
  private record MetCounter(AuditedCounter audited, IdCursor settled) {}

  AuditSink(AuditScope scope, CounterTable<AuditedCounter> counters, VerdictCheck verdictCheck) {
    this.scope = scope;
    this.verdictCheck = verdictCheck;
    this.met = counters.met(c -> new MetCounter(c, new IdCursor(c.countedAtScan)));
  }

  @Override
  public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
    if (!isInScope(event)) {
      return;
    }
    MetCounter counter = met.of(event);
    if (counter != runCounter || runLength == MAX_RUN) {
      enterRun();
      runCounter = counter;
    }
    verdictCheck.add(event);
    if (event.isClose()) {
      counter.audited().close(event.sequence());
    }
    sequences[runLength] = event.sequence();
    kinds[runLength] = event.kind();
    ads[runLength] = event.kind() == null ? -1 : event.ad(adNames);
    timestamps[runLength] = event.timestampMs();
    amounts[runLength] = event.amountMicros();
    runLength++;
  }

  private boolean isInScope(EventLine event) {
    return (scope.counterIds().isEmpty() || scope.counterIds().contains(event.counterId()))
        && (scope.adIds().isEmpty() || scope.adIds().contains(event.adId()));
  }

  @Override
  public void endOfChunk() {
    enterRun();
    runCounter = null;
  }

  private void enterRun() {
    if (runLength == 0) {
      return;
    }
    AuditedCounter counter = runCounter.audited();
    IdCursor cursor = runCounter.settled();
    int repeated = counter.archive(sequences, runLength, fresh);
    // Later readings repeat some lines.
    repeatedLines += reading == 0 ? repeated : 0;
    long lastMs = 0;
    for (int i = 0; i < runLength; i++) {
      if (!fresh[i]) {
        continue;
      }
      metSinceStart++;
      verdicts += kinds[i] != null && kinds[i].isVerdict() ? 1 : 0;
      // An event of a later reading may have been counted after its ad was read: Comparison
      // decides.
      boolean isSettled = reading == 0 && cursor.contains(sequences[i]);
      if (isSettled) {
        lastMs = Math.max(lastMs, timestamps[i]);
      } else {
        counter.hasOpen = true;
        open.add(
            new OpenEvent(
                counter.number,
                ads[i],
                reading,
                kinds[i],
                sequences[i],
                timestamps[i],
                amounts[i]));
      }
      if (kinds[i] != null && reading == 0) {
        addToAd(i, isSettled);
      }
    }
    counter.settled(lastMs);
    runLength = 0;
  }

  private void addToAd(int i, boolean isSettled) {
    AdSum sum = sum(ads[i]);
    if (isSettled) {
      sum.add(kinds[i], timestamps[i], amounts[i]);
    } else {
      sum.open++;
    }
    if (kinds[i] == EventKind.CLICK) {
      highestCostMicros = Math.max(highestCostMicros, amounts[i]);
    }
  }

  private AdSum sum(int ad) {
    if (ad >= sums.length) {
      sums = Arrays.copyOf(sums, Math.max(ad + 1, sums.length * 2));
    }
    if (sums[ad] == null) {
      sums[ad] = new AdSum();
    }
    return sums[ad];
  }

  /** The next reading of the archive starts, for what was written since. */
  void startReading(int number) {
    reading = number;
    metSinceStart = 0;
  }

  /** Distinct events of this reading. */
  long metSinceStart() {
    return metSinceStart;
  }

  long repeatedLines() {
    return repeatedLines;
  }

  /** Distinct verdicts of all readings. */
  long verdicts() {
    return verdicts;
  }

  OpenEvents open() {
    return open;
  }

  String adId(int ad) {
    return adNames.name(ad);
  }

  long highestCostMicros() {
    return highestCostMicros;
  }

  /** Moves this thread's sums into the sums of all threads. */
  void mergeInto(Map<String, AdSum> all) {
    for (int ad = 0; ad < adNames.size(); ad++) {
      AdSum mine = sums[ad];
      if (mine != null) {
        AdSum there = all.putIfAbsent(adNames.name(ad), mine);
        if (there != null) {
          there.add(mine);
        }
        sums[ad] = null;
      }
    }
  }
}
