package clickcounter.tools.audit;

import clickcounter.cli.Progress;
import clickcounter.event.ClockLimit;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.audit.AuditReport.Ads;
import clickcounter.tools.audit.AuditReport.AuditVerdict;
import clickcounter.tools.audit.AuditReport.BelowZero;
import clickcounter.tools.audit.AuditReport.Counters;
import clickcounter.tools.audit.AuditReport.Events;
import clickcounter.tools.audit.AuditReport.Money;
import clickcounter.tools.audit.AuditReport.Trouble;
import clickcounter.tools.audit.AuditReport.VerdictsFound;
import clickcounter.tools.audit.CounterFinding.Fate;
import clickcounter.tools.common.OtherFiles.PassedOver;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.Waits;
import clickcounter.tools.table.AdSums;
import clickcounter.tools.table.AdSums.ArchivedCounter;
import clickcounter.tools.table.AdSums.Difference;
import clickcounter.tools.table.AdSums.Spend;
import clickcounter.tools.table.AdSums.Uncounted;
import clickcounter.tools.table.Table;
import clickcounter.tools.table.Table.RowSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

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

  private static final long PAUSE_MS = 200;
  private static final int MAX_TROUBLES = 1_000;

  /** The fate of what is under way, if the counter's document was not read since. */
  private static final String UNREAD = "UNREAD";

  private final Documents documents;
  private final AuditScope scope;
  private final Table.Source archives;
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
  private Map<String, LongRanges> archivedFirst;

  /** By ad, what is archived and not counted. */
  private Map<String, Uncounted> uncounted;

  /** Ads of which a number is archived with several contents. */
  private Set<String> unlike;

  private final SortedMap<String, CounterFinding> counters = new TreeMap<>();

  private long ads;

  /** Ads that are not known to be equal; null for a finding if they were not read. */
  private final SortedMap<String, AdFinding> doubtful = new TreeMap<>();

  /** By counter, numbers that documents of ads were found to have, whatever its own says. */
  private final Map<String, LongRanges> listed = new HashMap<>();

  /** Counters that were read after the ads in this round. */
  private final Set<String> readAgain = new HashSet<>();

  private final SortedMap<String, BelowZero> belowZero = new TreeMap<>();
  private long certainMicros;

  /** Whether anything changed between the last two rounds. */
  private boolean changed;

  /**
   * @param archives imports what is new, and opens the table instead of the one before
   * @param times at which events are counted
   * @param progress shows each reading of so many documents
   */
  public Audit(
      Documents documents,
      AuditScope scope,
      Table.Source archives,
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

  /**
   * Reads and compares.
   *
   * @param files how many the archives have
   * @param others what is said of those that are not read
   */
  public AuditReport run(int files, ArchiveFiles others) throws IOException {
    accepted = documents.acceptedLosses();
    compareAll();
    if (isOpen()) {
      queue = patience.queue().ask();
      compareAgain();
      long endMs = patience.waits().nowMs() + patience.waitMs();
      while (isOpen() && changed && patience.waits().nowMs() < endMs) {
        patience.waits().pause(PAUSE_MS);
        if (queue.messagesUnderWay() > 0) {
          queue = patience.queue().ask();
        }
        compareAgain();
      }
    }
    return report(files, others);
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
    update(List.of());
    List<String> all = sums.ads();
    ads = all.size();
    if (!scope.ads()) {
      uncounted.keySet().forEach(adId -> doubtful.put(adId, null));
      return;
    }
    try (Progress shown = progress.apply(ads)) {
      for (int from = 0; from < all.size(); from += ADS_AT_ONCE) {
        judge(read(all, from, shown), null);
      }
    }
  }

  /** Reads what differs or is missing once more, and counters even if no ad does. */
  private void compareAgain() throws IOException {
    changed = false;
    List<String> all = List.copyOf(doubtful.keySet());
    try (Progress shown = progress.apply(all.size())) {
      for (int from = 0; from == 0 || from < all.size(); from += ADS_AT_ONCE) {
        changed |= readCountersAgain();
        List<CounterReading> before = List.copyOf(readings.values());
        List<ReadAd> read = read(all, from, shown);
        boolean moved = readCountersAgain();
        changed |= moved;
        update(read);
        judge(read, moved ? before : null);
      }
    }
  }

  /** Reads some of these ads. */
  private List<ReadAd> read(List<String> all, int from, Progress shown) {
    List<ReadAd> read = new ArrayList<>();
    documents.ads(
        all.subList(from, Math.min(from + ADS_AT_ONCE, all.size())).iterator(),
        reading -> {
          shown.step(1);
          ReadAd ad = ReadAd.of(reading);
          read.add(ad);
          long clicks = ad.amount("clicks");
          long costMicros = ad.amount("costMicros");
          belowZero.remove(ad.adId());
          if (clicks < 0 || costMicros < 0) {
            belowZero.put(ad.adId(), new BelowZero(ad.adId(), clicks, costMicros));
          }
        });
    return read;
  }

  /** Returns whether any counter has recorded more. */
  private boolean readCountersAgain() {
    readAgain.clear();
    counters.values().stream()
        .filter(CounterFinding::isOpen)
        .forEach(counter -> readAgain.add(counter.counterId()));
    Map<String, CounterReading> again = documents.counters(readAgain);
    boolean moved = !readings.entrySet().containsAll(again.entrySet());
    readings.putAll(again);
    return moved;
  }

  /**
   * Brings the table up to date, and decides about the numbers of all its counters.
   *
   * @param read ads whose documents may have more
   */
  private void update(List<ReadAd> read) throws IOException {
    read.forEach(
        ad -> ad.unsettled().forEach((id, numbers) -> numbers(listed, id).addAll(numbers)));
    table = archives.open();
    sums = new AdSums(table, scope.adIds(), scope.counterIds());
    Map<String, ArchivedCounter> archived = sums.counters();
    if (archivedFirst == null) {
      archivedFirst = new HashMap<>();
      archived.forEach((id, counter) -> archivedFirst.put(id, counter.numbers()));
    }
    long eventsBefore = events();
    counters.clear();
    archived.forEach((id, counter) -> counters.put(id, finding(id, counter)));
    changed |= events() > eventsBefore;
    sums.putListed(read.stream().collect(Collectors.toMap(ReadAd::adId, ReadAd::unsettled)));
    uncounted = sums.putOpen(open());
    unlike = sums.unlike();
  }

  private CounterFinding finding(String counterId, ArchivedCounter archived) {
    return CounterFinding.of(
        readings.computeIfAbsent(counterId, CounterReading::absent),
        archived,
        numbers(archivedFirst, counterId),
        numbers(listed, counterId),
        scope.counters() ? accepted : null);
  }

  private static LongRanges numbers(Map<String, LongRanges> byCounter, String counterId) {
    return byCounter.computeIfAbsent(counterId, id -> new LongRanges());
  }

  /**
   * Judges some ads.
   *
   * @param before the counters before the ads were read; null if they were the same afterwards
   */
  private void judge(List<ReadAd> read, List<CounterReading> before) throws IOException {
    Map<String, List<Difference>> last = Map.of();
    Map<String, List<Difference>> first = last;
    Map<String, Spend> spends = Map.of();
    if (scope.ads() && !read.isEmpty()) {
      sums.putDocuments(read.stream().collect(Collectors.toMap(ReadAd::adId, ReadAd::fields)));
      sums.putCounted(readings.values());
      last = sums.differences();
      spends = sums.spends();
      first = last;
      if (before != null) {
        sums.putCounted(before);
        first = sums.differences();
      }
    }
    for (ReadAd ad : read) {
      String adId = ad.adId();
      AdFinding finding =
          AdFinding.of(
              ad,
              first.getOrDefault(adId, List.of()),
              last.getOrDefault(adId, List.of()),
              unlike.contains(adId),
              uncounted.getOrDefault(adId, Uncounted.NONE),
              spends.getOrDefault(adId, Spend.NONE));
      if (finding.verdict() == AuditVerdict.EQUAL) {
        certainMicros += finding.spend().micros();
        doubtful.remove(adId);
      } else {
        changed |= !finding.equals(doubtful.put(adId, finding));
      }
    }
  }

  private long events() {
    return counters.values().stream().mapToLong(CounterFinding::events).sum();
  }

  /** The archived numbers that no counter has recorded, by their fates. */
  private Map<String, Map<String, LongRanges>> open() {
    Map<String, Map<String, LongRanges>> open = new HashMap<>();
    for (Fate fate : Fate.OPEN) {
      counters.forEach(
          (id, counter) -> {
            boolean isUnread = fate == Fate.UNDER_WAY && !readAgain.contains(id);
            open.computeIfAbsent(isUnread ? UNREAD : fate.name(), any -> new HashMap<>())
                .put(id, counter.of(fate));
          });
    }
    return open;
  }

  private AuditReport report(int files, ArchiveFiles others) throws IOException {
    List<Trouble> troubles = new ArrayList<>();
    long troubleCount = addTroubles(troubles);
    reject();
    sums.putCounted(readings.values());
    if (scope.counters()) {
      compareCounters();
    }
    return new AuditReport(
        scope,
        files,
        countEvents(),
        queue,
        countAds(),
        countCounters(),
        accepted.accepted(),
        money(),
        scope.isOfAll() ? verdicts() : null,
        List.copyOf(belowZero.values()),
        troubleCount,
        troubles,
        PassedOver.of(others));
  }

  /**
   * Adds what could not be used in the files, first those that were not read to their end.
   *
   * @param kept gets the first ones
   * @return how many there are
   */
  private long addTroubles(List<Trouble> kept) throws IOException {
    long[] total = {0};
    RowSink add =
        row -> {
          if (++total[0] <= MAX_TROUBLES) {
            kept.add(Table.record(row, Trouble.class));
          }
        };
    table.askFiles(add);
    table.ask("check-bad", add);
    return total[0];
  }

  /** Tells counters which of their missing events have times at which nothing is counted. */
  private void reject() throws IOException {
    table.setTimes(times);
    table.ask(
        "check-times",
        row -> {
          CounterFinding counter = counters.get(row.getString("counter"));
          if (counter != null) {
            counter.reject(row.getLong("sequence"));
          }
        });
  }

  /** Judges the verdicts on clicks, if all archives were read. */
  private VerdictsFound verdicts() throws IOException {
    table.set("is_everything", 1);
    table.make("check-judged");
    return table.ask("audit-verdicts", VerdictsFound.class).get(0);
  }

  private void compareCounters() throws IOException {
    Map<String, Long> lastMs = isOpen() ? sums.lastCountedOfOpen() : Map.of();
    counters.forEach(
        (id, counter) ->
            counter.compare(
                counter.isAllCounted()
                    ? counter.archived().lastMs()
                    : lastMs.getOrDefault(id, 0L)));
  }

  private Events countEvents() {
    return new Events(
        events(),
        events() - archivedFirst.values().stream().mapToLong(LongRanges::size).sum(),
        count(Fate.UNDER_WAY),
        count(Fate.MISSING),
        count(Fate.REJECTED),
        scope.counters() ? count(Fate.IN_NO_FILE) : null,
        scope.counters() ? count(Fate.IN_NO_ARCHIVE) : null,
        count(Fate.WRITTEN_OFF),
        count(Fate.UNSETTLED),
        count(Fate.CANNOT_TELL));
  }

  private long count(Fate fate) {
    return counters.values().stream().mapToLong(counter -> counter.of(fate).size()).sum();
  }

  private Ads countAds() {
    List<AdFinding> wrong = findings(AuditVerdict.WRONG);
    return new Ads(
        scope.ads(),
        ads,
        scope.ads() ? ads - doubtful.size() : 0,
        findings(AuditVerdict.MISSING).size(),
        wrong.size(),
        findings(AuditVerdict.UNDECIDED).stream().map(AdFinding::adId).toList(),
        wrong);
  }

  private List<AdFinding> findings(AuditVerdict verdict) {
    return doubtful.values().stream().filter(ad -> ad.verdict() == verdict).toList();
  }

  private Counters countCounters() {
    Collection<CounterFinding> all = counters.values();
    return new Counters(
        scope.counters(),
        all.size(),
        all.stream().filter(CounterFinding::isEqual).count(),
        scope.counters() ? all.stream().filter(CounterFinding::isWrong).count() : 0,
        unknownCounters(),
        all.stream()
            .filter(counter -> !counter.isEqual() || counter.has(Fate.WRITTEN_OFF))
            .toList());
  }

  /**
   * Counters of Riak that have no event in the archives, but have counted some that these have to
   * have, or cannot be read.
   */
  private List<String> unknownCounters() {
    return readings.values().stream()
        .filter(reading -> scope.isOfAll() && !counters.containsKey(reading.counterId()))
        .filter(
            reading ->
                reading.blocked() != null
                    || !accepted.mustBeArchived(reading.counterId(), reading.counted()).isEmpty())
        .map(CounterReading::counterId)
        .sorted()
        .toList();
  }

  private Money money() throws IOException {
    long certain = certainMicros;
    long atRisk = 0;
    long wrong = 0;
    for (AdFinding ad : doubtful.values()) {
      certain += ad.verdict() == AuditVerdict.MISSING ? ad.spend().micros() : 0;
      wrong += ad.verdict() == AuditVerdict.WRONG ? ad.spentMicros() : 0;
      atRisk += ad.spend().atRiskMicros();
    }
    long inNoFile = count(Fate.IN_NO_FILE);
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

    /**
     * Whether counters are compared, so that all of their events are looked at. If not, an id that
     * was not met may be in a file.
     */
    boolean counters() {
      return adIds.isEmpty();
    }

    /** Whether all documents are audited, and so all their events must be in the files. */
    boolean isOfAll() {
      return ads() && counters();
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

    /** For ten seconds. */
    public static Patience usual(Waits waits, QueueState queue) {
      return new Patience(10_000, waits, queue);
    }
  }

  /** Asks the queue what is under way. */
  public interface QueueState {
    QueueAnswer ask() throws IOException;
  }

  /**
   * What the queue said.
   *
   * @param messagesUnderWay that may have events of the archive; a lower bound
   * @param queueNotKnown why nobody can say how many there are, or null
   */
  public record QueueAnswer(long messagesUnderWay, String queueNotKnown) {
    public static final QueueAnswer NOTHING_UNDER_WAY = new QueueAnswer(0, null);
  }
}
