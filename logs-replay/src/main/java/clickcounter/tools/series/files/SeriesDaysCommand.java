package clickcounter.tools.series.files;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.event.ClockLimit;
import clickcounter.event.CounterId;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.KnownCounters;
import clickcounter.tools.series.files.KnownDays.KnownDay;
import java.io.IOException;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
public final class SeriesDaysCommand extends StoreCommand {
  @Mixin private SeriesDirectory directory;

  public SeriesDaysCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
  }

  @Override
  protected int run() throws IOException {
    List<KnownDay> days = read(this::days);
    print(
        Json.object().with("days", Json.list(days, SeriesDaysCommand::json)),
        out -> days.forEach(day -> say(day.text())));
    return days.stream().anyMatch(KnownDay::isOpen) ? ExitCode.MISSING : ExitCode.OK;
  }

  private static Json.Fields json(KnownDay day) {
    return Json.object()
        .with("day", DayFiles.name(day.day()))
        .with("built", day.isBuilt())
        .with("changed", day.isChanged())
        .with("over", day.verdict().isOver())
        .with("waitsFor", day.waitsFor());
  }

  private List<KnownDay> days(Documents documents) {
    long nowMs = clock.millis();
    KnownCounters counters = KnownCounters.read(documents, settings.riak(), nowMs);
    KnownDays days = new KnownDays(directory.required(settings), documents, counters);
    long today = TimeUnit.MILLISECONDS.toDays(nowMs);
    long first =
        days.built().isEmpty()
            ? first(counters.readings().values(), settings.clockLimit(nowMs))
            : days.built().first();
    return LongStream.rangeClosed(first, today).mapToObj(days::of).toList();
  }

  /**
   * The day on which the first counter began; the day of its last event if its name is no time that
   * an event can have.
   */
  private static long first(Collection<CounterReading> readings, ClockLimit clock) {
    return readings.stream()
        .mapToLong(
            reading ->
                CounterId.startMs(reading.counterId()).stream()
                    .filter(clock::allows)
                    .findFirst()
                    .orElse(reading.lastEventAtMs()))
        .filter(clock::allows)
        .map(TimeUnit.MILLISECONDS::toDays)
        .min()
        .orElse(TimeUnit.MILLISECONDS.toDays(clock.nowMs()));
  }
}
