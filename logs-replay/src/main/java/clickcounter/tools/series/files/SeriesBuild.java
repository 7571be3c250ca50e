package clickcounter.tools.series.files;

import clickcounter.cli.ExitCode;
import clickcounter.cli.IoErrors;
import clickcounter.hours.HourCounts;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.DayFinality.DayVerdict;
import clickcounter.tools.series.DayFinality.MayCome;
import clickcounter.tools.series.KnownCounters;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Makes the files of finished days from archives.
 *
 * <p>The counters' documents say which events are counted and which days are final; the archives
 * say what these events are. An event counts once, however many lines it has. One that is not
 * counted is left out: in a day that is final it is written off.
 *
 * <p>A day is made only if it is final, and if the archives have every counted event that may be of
 * it. So name the files of the days before and after too.
 *
 * <p>Each day knows of which state of the counters it was made ({@link CountedIds}). One of which
 * other events are counted now, as after a late replay, is made anew. Events that were written off
 * count then if their counter was retired since: a retired counter has counted all its events.
 *
 * <p>A final day has all its clicks, but a verdict on one may come at any time, from a counter that
 * began later. If its name does not say that it judges the day, only its archive does: the files
 * are read once more for the days of such verdicts.
 *
 * <p>Memory: the names of ads and counters, the ranges of each counter's ids, and the sums of a
 * limited number of hours; more go to temporary files beside the result.
 */
public final class SeriesBuild implements Closeable {
  private static final int MEMORY_SHARE = 3;

  private final KnownCounters known;
  private final ArchivedCounters counters;
  private final BuildSettings settings;
  private final BuildDirectory target;
  private final DayRuns runs;
  private final SortedSet<Long> there;
  private final Set<Long> bySlot;
  private final SortedSet<Long> changed = new TreeSet<>();
  private final Map<Long, SortedMap<String, CountedIds>> madeOf = new ConcurrentHashMap<>();
  private final Set<Long> judgedSince = ConcurrentHashMap.newKeySet();
  private final Map<Long, DayVerdict> verdicts = new ConcurrentHashMap<>();
  private List<DaySink> sinks = List.of();

  /**
   * What is made.
   *
   * @param bySlot whether days are counted by quarters of an hour. Days that are there and are
   *     counted by the hour are made anew then; those that are counted by quarters stay so in any
   *     case
   * @param days only these, since the epoch; empty for all between the first and the last event
   */
  public record BuildSettings(boolean bySlot, Set<Long> days, int threads) {
    public BuildSettings {
      days = Set.copyOf(days);
    }
  }

  /** What became of a day. */
  public enum DayState {
    /** Its files were made. */
    BUILT,
    /** Its files were made anew. */
    REBUILT,
    /** Its files were there, and were left alone. */
    EXISTS,
    /** Events of it may still come. */
    NOT_FINAL,
    /** Counted events that may be of it are in no file. */
    INCOMPLETE;

    boolean isOpen() {
      return this == NOT_FINAL || this == INCOMPLETE;
    }
  }

  /**
   * What became of a day.
   *
   * @param day since the epoch
   * @param ads with an event on that day; 0 unless it was made
   * @param counts of all ads; none unless it was made
   * @param why a sentence for a person; null for what needs none
   */
  public record DayOutcome(long day, DayState state, long ads, HourCounts counts, String why) {
    private DayOutcome(long day, DayState state, String why) {
      this(day, state, 0, HourCounts.NONE, why);
    }

    /** The day and what became of it, a line for a person. */
    public String text() {
      String text =
          switch (state) {
            case BUILT -> "made: " + countsText();
            case REBUILT -> "made anew: " + countsText();
            case EXISTS -> "is there";
            case NOT_FINAL -> "not final: " + why;
            case INCOMPLETE -> "not made: " + why;
          };
      return DayFiles.name(day) + "  " + text;
    }

    private String countsText() {
      return "%s, %s, %s, cost %s"
              .formatted(
                  Texts.count(ads, "ad"),
                  Texts.count(counts.impressions(), "impression"),
                  Texts.count(counts.clicks(), "click"),
                  Texts.money(counts.costMicros()))
          + (counts.invalid() == 0
              ? ""
              : ", %s not charged".formatted(Texts.count(counts.invalid(), "click")));
    }

    /** The exit code of a command that made these days: 0 if the files of all are there. */
    public static int exitCode(List<DayOutcome> outcomes) {
      Set<DayState> states = outcomes.stream().map(DayOutcome::state).collect(Collectors.toSet());
      if (states.contains(DayState.INCOMPLETE)) {
        return ExitCode.WRONG;
      }
      return states.isEmpty() || states.contains(DayState.NOT_FINAL)
          ? ExitCode.MISSING
          : ExitCode.OK;
    }
  }

  /**
   * @throws IOException when the directory cannot be written
   */
  public SeriesBuild(
      Path directory, Documents documents, KnownCounters known, BuildSettings settings)
      throws IOException {
    this.known = known;
    this.counters = new ArchivedCounters(documents, known);
    this.settings = settings;
    this.target = new BuildDirectory(directory);
    this.runs = new DayRuns(target.runs());
    this.there = SeriesFiles.days(directory);
    this.bySlot =
        there.stream().filter(day -> target.files(day).isBySlot()).collect(Collectors.toSet());
    there.stream().filter(this::isInScope).filter(this::hasChanged).forEach(changed::add);
  }

  private boolean hasChanged(long day) {
    return counters.haveChanged(target.files(day), day);
  }

  /**
   * Reads the archives; twice, if they have verdicts on days whose files do not have these.
   *
   * @param progress of each pass over the files
   * @throws IOException naming a file that breaks off
   */
  public void read(List<Path> files, Supplier<FileProgress> progress) throws IOException {
    sinks = read(files, progress, counters::of, this::isWanted, this::addIfJudgedSince);
    if (!judgedSince.isEmpty()) {
      changed.addAll(judgedSince);
      Map<String, ArchivedCounter> again = new ConcurrentHashMap<>();
      read(
          files,
          progress,
          id -> again.computeIfAbsent(id, each -> counters.of(each).unread()),
          day -> judgedSince.contains(day) && isWanted(day),
          (day, counterId, sequence) -> {});
    }
  }

  private List<DaySink> read(
      List<Path> files,
      Supplier<FileProgress> progress,
      Function<String, ArchivedCounter> counter,
      LongPredicate days,
      DaySink.OtherVerdicts others)
      throws IOException {
    Troubles troubles = new Troubles();
    long share = Runtime.getRuntime().maxMemory() / MEMORY_SHARE / settings.threads();
    int maxHours = (int) Math.min(share / HourSums.BYTES_PER_HOUR, 1 << 28);
    List<DaySink> read;
    try (FileProgress shown = progress.get()) {
      read =
          new ArchiveScan(files, settings.threads(), troubles, shown)
              .run(() -> new DaySink(counter, days, this::isBySlot, others, runs, maxHours));
    }
    troubles.requireWhole("No day was made");
    read.forEach(DaySink::writeRuns);
    return read;
  }

  private void addIfJudgedSince(long day, String counterId, long sequence) {
    if (isInScope(day) && isLeftAlone(day)) {
      CountedIds then =
          madeOf.computeIfAbsent(day, d -> CountedIds.read(target.files(d))).get(counterId);
      if (then == null || !then.has(sequence)) {
        judgedSince.add(day);
      }
    }
  }

  private boolean isWanted(long day) {
    return isInScope(day) && !isLeftAlone(day) && verdict(day).isFinal();
  }

  private boolean isInScope(long day) {
    return settings.days().isEmpty() || settings.days().contains(day);
  }

  private boolean isLeftAlone(long day) {
    return there.contains(day) && !changed.contains(day) && !isTooCoarse(day);
  }

  private boolean isTooCoarse(long day) {
    return isBySlot(day) && !bySlot.contains(day);
  }

  private boolean isBySlot(long day) {
    return settings.bySlot() || bySlot.contains(day);
  }

  private DayVerdict verdict(long day) {
    return verdicts.computeIfAbsent(day, d -> known.finality().ofDays(d, d + 1));
  }

  /**
   * Makes the files of every day between the first and the last counted event that was read, of
   * those that are there and have changed, and of those that were named. A day before the first
   * event that was ever counted is none. Of archives without any counted event no day is made.
   *
   * @param each receives each day, in their order
   */
  public void write(Consumer<DayOutcome> each) throws IOException {
    SortedSet<Long> days = new TreeSet<>(changed);
    long first = firstDay();
    long last = sinks.stream().mapToLong(DaySink::lastDay).max().orElse(Long.MIN_VALUE);
    if (first <= last) {
      days.addAll(settings.days());
      LongStream.rangeClosed(first, last).forEach(days::add);
    }
    for (long day : days) {
      if (isInScope(day) && !isBeforeAll(day)) {
        each.accept(write(day));
      }
    }
  }

  /** Whether nothing was counted on this day and before, as the documents and the files say. */
  private boolean isBeforeAll(long day) {
    return day < firstDay()
        && there.headSet(day + 1).isEmpty()
        && verdict(day).isFinal()
        && counters.missing(day).isEmpty();
  }

  private long firstDay() {
    return sinks.stream().mapToLong(DaySink::firstDay).min().orElse(Long.MAX_VALUE);
  }

  private DayOutcome write(long day) throws IOException {
    if (isLeftAlone(day)) {
      return new DayOutcome(day, DayState.EXISTS, null);
    }
    if (!verdict(day).isFinal()) {
      return notMade(day, DayState.NOT_FINAL, whyNotFinal(verdict(day)));
    }
    Map<String, Long> missing = counters.missing(day);
    if (!missing.isEmpty()) {
      return notMade(day, DayState.INCOMPLETE, ArchivedCounters.whyIncomplete(missing));
    }
    try {
      DayOutcome outcome = merge(day);
      target.publish(day);
      runs.delete(day);
      return outcome;
    } catch (IOException e) {
      throw IoErrors.notWritten(
          "the files of " + LocalDate.ofEpochDay(day),
          e,
          "Those of this and later days stay as they were. Free space in "
              + target.building()
              + ", and run this again");
    }
  }

  private DayOutcome notMade(long day, DayState state, String why) {
    return new DayOutcome(day, state, there.contains(day) ? why + "; its old files stay" : why);
  }

  private DayOutcome merge(long day) throws IOException {
    try (AdOrder<DayRuns.RunReader> order = runs.read(day);
        DayWriter writer = new DayWriter(target.building(), day, isBySlot(day))) {
      counters.idsOf(day).forEach(writer::add);
      while (order.adId() != null) {
        String adId = order.adId();
        SortedMap<Long, HourCounts> sum = new TreeMap<>();
        order.read(run -> run.addTo(sum));
        sum.values().removeIf(HourCounts::isNone); // verdicts that cancel each other
        if (!sum.isEmpty()) {
          writer.add(adId, sum);
        }
      }
      DayState state = there.contains(day) ? DayState.REBUILT : DayState.BUILT;
      return new DayOutcome(day, state, writer.ads(), writer.sum(), null);
    }
  }

  private static String whyNotFinal(DayVerdict verdict) {
    if (!verdict.isOver()) {
      return "the day is not over";
    }
    List<String> ids = verdict.mayCome().stream().map(MayCome::counterId).toList();
    return "events may still come of " + ArchivedCounters.named(ids) + "; see clicks counters gaps";
  }

  /** Deletes what is temporary. */
  @Override
  public void close() throws IOException {
    target.close();
  }
}
