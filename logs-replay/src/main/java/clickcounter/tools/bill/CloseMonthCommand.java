package clickcounter.tools.bill;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Texts;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.Hold;
import clickcounter.tools.table.Table;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "close",
    description = {
      "Closes a month of UTC: writes what each ad counted and owes, once, and prints the sums.",
      "",
      "It first imports what is new in ops.archives. As long as"
          + " events before the end may still be counted, are in no archive of the table, or do not fit"
          + " each other, it says which, and what to do, and writes nothing. So a job can run it daily.",
      "",
      "The bill is in DIR/2026-10: 2026-10.parquet and 2026-10.csv, a row an ad, and what later months"
          + " need. It never changes: a verdict is in the month in which it was made, and an event that is"
          + " counted later is in the next bill. For a closed month, the sums are printed again.",
      "",
      "It does not compare documents: clicks documents audit does."
    },
    exitCodeList = {
      "0:the month is closed",
      "1:the month is not over, events may still come, or counted ones are in no archive",
      "2:events or verdicts of the month do not fit each other",
    },
    footer = {
      "  clicks series close 2026-10",
      "  clicks series close $(date -u -d '-9 days' +%%Y-%%m)"
    })
public final class CloseMonthCommand extends ResultCommand {
  @Parameters(paramLabel = "YYYY-MM", description = "The month of UTC, such as 2026-10")
  private YearMonth month;

  private Months months;

  @Override
  protected int run() throws IOException {
    Months.requireMonth(month);
    months = new Months(settings.requiredDirectory(OpsSettingsTable.MONTHS));
    if (months.closed().contains(month)) {
      return closed(months.sums(month));
    }
    Optional<YearMonth> next = months.newest().map(newest -> newest.plusMonths(1));
    if (next.isPresent() && !next.get().equals(month)) {
      return open("months are closed in order, and the next one is " + next.get());
    }
    if (Months.endMs(month) + Past.TOLERANCE.toMillis() > clock.millis()) {
      String end = Texts.time(Months.endMs(month) + Past.TOLERANCE.toMillis());
      return open("it is not over by every clock before " + end);
    }
    Table.Source source = TablePath.updated(settings, terminal, clock.millis());
    try (FileChannel lock = months.lock(); // held until the end
        DocumentStore store = backends.openStore(settings);
        Past past = Past.open(source, new Documents(store), settings.riak(), clock.instant())) {
      return close(past);
    }
  }

  private int close(Past past) throws IOException {
    List<Hold> waits = past.waits(0, Months.endMs(month));
    if (!waits.isEmpty()) {
      String why = "events before its end may still be counted, or are in no archive of the table";
      return open(ExitCode.MISSING, why, waits);
    }
    List<Hold> faults = months.faults(month, past.table());
    if (!faults.isEmpty()) {
      return open(ExitCode.WRONG, "events of it do not fit each other", faults);
    }
    MonthSums sums = months.close(month, past, () -> {});
    return sums == null ? open("nothing was counted before its end") : closed(sums);
  }

  private int open(String why) throws IOException {
    return open(ExitCode.MISSING, why, List.of());
  }

  private int open(int status, String why, List<Hold> holds) throws IOException {
    print(
        Json.object()
            .with("month", month.toString())
            .with("closed", false)
            .with("reason", why)
            .with("heldOpenBy", holds),
        out -> {
          out.println(month + " is not closed: " + why);
          Texts.first(holds.stream().map(Hold::text).toList())
              .forEach(line -> out.println("  " + line));
        });
    return status;
  }

  private int closed(MonthSums sums) throws IOException {
    print(
        Json.object()
            .with("month", month.toString())
            .with("closed", true)
            .with("directory", months.directory(month))
            .with("sums", sums),
        out -> {
          out.println(month + " is closed: " + months.directory(month));
          sums.print(out);
        });
    return ExitCode.OK;
  }
}
