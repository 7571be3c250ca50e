package clickcounter.replay.audit;

import clickcounter.document.AdTotals;
import clickcounter.event.EventKind;
import clickcounter.replay.documents.AdReading;
import clickcounter.replay.documents.CounterReading;
import clickcounter.replay.documents.Documents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * Holds the sums of an archive against the ads' documents.
 *
 * <p>An event counts as counted when its counter's document has it or its ad's document names it as
 * unsettled. Most events were settled when they were read, and are in their ad's sum; the others
 * are kept apart and decided about here, ad by ad.
 */
final class Comparison {
  private static final int MAX_RECHECKS = 2;
  private static final int MAX_DETAILED = 10_000;

  private final Documents documents;
  private final AuditScope scope;
  private final Map<String, AdSum> sums;
  private final List<AuditedCounter> counters;
  private final List<AuditSink> sinks;
  private final LongConsumer comparing;

  /** Of ads that have open events: what Riak said, and the sum of what is decided on. */
  private final Map<String, OpenAd> openAds = new HashMap<>();

  private final TreeMap<String, AdFinding> wrong = new TreeMap<>();
  private final Map<String, Long> wrongSpend = new HashMap<>();
  private int rechecks;

  /** An ad that has events which were not settled when they were read. */
  private static final class OpenAd {
    AdReading reading;
    AdSum expected;
    AdSum missing = new AdSum();
    long missingEvents;
  }

  Comparison(
      Documents documents,
      AuditScope scope,
      Map<String, AdSum> sums,
      List<AuditedCounter> counters,
      List<AuditSink> sinks,
      LongConsumer comparing) {
    this.documents = documents;
    this.scope = scope;
    this.sums = sums;
    this.counters = counters;
    this.sinks = sinks;
    this.comparing = comparing;
  }

  void run() {
    compare(toCompare());
    while (rechecks < MAX_RECHECKS && !doubtful().isEmpty()) {
      rechecks++;
      List<String> again = doubtful();
      readCountersAgain();
      compare(again);
    }
  }

  /** All ads, or, to tell what is missing, at least those that have open events. */
  private List<String> toCompare() {
    List<String> ids = new ArrayList<>();
    sums.forEach(
        (adId, sum) -> {
          if (scope.ads() || sum.open > 0) {
            ids.add(adId);
          }
        });
    return ids;
  }

  /** Ads that differ or lack events: perhaps they only changed while we read. */
  private List<String> doubtful() {
    List<String> ids = new ArrayList<>(wrong.keySet());
    openAds.forEach(
        (adId, ad) -> {
          if (ad.missingEvents > 0 && !wrong.containsKey(adId)) {
            ids.add(adId);
          }
        });
    return ids;
  }

  private void readCountersAgain() {
    List<String> ids = new ArrayList<>();
    for (AuditedCounter counter : counters) {
      if (!counter.missing.isEmpty() || !counter.unsettled.isEmpty()) {
        ids.add(counter.counterId);
      }
    }
    Map<String, CounterReading> readings = documents.counters(ids);
    for (AuditedCounter counter : counters) {
      counter.reading = readings.getOrDefault(counter.counterId, counter.reading);
    }
  }

  private void compare(List<String> ids) {
    ids.forEach(this::forget);
    documents.ads(ids.iterator(), this::onReading);
    decideOpenEvents();
    openAds.forEach(this::compareOpen);
  }

  private void forget(String adId) {
    wrong.remove(adId);
    wrongSpend.remove(adId);
  }

  private void onReading(AdReading reading) {
    comparing.accept(1);
    AdSum sum = sums.get(reading.adId());
    if (sum.open > 0) {
      openAds.computeIfAbsent(reading.adId(), id -> new OpenAd()).reading = reading;
    } else {
      compare(reading, sum, 0);
    }
  }

  private void decideOpenEvents() {
    counters.forEach(AuditedCounter::startRound);
    openAds.forEach(
        (adId, ad) -> {
          ad.expected = sums.get(adId).copy();
          ad.missing = new AdSum();
          ad.missingEvents = 0;
        });
    for (AuditSink sink : sinks) {
      sink.open()
          .forEach(
              (counter, ad, kind, sequence, timestampMs, amount) ->
                  decide(
                      counters.get(counter),
                      ad < 0 ? null : openAds.get(sink.adId(ad)),
                      kind,
                      sequence,
                      timestampMs,
                      amount));
    }
  }

  private static void decide(
      AuditedCounter counter,
      OpenAd ad,
      EventKind kind,
      long sequence,
      long timestampMs,
      long amount) {
    boolean settled = counter.reading.seen(sequence);
    boolean unsettled =
        !settled
            && ad != null
            && ad.reading instanceof AdReading.Found found
            && found.isUnsettled(counter.counterId, sequence);
    if (settled) {
      counter.openCountedLastMs = Math.max(counter.openCountedLastMs, timestampMs);
    } else if (unsettled) {
      counter.unsettled.add(sequence);
    } else {
      counter.missing.add(sequence);
    }
    if (ad == null) {
      return;
    }
    if (settled || unsettled) {
      ad.expected.add(kind, timestampMs, amount);
    } else {
      ad.missing.add(kind, timestampMs, amount);
      ad.missingEvents++;
    }
  }

  private void compareOpen(String adId, OpenAd ad) {
    forget(adId);
    compare(ad.reading, ad.expected, ad.missingEvents);
  }

  private void compare(AdReading reading, AdSum expected, long missing) {
    AdFinding finding = scope.ads() ? finding(reading, expected, missing) : null;
    if (finding != null) {
      wrong.put(finding.adId(), wrong.size() < MAX_DETAILED ? finding : finding.brief());
      wrongSpend.put(
          finding.adId(),
          reading instanceof AdReading.Found found ? found.totals().spentMicros() : 0L);
    }
  }

  /** Null when the document is right. */
  private static AdFinding finding(AdReading reading, AdSum expected, long missing) {
    if (reading instanceof AdReading.Blocked blocked) {
      return new AdFinding(blocked.adId(), true, blocked.reason(), List.of(), missing);
    }
    if (reading instanceof AdReading.Found found) {
      List<Difference> differences = AdComparison.compare(expected, found.totals());
      return differences.isEmpty()
          ? null
          : new AdFinding(found.adId(), true, null, differences, missing);
    }
    if (expected.isEmpty()) {
      return null;
    }
    List<Difference> differences = AdComparison.compare(expected, new AdTotals());
    return new AdFinding(reading.adId(), false, null, differences, missing);
  }

  List<AuditedCounter> counters() {
    return counters;
  }

  long ads() {
    return sums.size();
  }

  /** The first ones in full; of any after 10,000 only that they are wrong. */
  List<AdFinding> wrong() {
    return new ArrayList<>(wrong.values());
  }

  long adsWithMissing() {
    return openAds.entrySet().stream()
        .filter(e -> e.getValue().missingEvents > 0 && !wrong.containsKey(e.getKey()))
        .count();
  }

  int rechecks() {
    return rechecks;
  }

  Money money(long idsInNoFile) {
    long certain = 0;
    long atRisk = 0;
    for (Map.Entry<String, AdSum> ad : sums.entrySet()) {
      OpenAd open = openAds.get(ad.getKey());
      AdSum expected = open == null ? ad.getValue() : open.expected;
      if (!wrong.containsKey(ad.getKey())) {
        certain += expected.spentMicros();
      }
      if (open != null && open.missingEvents > 0) {
        AdSum complete = expected.copy();
        complete.add(open.missing);
        atRisk += Math.abs(complete.spentMicros() - expected.spentMicros());
      }
    }
    long highest = sinks.stream().mapToLong(AuditSink::highestCostMicros).max().orElse(0);
    long wrongMicros = wrongSpend.values().stream().mapToLong(Long::longValue).sum();
    return new Money(certain, wrongMicros, atRisk, idsInNoFile * highest);
  }
}
