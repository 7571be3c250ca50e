package clickcounter.tools.audit;

import clickcounter.cli.Progress;
import clickcounter.event.ClockLimit;
import clickcounter.ids.LongRanges;
import clickcounter.tools.audit.AdFinding.Judgement;
import clickcounter.tools.audit.AuditReport.BelowZero;
import clickcounter.tools.audit.AuditReport.Money;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.Waits;
import clickcounter.tools.table.AdSums;
import clickcounter.tools.table.AdSums.ArchivedCounter;
import clickcounter.tools.table.AdSums.Difference;
import clickcounter.tools.table.AdSums.Open;
import clickcounter.tools.table.AdSums.Spend;
import clickcounter.tools.table.AdSums.Uncounted;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Holds all documents against a table of archives.
 *
 * <p>The documents of counters say which archived events are counted. They are read first, then the
 * table is brought up to date, and ads are read last: what was counted then is in all of them.
 * Documents that differ may only have changed meanwhile. They are read again between two readings
 * of the counters, before the table is brought up to date once more, until nothing changes any more
 * or the time is up. A document is wrong only if no order of events explains it.
 *
 * <p>Memory grows with the ids of ads and counters, and with the ranges of counters' numbers.
 */
public final class Audit {
  /** Their documents are held against their sums together. */
  private static final int ADS_AT_ONCE = 40_000;

  private static final int MAX_DETAILED = 10_000;

  private final Documents documents;
  private final AuditScope scope;
  private final Archives archives;
  private final ClockLimit times;
  private final Patience patience;
  private final LongFunction<Progress> progress;

  private Table table;
  private AdSums sums;
  private AcceptedLosses accepted = AcceptedLosses.NONE;
  private QueueAnswer queue = QueueAnswer.NOTHING_UNDER_WAY;

  /** The newest documents of counters, by id. */
  private final Map<String, CounterReading> readings = new HashMap<>();

  /** What was archived when the audit began. */
  private SortedMap<String, ArchivedCounter> archivedFirst;

  /** All counters of the archives. */
  private final SortedMap<String, CounterFinding> counters = new TreeMap<>();

  private long ads;

  /** Ads that are not known to be equal; without a finding before they are read again. */
  private final SortedMap<String, AdFinding> doubtful = new TreeMap<>();

  /** By counter, numbers that documents of ads were found to have, whatever its own says. */
  private final Map<String, LongRanges> listed = new HashMap<>();

  /** Counters that were read after the ads in this round. */
  private final Set<String> readAgain = new HashSet<>();

  private final Map<String, Integer> fingerprints = new HashMap<>();
  private final SortedMap<String, BelowZero> belowZero = new TreeMap<>();
  private long certainMicros;

  /** Whether anything changed between the last two rounds. */
  private boolean changed;

  /** The archives as a table. */
  public interface Archives {
    /** Imports what is new, and opens the table instead of the one that was opened before. */
    Table update() throws IOException;
  }

  /**
   * @param times at which events are counted
   * @param progress shows each reading of so many documents
   */
  public Audit(
      Documents documents,
      AuditScope scope,
      Archives archives,
      ClockLimit times,
      Patience patience,
      LongFunction<Progress> progress) {
    this.documents = documents;
    this.scope = scope;
    this.archives = archives;
    this.times = times;
    this.patience = patience;
    this.progress = progress;
  }

  /** Reads and compares. */
  public AuditReport run() throws IOException {
    accepted = documents.acceptedLosses();
    compareAll();
    if (isOpen()) {
      queue = patience.queue().ask();
      compareAgain();
      long endMs = patience.endMs();
      while (isOpen() && changed && !patience.isOver(endMs)) {
        patience.pause();
        if (queue.messages() > 0) {
          queue = patience.queue().ask();
        }
        compareAgain();
      }
    }
    return report();
  }

  /** Whether what differs may only have changed, or been under way, while it was read. */
  private boolean isOpen() {
    return !doubtful.isEmpty() || counters.values().stream().anyMatch(CounterFinding::isLacking);
  }

  private void compareAll() throws IOException {
    readings.putAll(
        scope.counterIds().isEmpty()
            ? documents.withRetired(documents.directory())
            : documents.counters(scope.counterIds()));
    update();
    List<String> all = sums.ads();
    ads = all.size();
    SortedMap<String, Uncounted> uncounted = sums.putOpen(open());
    uncounted.keySet().forEach(adId -> doubtful.put(adId, null));
    if (!scope.ads()) {
      return;
    }
    sums.putCounted(readings.values());
    try (Progress shown = progress.apply(ads)) {
      for (int from = 0; from < all.size(); from += ADS_AT_ONCE) {
        List<String> some = all.subList(from, Math.min(from + ADS_AT_ONCE, all.size()));
        compareFirst(read(some, shown));
      }
    }
  }

  private void compareFirst(SortedMap<String, ReadAd> some) throws IOException {
    sums.putDocuments(fields(some));
    Set<String> differing = sums.differences().keySet();
    Map<String, Spend> spends = sums.spends();
    for (ReadAd ad : some.values()) {
      if (differing.contains(ad.adId()) || ad.blocked() != null) {
        doubtful.put(ad.adId(), null);
      } else if (!doubtful.containsKey(ad.adId())) {
        certainMicros += spends.get(ad.adId()).micros();
      }
    }
  }

  private static Map<String, Map<String, String>> fields(SortedMap<String, ReadAd> ads) {
    Map<String, Map<String, String>> fields = new HashMap<>();
    ads.forEach((adId, ad) -> fields.put(adId, ad.fields()));
    return fields;
  }

  private SortedMap<String, ReadAd> read(Collection<String> adIds, Progress shown) {
    SortedMap<String, ReadAd> read = new TreeMap<>();
    documents.ads(
        adIds.iterator(),
        reading -> {
          shown.step(1);
          ReadAd ad = ReadAd.of(reading);
          read.put(ad.adId(), ad);
          belowZero.remove(ad.adId());
          if (ad.totals().clicks() < 0 || ad.totals().costMicros() < 0) {
            belowZero.put(
                ad.adId(),
                new BelowZero(ad.adId(), ad.totals().clicks(), ad.totals().costMicros()));
          }
        });
    return read;
  }

  /** Reads what differs or is missing once more. */
  private void compareAgain() throws IOException {
    changed = false;
    List<String> all = List.copyOf(doubtful.keySet());
    try (Progress shown = progress.apply(all.size())) {
      int from = 0;
      do {
        int to = Math.min(from + ADS_AT_ONCE, all.size());
        compareAgain(all.subList(from, to), shown);
        from = to;
      } while (from < all.size());
    }
  }

  private void compareAgain(List<String> some, Progress shown) throws IOException {
    changed |= readCountersAgain();
    List<CounterReading> before = List.copyOf(readings.values());
    SortedMap<String, ReadAd> read = read(some, shown);
    read.values().forEach(this::lookForChange);
    boolean moved = readCountersAgain();
    changed |= moved;
    read.values().forEach(this::addListed);
    update();
    judge(read, moved ? before : null);
  }

  private void lookForChange(ReadAd ad) {
    Integer last = fingerprints.put(ad.adId(), ad.fingerprint());
    changed |= last != null && last != ad.fingerprint();
  }

  /** Returns whether any counter has recorded more. */
  private boolean readCountersAgain() {
    readAgain.clear();
    counters.values().stream()
        .filter(counter -> counter.isOpen() || !counter.reading().hasEnded())
        .forEach(counter -> readAgain.add(counter.counterId()));
    boolean[] moved = new boolean[1];
    documents
        .counters(readAgain)
        .forEach((id, reading) -> moved[0] |= !reading.equals(readings.put(id, reading)));
    return moved[0];
  }

  /**
   * Judges some ads.
   *
   * @param before the counters before the ads were read; null if they were the same afterwards
   */
  private void judge(SortedMap<String, ReadAd> some, List<CounterReading> before)
      throws IOException {
    Map<String, Map<String, LongRanges>> listedByAd = new HashMap<>();
    some.forEach((adId, ad) -> listedByAd.put(adId, ad.unsettled()));
    sums.putListed(listedByAd);
    SortedMap<String, Uncounted> uncounted = sums.putOpen(open());
    Set<String> unlike = sums.unlike();
    SortedMap<String, List<Difference>> last = new TreeMap<>();
    SortedMap<String, List<Difference>> first = last;
    Map<String, Spend> spends = new HashMap<>();
    if (scope.ads() && !some.isEmpty()) {
      sums.putDocuments(fields(some));
      sums.putCounted(readings.values());
      last = sums.differences();
      spends = sums.spends();
      first = last;
      if (before != null) {
        sums.putCounted(before);
        first = sums.differences();
      }
    }
    for (ReadAd ad : some.values()) {
      String adId = ad.adId();
      AdFinding finding =
          AdFinding.of(
              ad,
              first.getOrDefault(adId, List.of()),
              last.getOrDefault(adId, List.of()),
              unlike.contains(adId),
              uncounted.getOrDefault(adId, Uncounted.NONE),
              spends.getOrDefault(adId, Spend.NONE));
      if (finding.isEqual()) {
        certainMicros += finding.spend().micros();
        doubtful.remove(adId);
      } else {
        doubtful.put(adId, finding);
      }
    }
  }

  /** Brings the table up to date, and decides about the numbers of all its counters. */
  private void update() throws IOException {
    table = archives.update();
    sums = new AdSums(table, scope.adIds(), scope.counterIds());
    SortedMap<String, ArchivedCounter> archived = sums.counters();
    if (archivedFirst == null) {
      archivedFirst = archived;
    }
    long eventsBefore = events();
    counters.clear();
    archived.forEach((id, counter) -> counters.put(id, finding(id, counter)));
    changed |= events() > eventsBefore;
  }

  private CounterFinding finding(String counterId, ArchivedCounter archived) {
    LongRanges none = new LongRanges();
    ArchivedCounter first = archivedFirst.get(counterId);
    return CounterFinding.of(
        readings.computeIfAbsent(counterId, CounterReading::absent),
        archived,
        first == null ? none : first.numbers(),
        listed.getOrDefault(counterId, none),
        scope.hasAllIds() ? accepted : null);
  }

  private long events() {
    return counters.values().stream().mapToLong(CounterFinding::events).sum();
  }

  private void addListed(ReadAd ad) {
    ad.unsettled()
        .forEach(
            (id, numbers) -> listed.computeIfAbsent(id, each -> new LongRanges()).addAll(numbers));
  }

  /** The archived numbers that no counter has recorded. */
  private Map<Open, Map<String, LongRanges>> open() {
    Map<Open, Map<String, LongRanges>> open = new EnumMap<>(Open.class);
    for (Open each : Open.values()) {
      open.put(each, new HashMap<>());
    }
    counters.forEach(
        (id, counter) -> {
          LongRanges missing = counter.missing().copy();
          missing.addAll(counter.unsettled()); // but those that an ad's document has
          open.get(Open.missing).put(id, missing);
          Open fresh = readAgain.contains(id) ? Open.in_flight : Open.unread;
          open.get(fresh).put(id, counter.underWay());
          open.get(Open.unknown).put(id, counter.cannotTell());
        });
    return open;
  }

  private AuditReport report() throws IOException {
    TableFindings found = new TableFindings(table);
    found.addRejected(counters, times);
    compareCounters();
    List<AdFinding> wrong = new ArrayList<>();
    for (AdFinding ad : findings(Judgement.WRONG)) {
      wrong.add(wrong.size() < MAX_DETAILED ? ad : ad.brief());
    }
    List<String> undecided = findings(Judgement.UNDECIDED).stream().map(AdFinding::adId).toList();
    long withMissing = findings(Judgement.RIGHT).size();
    long equal = ads - wrong.size() - withMissing - undecided.size();
    return new AuditReport(
        scope,
        events(),
        events() - archivedFirst.values().stream().mapToLong(c -> c.numbers().size()).sum(),
        ads,
        scope.ads() ? equal : 0,
        withMissing,
        wrong,
        undecided,
        List.copyOf(counters.values()),
        unknownCounters(),
        accepted.accepted(),
        money(),
        found.troubles(),
        queue,
        scope.isOfAll() ? found.verdicts(readings) : null,
        List.copyOf(belowZero.values()));
  }

  private List<AdFinding> findings(Judgement judgement) {
    return doubtful.values().stream().filter(ad -> ad.judgement() == judgement).toList();
  }

  private void compareCounters() throws IOException {
    if (!scope.hasAllIds()) {
      return;
    }
    sums.putCounted(readings.values());
    Map<String, Long> lastMs = isOpen() ? sums.lastCountedOfOpen() : Map.of();
    counters.forEach(
        (id, counter) ->
            counter.compare(
                counter.isAllCounted()
                    ? counter.archived().lastMs()
                    : lastMs.getOrDefault(id, 0L)));
  }

  /**
   * Counters of Riak that have no event in the archives, but have counted some that these have to
   * have, or cannot be read.
   */
  private List<String> unknownCounters() {
    if (!scope.isOfAll()) {
      return List.of();
    }
    return readings.values().stream()
        .filter(reading -> !counters.containsKey(reading.counterId()))
        .filter(
            reading ->
                reading.blocked() != null
                    || !accepted.mustBeArchived(reading.counterId(), reading.counted()).isEmpty())
        .map(CounterReading::counterId)
        .sorted()
        .toList();
  }

  private Money money() throws IOException {
    long inNoFile = counters.values().stream().mapToLong(c -> c.inNoFile().size()).sum();
    long certain = certainMicros;
    long atRisk = 0;
    long wrong = 0;
    for (AdFinding ad : doubtful.values()) {
      certain += ad.judgement() == Judgement.RIGHT ? ad.spend().micros() : 0;
      wrong += ad.judgement() == Judgement.WRONG ? ad.spentMicros() : 0;
      atRisk += ad.spend().atRiskMicros();
    }
    long highest = inNoFile == 0 ? 0 : sums.highestCostMicros();
    return new Money(certain, atRisk, inNoFile * highest, wrong);
  }

  /**
   * What is audited; empty sets mean all. Ads can be compared only if all counters are read, and
   * counters only if all ads are.
   */
  public record AuditScope(Set<String> adIds, Set<String> counterIds) {
    public static final AuditScope ALL = new AuditScope(Set.of(), Set.of());

    public AuditScope {
      adIds = Set.copyOf(adIds);
      counterIds = Set.copyOf(counterIds);
      if (!adIds.isEmpty() && !counterIds.isEmpty()) {
        throw new IllegalArgumentException(
            "--ad and --counter cannot be combined: comparing an ad needs all "
                + "counters, comparing a counter needs all ads");
      }
    }

    boolean ads() {
      return counterIds.isEmpty();
    }

    boolean counters() {
      return adIds.isEmpty();
    }

    /** Whether all documents are audited, and so all their events must be in the files. */
    boolean isOfAll() {
      return counterIds.isEmpty() && hasAllIds();
    }

    /**
     * Whether all events of the audited counters are looked at. If not, an id that was not met may
     * be in a file.
     */
    boolean hasAllIds() {
      return adIds.isEmpty();
    }
  }

  /**
   * How long an audit keeps reading documents that differ while documents or archives still change.
   *
   * @param waitMs 0: documents that differ are read a second time, and no more
   * @param queue asked before documents are read again, and no more once nothing is under way
   */
  public record Patience(long waitMs, Waits waits, QueueState queue) {
    /** No waiting: for archives that are not written any more. */
    public static final Patience NONE =
        new Patience(0, Waits.REAL, () -> QueueAnswer.NOTHING_UNDER_WAY);

    private static final long USUAL_MS = 10_000;
    private static final long PAUSE_MS = 200;

    /** For ten seconds. */
    public static Patience usual(Waits waits, QueueState queue) {
      return new Patience(USUAL_MS, waits, queue);
    }

    long endMs() {
      return waits.nowMs() + waitMs;
    }

    boolean isOver(long endMs) {
      return waits.nowMs() >= endMs;
    }

    void pause() {
      waits.pause(PAUSE_MS);
    }
  }

  /** Asks the queue what is under way. */
  public interface QueueState {
    QueueAnswer ask() throws IOException;
  }

  /**
   * What the queue said.
   *
   * @param messages under way that may have events of the archive; a lower bound
   * @param notKnown why nobody can say how many there are, or null
   */
  public record QueueAnswer(long messages, String notKnown) {
    public static final QueueAnswer NOTHING_UNDER_WAY = new QueueAnswer(0, null);
  }
}
