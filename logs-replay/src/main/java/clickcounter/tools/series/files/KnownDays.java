package clickcounter.tools.series.files;

import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.DayFinality;
import clickcounter.tools.series.DayFinality.DayVerdict;
import clickcounter.tools.series.DayFinality.MayCome;
import clickcounter.tools.series.KnownCounters;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;

/**
 * How far days are, by the counters' documents and the files that are there. No archive is read.
 */
public final class KnownDays {
  private final Path directory;
  private final SortedSet<Long> built;
  private final DayFinality finality;
  private final List<ArchivedCounter> counters;

  public KnownDays(Path directory, Documents documents, KnownCounters known) {
    this.directory = directory;
    this.built = SeriesFiles.days(directory);
    this.finality = known.finality();
    AcceptedLosses accepted = documents.acceptedLosses();
    this.counters =
        known.readings().values().stream()
            .map(reading -> new ArchivedCounter(reading, accepted))
            .toList();
  }

  /**
   * How far a day is.
   *
   * @param day since the epoch
   * @param isBuilt whether it has files
   * @param isChanged whether other events of it were counted since they were made
   * @param verdict whether events of it may still come
   */
  public record KnownDay(long day, boolean isBuilt, boolean isChanged, DayVerdict verdict) {
    /** Whether a person or a job has something to do. */
    boolean isOpen() {
      return verdict.isOver() && (!isBuilt || isChanged);
    }

    List<String> waitsFor() {
      return verdict.mayCome().stream().map(MayCome::counterId).toList();
    }

    /** The day and its state, a line for a person. */
    public String text() {
      return DayFiles.name(day) + "  " + state();
    }

    private String state() {
      if (!verdict.isOver()) {
        return "not over";
      }
      String files =
          !isBuilt ? "not built" : isChanged ? "built, other events were counted since" : "built";
      if (verdict.isFinal()) {
        return isOpen() ? "final, " + files : files;
      }
      return files + ", waits for " + ArchivedCounters.named(waitsFor());
    }
  }

  /** How far a day, since the epoch, is. */
  public KnownDay of(long day) {
    boolean isBuilt = built.contains(day);
    boolean isChanged =
        isBuilt && CountedIds.haveChanged(DayFiles.below(directory, day), day, counters);
    return new KnownDay(day, isBuilt, isChanged, finality.ofDays(day, day + 1));
  }

  /** The days, since the epoch, that have files. */
  public SortedSet<Long> built() {
    return built;
  }
}
