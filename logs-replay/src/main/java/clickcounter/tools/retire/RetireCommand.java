package clickcounter.tools.retire;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Progress;
import clickcounter.cli.Texts;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.Waits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "retire",
    description = {
      "Takes counters that are closed, complete and old out of the directory, and their documents"
          + " out of Riak.",
      "",
      "What remains of each is how many events it had. So no event counts twice, however old the"
          + " archive that is replayed.",
      "",
      "It takes two runs, a day apart at least: the first enters a counter among the retired, the"
          + " second deletes its document. So run it once a day. It works beside live traffic. If"
          + " it is interrupted, run it again to resume."
    },
    exitCodeList = {
      "0:whatever was due is done",
      "1:a counter of --counter has no document",
      "3:or no counter is known there"
    },
    footer = {"  clicks counters retire --dry-run", "  clicks counters retire --older-than 30d"})
public final class RetireCommand extends ResultCommand {
  private static final Duration SHORTEST = Duration.ofDays(1);

  @Option(
      names = "--older-than",
      paramLabel = "DURATION",
      defaultValue = "90d",
      description = "Age of a counter's last event, a day at least. Default: ${DEFAULT-VALUE}")
  private Duration olderThan;

  @Option(names = "--counter", paramLabel = "ID", description = "Only this counter; repeatable")
  private List<String> counters = new ArrayList<>();

  @Option(names = "--dry-run", description = "Change nothing; print what would be retired")
  private boolean dryRun;

  @Override
  protected int run() throws IOException {
    require(
        olderThan.compareTo(SHORTEST) >= 0,
        "--older-than: expected a day or more, got %d h",
        olderThan.toHours());
    long nowMs = clock.millis();
    Retirement.Outcome outcome;
    try (DocumentStore store = backends.openStore(settings)) {
      Collection<String> ids =
          counters.isEmpty() ? new Documents(store).knownCounters(settings.riak()) : counters;
      Retirement retirement =
          new Retirement(store, Waits.REAL, clock::millis, nowMs - olderThan.toMillis());
      try (Progress progress = Progress.of(terminal, "retire", "counters", ids.size())) {
        outcome = retirement.run(ids, dryRun, () -> progress.step(1));
      }
    }
    report(outcome);
    boolean isAskedForAndNotThere =
        !counters.isEmpty() && outcome.staying().containsKey(Retirement.KeepReason.NO_DOCUMENT);
    return isAskedForAndNotThere ? ExitCode.MISSING : ExitCode.OK;
  }

  private void report(Retirement.Outcome outcome) throws IOException {
    String would = dryRun ? " would be" : "";
    String end = dryRun ? " (--dry-run)" : "";
    print(
        outcome,
        out -> {
          say(
              "%s%s entered as retired%s",
              Texts.count(outcome.entered().size(), "counter"), would, end);
          say("%s%s deleted%s", Texts.count(outcome.deleted().size(), "document"), would, end);
          if (!outcome.resting().isEmpty()) {
            say(
                "%,d entered before, whose documents can be deleted a day after that",
                outcome.resting().size());
          }
          outcome
              .staying()
              .forEach((reason, count) -> say("  %,d stay: %s", count, reason.label()));
        });
  }
}
