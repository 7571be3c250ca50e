package clickcounter.forest;

import clickcounter.event.EventKind;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.judge.Author;
import clickcounter.tools.judge.DayClicks;
import clickcounter.tools.judge.DayReader;
import clickcounter.tools.judge.Differences;
import clickcounter.tools.judge.JudgedDay;
import clickcounter.tools.judge.Rule;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Trains a forest on one generated day and tries it on two others: one of the same machines, and
 * one of machines that are four times as slow. Prints precision and recall, of the rules of {@code
 * archive judge} too, and writes the verdicts on the second day as their archive file.
 */
final class Trial {
  private static final long HALF_AN_HOUR_MS = TimeUnit.MINUTES.toMillis(30);
  private static final LocalDate TRAINED = LocalDate.of(2026, 11, 2);
  private static final double SLOWER = 4;

  private static final List<Rule> RULES =
      List.of(
          new Rule.Repeat("repeat@1", TimeUnit.SECONDS.toMillis(10)),
          new Rule.Rate("rate@1", 10, TimeUnit.MINUTES.toMillis(1)),
          new Rule.Unseen("unseen@1", HALF_AN_HOUR_MS));

  private final Path directory;
  private final PrintStream out;
  private final int people;

  /**
   * A day.
   *
   * @param machines ids of the clicks that machines made
   */
  private record Day(Author author, JudgedDay judged, Set<String> machines) {}

  /**
   * How well clicks are judged.
   *
   * @param found clicks that are judged invalid
   * @param right of these, those of machines
   * @param machines clicks of machines
   */
  record Score(long found, long right, long machines) {
    static Score of(DayClicks clicks, String[] reasons, Set<String> ofMachines) {
      long found = 0;
      long right = 0;
      for (int i = 0; i < reasons.length; i++) {
        if (reasons[i] != null) {
          found++;
          right += ofMachines.contains(clicks.get(i).id()) ? 1 : 0;
        }
      }
      return new Score(found, right, ofMachines.size());
    }

    /** The share of the clicks judged invalid that machines made. */
    double precision() {
      return found == 0 ? 1 : right / (double) found;
    }

    /** The share of the machines' clicks that is judged invalid. */
    double recall() {
      return right / (double) machines;
    }
  }

  Trial(Path directory, int people, PrintStream out) {
    this.directory = directory;
    this.people = people;
    this.out = out;
  }

  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments.length == 0 ? "target/trial" : arguments[0]);
    new Trial(directory, 30_000, System.out).run();
  }

  /** Returns the forest's score on the day of the same machines. */
  Score run() throws IOException {
    Day trained = day(0, 1);
    Day same = day(1, 1);
    Day slower = day(2, SLOWER);
    Forest forest = Forest.train(trained.judged().clicks(), trained.machines(), 7);
    out.printf(
        Locale.ROOT,
        "A forest, trained on %,d clicks of a generated day, %,d of them by machines%n",
        trained.judged().clicks().count(),
        trained.machines().size());
    out.println("| judge | precision | recall | clicks found |");
    out.println("| --- | --: | --: | --: |");
    Score score = null;
    for (double least : new double[] {0.5, 0.9}) {
      String name = "forest, %.0f %% of the trees".formatted(least * 100);
      Score ofSame = score(name + ", the same machines", same, reasons(forest, same, least));
      score(name + ", slower machines", slower, reasons(forest, slower, least));
      score = score == null ? ofSame : score;
    }
    score("rules, the same machines", same, same.judged().reasons(RULES));
    score("rules, slower machines", slower, slower.judged().reasons(RULES));
    write(same, reasons(forest, same, 0.9));
    return score;
  }

  private static String[] reasons(Forest forest, Day day, double least) {
    return forest.reasons(day.judged().clicks(), least, "forest@1");
  }

  /** Written, and read as the judge reads any archive. */
  private Day day(int number, double slowness) throws IOException {
    LocalDate date = TRAINED.plusDays(number);
    Path file = directory.resolve(date + "/generated.ndjson");
    Set<String> machines = GeneratedDay.write(file, date, 100 + number, slowness, people);
    Author author = new Author("forest", "1", date);
    DayReader reader =
        new DayReader(ArchiveFiles.find(List.of(file.getParent())), author, HALF_AN_HOUR_MS, 1);
    JudgedDay judged = reader.readClicks(ScanProgress.NONE);
    reader.readImpressions(judged.clicks(), ScanProgress.NONE);
    return new Day(author, judged, machines);
  }

  private Score score(String judge, Day day, String[] reasons) {
    Score score = Score.of(day.judged().clicks(), reasons, day.machines());
    out.printf(
        Locale.ROOT,
        "| %s | %.3f | %.3f | %,d |%n",
        judge,
        score.precision(),
        score.recall(),
        score.found());
    return score;
  }

  private void write(Day day, String[] reasons) throws IOException {
    Differences differences =
        Differences.of(day.author(), day.judged(), reasons, day.author().toMs());
    if (differences.isEmpty()) {
      out.println("Nothing new: no verdict is written.");
      return;
    }
    Path file = differences.write(directory.resolve(day.author().day().toString()));
    out.printf(Locale.ROOT, "%,d verdicts: %s%n", differences.count(EventKind.INVALIDATION), file);
  }
}
