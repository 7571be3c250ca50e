package clickcounter.drill;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The results of one run, for a page.
 *
 * @param command the command that was given
 * @param store which store it was, in a sentence
 * @param commit the checkout's; {@code unknown} without git
 */
record DrillReport(
    String command,
    String store,
    List<DrillResult> results,
    Duration took,
    LocalDate date,
    String commit) {
  DrillReport {
    results = List.copyOf(results);
  }

  /** A paragraph with command, outcomes, duration, date and commit, and the table of results. */
  String markdown() {
    String rows = results.stream().map(DrillResult::row).collect(Collectors.joining("\n"));
    return String.format(
        Locale.ROOT,
        "One run of `%s`: %s, %.1f minutes. Date %s, commit %s. %s%n%n%s%n%s%n",
        command,
        DrillResult.summary(results),
        took.toSeconds() / 60.0,
        date,
        commit,
        store,
        DrillResult.heading(),
        rows);
  }
}
