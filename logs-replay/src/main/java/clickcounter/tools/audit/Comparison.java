package clickcounter.tools.audit;

import clickcounter.cli.Progress;
import clickcounter.document.AdTotals;
import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveFollower;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.Audit.Patience;
import clickcounter.tools.audit.Audit.QueueAnswer;
import clickcounter.tools.audit.AuditReport.AdFinding;
import clickcounter.tools.audit.AuditReport.BelowZero;
import clickcounter.tools.audit.AuditReport.Money;
import clickcounter.tools.audit.OpenAd.AdComparison;
import clickcounter.tools.audit.OpenEvents.OpenEvent;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Compares the sums of an archive with the ads' documents.
 *
 * <p>An event is counted if its counter's document has it or its ad's document lists it as
 * unsettled. Most events were settled when they were read, and are in their ad's sum. The others,
 * the open events, are decided here, ad by ad.
 *
 * <p>The comparison runs in rounds, with fewer ads each time. A round reads the counters, the ads,
 * the counters a second time, and then what was written to the archive since, so that the archive
 * has every event that the documents have. The first round uses the counters' readings of the
 * archive scan.
 */
final class Comparison {
  private static final int MAX_DETAILED = 10_000;

  private final Documents documents;
  private final AuditScope scope;
  private final ArchiveFollower archive;
  private final List<AuditSink> sinks;
  private final Supplier<List<AuditedCounter>> allCounters;
  private final Patience patience;
  private final LongFunction<Progress> progress;
  private Progress shown;

  private final Map<String, AdSum> sums = new HashMap<>();
  private final Map<String, OpenAd> openAds = new HashMap<>();
  private List<AuditedCounter> counters = List.of();
  private AcceptedLosses accepted = AcceptedLosses.NONE;
  private int round;

  /** Whether anything changed between the last two rounds. */
  private boolean changed;

  /** Ads whose documents, as last read, say less than nothing. */
  private final SortedMap<String, BelowZero> belowZero = new TreeMap<>();

  private long writtenMeanwhile;
  private QueueAnswer queue = QueueAnswer.NOTHING_UNDER_WAY;

  /** All counters in Riak's directory before the archive was last read. */
  private Set<String> directory = Set.of();

  /**
   * @param sinks the sinks that have read the archive
   * @param counters the counters that the sinks have seen so far, by their number
   */
  Comparison(
      Documents documents,
      AuditScope scope,
      ArchiveFollower archive,
      List<AuditSink> sinks,
      Supplier<List<AuditedCounter>> counters,
      Patience patience,
      LongFunction<Progress> progress) {
    this.documents = documents;
    this.scope = scope;
    this.archive = archive;
    this.sinks = sinks;
    this.allCounters = counters;
    this.patience = patience;
    this.progress = progress;
  }

  void run() {
    sinks.forEach(sink -> sink.mergeInto(sums));
    counters = allCounters.get();
    accepted = documents.acceptedLosses();
    round(toCompare());
    if (!isOpen()) {
      return;
    }
    queue = patience.queue().get();
    round(doubtful());
    long endMs = patience.endMs();
    while (isOpen() && changed && !patience.isOver(endMs)) {
      patience.pause();
      if (queue.messages() > 0) {
        queue = patience.queue().get();
      }
      round(doubtful());
    }
  }

  /** Whether what differs may only have changed, or been under way, while it was read. */
  private boolean isOpen() {
    return !doubtful().isEmpty()
        || counters.stream().anyMatch(each -> !each.missing.isEmpty() || hasGapsInNoFile(each));
  }

  private boolean hasGapsInNoFile(AuditedCounter counter) {
    return !gapsInNoFile(counter).isEmpty();
  }

  /** Ids in open gaps that are in no file; none if that is not known. */
  LongRanges gapsInNoFile(AuditedCounter counter) {
    return scope.hasAllIds() ? counter.gapsInNoFile() : new LongRanges();
  }

  /** What the queue said before the documents were last read. */
  QueueAnswer queue() {
    return queue;
  }

  /** All ads; if ads are not compared, those with open events, which tell what is missing. */
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

  /** Ads that differ or lack events. They may only have changed while they were read. */
  private List<String> doubtful() {
    return openAds.values().stream().filter(OpenAd::isDoubtful).map(OpenAd::adId).toList();
  }

  private void round(List<String> ids) {
    round++;
    changed = false;
    if (round > 1) {
      readCounters().forEach((counter, reading) -> counter.before = reading);
    }
    try (Progress ofRound = progress.apply(ids.size())) {
      shown = ofRound;
      documents.ads(ids.iterator(), this::onReading);
    }
    readCounters().forEach(this::onReadingAfter);
    directory = scope.isOfAll() ? documents.directory() : Set.of();
    followArchive();
    decideOpenEvents();
  }

  private Map<AuditedCounter, CounterReading> readCounters() {
    List<String> ids = counters.stream().filter(this::isReadAgain).map(c -> c.counterId).toList();
    Map<String, CounterReading> byId = documents.counters(ids);
    Map<AuditedCounter, CounterReading> readings = new HashMap<>();
    for (AuditedCounter counter : counters) {
      if (byId.containsKey(counter.counterId)) {
        readings.put(counter, byId.get(counter.counterId));
      }
    }
    return readings;
  }

  private boolean isReadAgain(AuditedCounter counter) {
    return counter.hasOpen || hasGapsInNoFile(counter);
  }

  private void onReadingAfter(AuditedCounter counter, CounterReading reading) {
    changed |= !reading.equals(counter.reading);
    counter.reading = reading;
  }

  private void onReading(AdReading reading) {
    shown.step(1);
    reading.handle(
        this::lookBelowZero,
        absent -> belowZero.remove(reading.adId()),
        unusable -> belowZero.remove(reading.adId()));
    AdSum sum = sums.get(reading.adId());
    if (round > 1 || sum.open > 0 || !isRight(reading, sum)) {
      OpenAd ad = openAds.computeIfAbsent(reading.adId(), OpenAd::new);
      ad.read(round, reading, sum);
      changed |= ad.hasChanged();
    }
  }

  private void lookBelowZero(AdReading.Found ad) {
    AdTotals totals = ad.totals();
    if (totals.clicks() < 0 || totals.costMicros() < 0) {
      belowZero.put(ad.adId(), new BelowZero(ad.adId(), totals.clicks(), totals.costMicros()));
    } else {
      belowZero.remove(ad.adId());
    }
  }

  private boolean isRight(AdReading reading, AdSum expected) {
    return reading.decide(
        found -> isEqual(expected, found.totals(), found.hours()),
        absent -> expected.isEmpty() || isEqual(expected, new AdTotals(), new RecentHours()),
        blocked -> false);
  }

  private boolean isEqual(AdSum expected, AdTotals totals, RecentHours hours) {
    return AdComparison.compare(expected, totals, hours).isEmpty();
  }

  /** This follows the documents, so that the archive has every event that they have. */
  private void followArchive() {
    sinks.forEach(sink -> sink.startReading(round));
    archive.readMore(sinks);
    long written = sinks.stream().mapToLong(AuditSink::metSinceStart).sum();
    writtenMeanwhile += written;
    changed |= written > 0;
    int known = counters.size();
    counters = allCounters.get();
    // The documents of these new counters were read after the ads.
    counters.subList(known, counters.size()).forEach(counter -> counter.before = null);
  }

  private void decideOpenEvents() {
    counters.forEach(AuditedCounter::startRound);
    for (AuditSink sink : sinks) {
      sink.open()
          .forEach(
              event -> decide(event, event.ad() < 0 ? null : openAds.get(sink.adId(event.ad()))));
    }
    openAds.values().stream().filter(ad -> ad.round() == round).forEach(OpenAd::judge);
  }

  private void decide(OpenEvent event, OpenAd ad) {
    AuditedCounter counter = counters.get(event.counter());
    long sequence = event.sequence();
    boolean isNew = event.reading() > 0;
    if (counter.reading.seen(sequence)) {
      counter.openCountedLastMs = Math.max(counter.openCountedLastMs, event.timestampMs());
    } else if (ad != null && ad.listsAsUnsettled(counter.counterId, sequence)) {
      counter.unsettled.add(sequence);
    } else if (counter.reading.blocked() != null) {
      counter.cannotTell.add(sequence);
    } else {
      (isNew ? counter.underWay : counter.missing).add(sequence);
    }
    if (ad != null && ad.round() == round) {
      decideForAd(counter, ad, event, isNew);
    }
  }

  private static void decideForAd(
      AuditedCounter counter, OpenAd ad, OpenEvent event, boolean isNew) {
    long sequence = event.sequence();
    if (counter.wasThereBefore(sequence) || ad.listsAsUnsettled(counter.counterId, sequence)) {
      ad.addCounted(event);
    } else if (counter.reading.seen(sequence)) {
      ad.addEither(event);
    } else if (counter.reading.blocked() != null) {
      ad.cannotTell();
    } else if (!isNew) {
      ad.addMissing(event);
    }
  }

  List<AuditedCounter> counters() {
    return counters;
  }

  /**
   * Counters of the directory that have no event in the archive, but have counted some that it has
   * to have, or cannot be read. A counter that has counted nothing does not contradict the archive.
   */
  List<String> countersInNoFile() {
    TreeSet<String> ids = new TreeSet<>(directory);
    counters.forEach(counter -> ids.remove(counter.counterId));
    documents
        .counters(ids)
        .forEach(
            (counterId, reading) -> {
              if (reading.blocked() == null && mustBeArchived(reading).isEmpty()) {
                ids.remove(counterId);
              }
            });
    return new ArrayList<>(ids);
  }

  /** The ids that were counted, and that archives have to have. */
  LongRanges mustBeArchived(CounterReading reading) {
    return accepted.mustBeArchived(reading.counterId(), reading.counted());
  }

  /** The events whose loss was accepted. */
  AcceptedLosses accepted() {
    return accepted;
  }

  long ads() {
    return sums.size();
  }

  long repeatedLines() {
    return sinks.stream().mapToLong(AuditSink::repeatedLines).sum();
  }

  /** Events that were written to the archive during the audit. */
  long writtenMeanwhile() {
    return writtenMeanwhile;
  }

  /** Wrong ads by id: the first 10,000 with their differences, the others without. */
  List<AdFinding> wrong() {
    TreeMap<String, AdFinding> wrong = new TreeMap<>();
    for (OpenAd ad : openAds.values()) {
      if (scope.ads() && ad.isWrong()) {
        AdFinding finding = ad.finding();
        wrong.put(ad.adId(), wrong.size() < MAX_DETAILED ? finding : finding.brief());
      }
    }
    return new ArrayList<>(wrong.values());
  }

  /** Ads whose documents say less than nothing, by id. */
  List<BelowZero> belowZero() {
    return List.copyOf(belowZero.values());
  }

  /** Ads that could not be judged. */
  List<String> undecided() {
    return openAds.values().stream()
        .filter(ad -> scope.ads() && ad.isUndecided())
        .map(OpenAd::adId)
        .sorted()
        .toList();
  }

  long adsWithMissing() {
    return openAds.values().stream()
        .filter(ad -> scope.ads() ? ad.isRightButForMissing() : ad.isDoubtful())
        .count();
  }

  Money money(long idsInNoFile) {
    long certain = 0;
    long wrong = 0;
    long atRisk = 0;
    for (Map.Entry<String, AdSum> sum : sums.entrySet()) {
      OpenAd ad = openAds.get(sum.getKey());
      if (ad == null) {
        certain += sum.getValue().spentMicros();
        continue;
      }
      certain += ad.isWrong() || ad.isUndecided() ? 0 : ad.certainMicros();
      wrong += ad.isWrong() ? ad.spentMicros() : 0;
      atRisk += ad.atRiskMicros();
    }
    long highest = sinks.stream().mapToLong(AuditSink::highestCostMicros).max().orElse(0);
    return new Money(certain, atRisk, idsInNoFile * highest, wrong);
  }
}
