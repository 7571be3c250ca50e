package clickcounter.tools.series.files;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.event.CounterId;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.Texts;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.DayFinality;
import clickcounter.tools.series.DayFinality.DayVerdict;
import clickcounter.tools.series.DayFinality.MayCome;
import java.io.IOException;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "days",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Lists the days of UTC up to today: which are final, which have files, and who is waited for.",
      "",
      "It begins with the first day that has files, or else with the first counter that Riak knows."
          + " It reads the counters' documents and the files, no archives."
    },
    exitCodeList = {
      "0:every day that is over has files, of all its counted events",
      "1:a day that is over has no files, or other events of it were counted since",
      "3:"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks series days",
      "  clicks series days --series /var/lib/clicks/series --json"
    })
public final class SeriesDaysCommand extends ToolCommand {
  private static final long DAY_MS = TimeUnit.DAYS.toMillis(1);

  @Mixin private SeriesDirectory directory;
  @Mixin private ToolSettings settings;

  @Option(names = "--json", description = "Print the result as JSON")
  private boolean json;

  private final Backends backends;
  private final Clock clock;

  public SeriesDaysCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
  }

  /** The result for programs. */
  private record DaysJson(List<DayJson> days) {}

  /**
   * A day.
   *
   * @param built whether it has files
   * @param changed whether other events of it were counted since they were made
   * @param over whether the day is over by every clock
   * @param waitsFor counters of which events of the day may still come
   */
  private record DayJson(
      String day, boolean built, boolean changed, boolean over, List<String> waitsFor) {
    /** Whether a person or a job has something to do. */
    boolean isOpen() {
      return over && (!built || changed);
    }

    String text() {
      if (!over) {
        return "not over";
      }
      String files =
          !built ? "not built" : changed ? "built, other events were counted since" : "built";
      if (waitsFor.isEmpty()) {
        return isOpen() ? "final, " + files : files;
      }
      return files
          + ", waits for "
          + waitsFor.get(0)
          + (waitsFor.size() == 1
              ? ""
              : " and %s more".formatted(Texts.number(waitsFor.size() - 1L)));
    }
  }

  @Override
  protected int run() throws IOException {
    List<DayJson> days;
    try (DocumentStore store = backends.openStore(settings)) {
      days = days(new Documents(store));
    }
    if (json) {
      Json.print(terminal.out(), new DaysJson(days));
    } else {
      days.forEach(day -> say(day.day() + "  " + day.text()));
    }
    return days.stream().anyMatch(DayJson::isOpen) ? ExitCode.MISSING : ExitCode.OK;
  }

  private List<DayJson> days(Documents documents) throws IOException {
    long nowMs = clock.millis();
    Collection<CounterReading> readings =
        documents.counters(documents.knownCounters(settings.riak())).values();
    DayFinality finality = new DayFinality(readings, nowMs, DayFinality.DEFAULT_CLOCK_SKEW);
    AcceptedLosses accepted = documents.acceptedLosses();
    List<ArchivedCounter> counters =
        readings.stream()
            .map(
                reading ->
                    new ArchivedCounter(
                        reading, accepted, DayFinality.DEFAULT_CLOCK_SKEW.toMillis()))
            .toList();
    SortedSet<Long> built = SeriesFiles.days(directory.required(settings));
    List<DayJson> days = new ArrayList<>();
    long today = nowMs / DAY_MS;
    for (long day = built.isEmpty() ? first(readings, today) : built.first(); day <= today; day++) {
      DayVerdict verdict = finality.of(day * DAY_MS, (day + 1) * DAY_MS);
      boolean hasFiles = built.contains(day);
      days.add(
          new DayJson(
              LocalDate.ofEpochDay(day).toString(),
              hasFiles,
              hasFiles
                  && CountedIds.haveChanged(
                      DayFiles.below(directory.required(settings), day), day, counters),
              verdict.isOver(),
              verdict.mayCome().stream().map(MayCome::counterId).toList()));
    }
    return days;
  }

  /** The day on which the first counter began; the day of its last event if its name is no time. */
  private static long first(Collection<CounterReading> readings, long today) {
    return readings.stream()
        .mapToLong(
            reading -> CounterId.startMs(reading.counterId()).orElse(reading.lastEventAtMs()))
        .filter(timeMs -> timeMs > 0)
        .map(timeMs -> timeMs / DAY_MS)
        .min()
        .orElse(today);
  }
}
