package clickcounter.tools.inspect;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.ids.Gap;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.RejectedEvents;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.CounterLife;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "gaps",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Lists missing events, and which counters are closed, alive or silent.",
      "",
      "Missing events that are in an archive can be sent with archive replay --only-missing. Those that are"
          + " in no archive can be written off, and reopened.",
      "",
      "A counter that is silent because its service crashed never closes: clicks counters close."
    },
    exitCodeList = {
      "0:no events are missing (of that age)",
      "1:there are gaps, or a counter of --counter has no document",
      "3:a counter's document cannot be read, or no counter is known there"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks counters gaps --older-than 10m",
      "  clicks counters write-off hostA-20260601_000000-k3f9xq 17..19 --why \"disk lost\"",
      "  clicks counters reopen hostA-20260601_000000-k3f9xq 17..19 --why \"disk found\""
    })
public final class GapsCommand extends StoreCommand {
  /** An open counter is alive if its last event is younger. */
  private static final Duration SILENT_AFTER = Duration.ofMinutes(10);

  @Option(
      names = "--older-than",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "1m",
      description =
          "Only gaps of this age or older, such as 30s, 10m, 2h or 1d. Events in younger gaps are mostly under"
              + " way. Default: ${DEFAULT-VALUE}")
  private Duration olderThan;

  @Option(names = "--counter", paramLabel = "ID", description = "Only this counter; repeatable")
  private List<String> counters = new ArrayList<>();

  private long nowMs;

  /** How many of the missing events were rejected. */
  private long rejected;

  public GapsCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
  }

  @Override
  protected int run() throws IOException {
    nowMs = clock.millis();
    Collection<CounterReading> readings = read(this::readings);
    rejected = rejected(readings);
    print(json(readings), out -> print(readings));
    if (readings.stream().anyMatch(r -> r.blocked() != null)) {
      warn("gaps: some counters' documents cannot be read; what they lack is unknown");
      return ExitCode.FAILED;
    }
    boolean missing =
        readings.stream().anyMatch(r -> !reportedGaps(r).isEmpty() || isAskedForAndNotThere(r));
    return missing ? ExitCode.MISSING : ExitCode.OK;
  }

  private Collection<CounterReading> readings(Documents documents) {
    Collection<String> ids =
        counters.isEmpty() ? documents.knownCounters(settings.riak()) : counters;
    return new TreeMap<>(documents.counters(ids)).values();
  }

  /** The directory may name a counter whose document is not put yet; a person does not. */
  private boolean isAskedForAndNotThere(CounterReading reading) {
    return !reading.exists() && counters.contains(reading.counterId());
  }

  /** Open gaps that are old enough. */
  private List<Gap> reportedGaps(CounterReading reading) {
    return reading.openGaps(nowMs - olderThan.toMillis());
  }

  /** Who is asked for gaps of ten minutes is not asked for those of five. */
  private long underWayMs() {
    return Math.min(olderThan.toMillis(), CounterReading.UNDER_WAY_MS);
  }

  private long underWay(Collection<CounterReading> readings) {
    return readings.stream()
        .mapToLong(each -> size(each.openGaps()) - size(each.openGaps(nowMs - underWayMs())))
        .sum();
  }

  private static long size(List<Gap> gaps) {
    return gaps.stream().mapToLong(Gap::size).sum();
  }

  private long rejected(Collection<CounterReading> readings) {
    if (readings.stream().allMatch(reading -> reportedGaps(reading).isEmpty())) {
      return 0;
    }
    try {
      RejectedEvents events = RejectedEvents.at(backends, settings.broker());
      return readings.stream()
          .mapToLong(each -> events.among(each.counterId(), reportedGaps(each)))
          .sum();
    } catch (IOException e) {
      warn("gaps: whether some of these were rejected is not known: " + e.getMessage());
      return 0;
    }
  }

  private CounterLife state(CounterReading reading) {
    return CounterLife.of(reading, nowMs, SILENT_AFTER);
  }

  private void print(Collection<CounterReading> readings) {
    long events = 0;
    int withGaps = 0;
    String age =
        readings.stream().allMatch(each -> reportedGaps(each).size() == each.openGaps().size())
            ? ""
            : " for " + DocumentText.limit(olderThan.toMillis()) + " or longer";
    for (CounterReading reading : readings) {
      List<Gap> gaps = reportedGaps(reading);
      if (!gaps.isEmpty()) {
        say(reading.counterId() + "  " + stateText(reading));
        DocumentText.printGaps(gaps, terminal.out(), nowMs);
        events += size(gaps);
        withGaps++;
      }
    }
    if (withGaps == 0 && readings.stream().noneMatch(CounterReading::exists)) {
      say("nothing is known, see below");
    } else if (withGaps == 0) {
      say("nothing is missing" + age);
    } else {
      say(
          "%s missing%s in %s",
          Texts.count(events, "event"), age, Texts.count(withGaps, "counter"));
    }
    if (rejected > 0) {
      say(
          "  of these %s in the queue of rejects: clicks rejects list says why; a replay sends them to be"
              + " rejected again",
          Texts.number(rejected));
    }
    DocumentText.printUnderWay(underWay(readings), underWayMs(), terminal.out());
    printStates(readings);
  }

  private String stateText(CounterReading reading) {
    return switch (state(reading)) {
      case CLOSED -> DocumentText.ending(reading);
      case ALIVE -> "alive";
      case SILENT -> "silent since " + Texts.time(reading.lastEventAtMs());
      case UNKNOWN -> reading.blocked() == null ? "no document" : "blocked: " + reading.blocked();
    };
  }

  private void printStates(Collection<CounterReading> readings) {
    long closed = readings.stream().filter(CounterReading::closed).count();
    long byOperators = count(readings, CounterLife.CLOSED) - closed;
    long complete = readings.stream().filter(r -> r.closed() && r.gaps().missing() == 0).count();
    say(
        "%s: %s closed properly (%s of them complete),%s %s alive, %s silent",
        Texts.count(readings.size(), "counter"),
        Texts.number(closed),
        Texts.number(complete),
        byOperators == 0 ? "" : " " + Texts.number(byOperators) + " closed by operators,",
        Texts.number(count(readings, CounterLife.ALIVE)),
        Texts.number(count(readings, CounterLife.SILENT)));
    long writtenOff = readings.stream().mapToLong(r -> r.gaps().writtenOff()).sum();
    if (writtenOff > 0) {
      say("%s written off (counters show ID says why)", Texts.count(writtenOff, "event"));
    }
    for (CounterReading reading : readings) {
      if (state(reading) == CounterLife.UNKNOWN) {
        say(reading.counterId() + "  " + stateText(reading));
      } else if (!reading.hasEnded() && reading.gaps().ending() != null) {
        say(reading.counterId() + "  " + DocumentText.ending(reading));
      }
    }
  }

  private long count(Collection<CounterReading> readings, CounterLife state) {
    return readings.stream().filter(r -> state(r) == state).count();
  }

  private Json.Fields json(Collection<CounterReading> readings) {
    return Json.object()
        .with("missing", readings.stream().mapToLong(each -> size(reportedGaps(each))).sum())
        .with("rejected", rejected)
        .with("underWay", underWay(readings))
        .with("counters", Json.list(readings, this::json));
  }

  private Json.Fields json(CounterReading reading) {
    return Json.object()
        .with("counterId", reading.counterId())
        .with("life", state(reading).name().toLowerCase(Locale.ROOT))
        .with("complete", reading.hasEnded() && reading.gaps().missing() == 0)
        .with("next", reading.next())
        .with("lastEventAt", reading.lastEventAtMs())
        .with("writtenOff", reading.gaps().writtenOff())
        .with("gaps", Json.list(reportedGaps(reading), Json::gap));
  }
}
