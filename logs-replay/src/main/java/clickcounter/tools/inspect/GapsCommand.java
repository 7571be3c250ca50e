package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Texts;
import clickcounter.ids.Gap;
import clickcounter.tools.common.RejectedEvents;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.CounterLife;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.ReadingJson;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "gaps",
    description = {
      "Lists missing events, and which counters are closed, alive or silent.",
      "",
      "Missing events that are in an archive can be sent with archive replay --only-missing. Those"
          + " that are in no archive can be written off, and reopened.",
      "",
      "A counter that is silent because its service crashed never closes: clicks counters close."
    },
    exitCodeList = {
      "0:no events are missing (of that age)",
      "1:there are gaps, or a counter of --counter has no document",
      "3:a counter's document cannot be read, or no counter is known there"
    },
    footer = {
      "  clicks counters gaps --older-than 10m",
      "  clicks counters write-off hostA-20260601_000000-k3f9xq 17..19 --why \"disk lost\"",
      "  clicks counters reopen hostA-20260601_000000-k3f9xq 17..19 --why \"disk found\""
    })
public final class GapsCommand extends ResultCommand {
  @Option(
      names = "--older-than",
      paramLabel = "DURATION",
      defaultValue = "1m",
      description =
          "Only gaps of this age or older, such as 30s, 10m, 2h or 1d. Events in younger gaps are"
              + " mostly under way. Default: ${DEFAULT-VALUE}")
  private Duration olderThan;

  @Option(names = "--counter", paramLabel = "ID", description = "Only this counter; repeatable")
  private List<String> counters = new ArrayList<>();

  private long nowMs;

  /**
   * What is said of a counter.
   *
   * @param gaps open ones that are old enough
   * @param underWay events of those that are too young for anybody
   */
  private record Found(CounterReading counter, CounterLife life, List<Gap> gaps, long underWay) {
    String text() {
      return counter.counterId()
          + switch (life) {
            case CLOSED, UNKNOWN -> "  " + DocumentText.ending(counter);
            case ALIVE -> "  alive";
            case SILENT -> "  silent since " + Texts.time(counter.lastEventAtMs());
          };
    }

    Json.Fields json() {
      return Json.object()
          .with("counterId", counter.counterId())
          .with("life", life)
          .with("complete", counter.hasEnded() && counter.gaps().missing() == 0)
          .with("next", counter.next())
          .with("lastEventAt", counter.lastEventAtMs())
          .with("writtenOff", counter.gaps().writtenOff())
          .with("gaps", Json.list(gaps, ReadingJson::gap));
    }
  }

  @Override
  protected int run() throws IOException {
    nowMs = clock.millis();
    List<Found> all = read(this::find);
    List<Found> lacking = all.stream().filter(each -> !each.gaps().isEmpty()).toList();
    long missing = lacking.stream().mapToLong(each -> DocumentText.events(each.gaps())).sum();
    long underWay = all.stream().mapToLong(Found::underWay).sum();
    long rejected = lacking.isEmpty() ? 0 : rejected(lacking);
    print(
        Json.object()
            .with("missing", missing)
            .with("rejected", rejected)
            .with("underWay", underWay)
            .with("counters", Json.list(all, Found::json)),
        out -> {
          printGaps(all, lacking, missing);
          if (rejected > 0) {
            say(
                "  of these %,d in the queue of rejects: clicks rejects list says why; a replay"
                    + " sends them to be rejected again",
                rejected);
          }
          DocumentText.printUnderWay(underWay, underWayMs(), out);
          printStates(all);
        });
    if (all.stream().anyMatch(each -> each.counter().blocked() != null)) {
      warn("gaps: some counters' documents cannot be read; what they lack is unknown");
      return ExitCode.FAILED;
    }
    // The directory may name a counter whose document is not put yet; a person does not.
    boolean isAbsent =
        all.stream()
            .map(Found::counter)
            .anyMatch(each -> !each.exists() && counters.contains(each.counterId()));
    return lacking.isEmpty() && !isAbsent ? ExitCode.OK : ExitCode.MISSING;
  }

  private List<Found> find(Documents documents) {
    Collection<String> ids =
        counters.isEmpty() ? documents.knownCounters(settings.riak()) : counters;
    return documents.counters(ids).values().stream().map(this::find).toList();
  }

  private Found find(CounterReading counter) {
    List<Gap> open = counter.openGaps();
    List<Gap> old = counter.openGaps(nowMs - underWayMs());
    return new Found(
        counter,
        CounterLife.of(counter, nowMs),
        counter.openGaps(nowMs - olderThan.toMillis()),
        DocumentText.events(open) - DocumentText.events(old));
  }

  /** If gaps of ten minutes are asked for, those of five are none. */
  private long underWayMs() {
    return Math.min(olderThan.toMillis(), CounterReading.UNDER_WAY_MS);
  }

  /** How many of the missing events were rejected. */
  private long rejected(List<Found> lacking) {
    try {
      RejectedEvents events = RejectedEvents.at(backends, settings.broker());
      return lacking.stream()
          .mapToLong(each -> events.among(each.counter().counterId(), each.gaps()))
          .sum();
    } catch (IOException e) {
      warn("gaps: whether some of these were rejected is not known: " + e.getMessage());
      return 0;
    }
  }

  private void printGaps(List<Found> all, List<Found> lacking, long missing) {
    for (Found each : lacking) {
      say(each.text());
      DocumentText.printGaps(each.gaps(), terminal.out(), nowMs);
    }
    boolean areAll =
        all.stream().allMatch(each -> each.gaps().size() == each.counter().openGaps().size());
    String age = areAll ? "" : " for " + DocumentText.limit(olderThan.toMillis()) + " or longer";
    if (!lacking.isEmpty()) {
      String where = Texts.count(lacking.size(), "counter");
      say(Texts.count(missing, "event") + " missing" + age + " in " + where);
    } else if (all.stream().anyMatch(each -> each.counter().exists())) {
      say("nothing is missing" + age);
    } else {
      say("nothing is known, see below");
    }
  }

  private void printStates(List<Found> all) {
    long closed = count(all, each -> each.counter().closed());
    long byOperators = count(all, each -> each.life() == CounterLife.CLOSED) - closed;
    say(
        "%s: %,d closed properly (%,d of them complete),%s %,d alive, %,d silent",
        Texts.count(all.size(), "counter"),
        closed,
        count(all, each -> each.counter().closed() && each.counter().gaps().missing() == 0),
        byOperators == 0 ? "" : " " + Texts.number(byOperators) + " closed by operators,",
        count(all, each -> each.life() == CounterLife.ALIVE),
        count(all, each -> each.life() == CounterLife.SILENT));
    long writtenOff = all.stream().mapToLong(each -> each.counter().gaps().writtenOff()).sum();
    if (writtenOff > 0) {
      say("%s written off (counters show ID says why)", Texts.count(writtenOff, "event"));
    }
    for (Found each : all) {
      CounterReading counter = each.counter();
      boolean isOpenAgain = !counter.hasEnded() && counter.gaps().ending() != null;
      if (each.life() == CounterLife.UNKNOWN || isOpenAgain) {
        say(counter.counterId() + "  " + DocumentText.ending(counter));
      }
    }
  }

  private static long count(List<Found> all, Predicate<Found> what) {
    return all.stream().filter(what).count();
  }
}
